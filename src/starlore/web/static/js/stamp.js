// @ts-check
/* Hidden fields that only the browser knows: its time zone, when the form was sent, and how long
   the question was on screen. Without script they stay empty and the server uses its own clock. */

/** @param {ParentNode} part */
export function wireForms(part) {
  const shown = Date.now();
  for (const form of part.querySelectorAll("form[data-stamp]")) {
    form.addEventListener("submit", () => stampForm(/** @type {HTMLFormElement} */ (form), shown), {
      capture: true,
    });
  }
}

/** @param {HTMLFormElement} form @param {number} shown */
function stampForm(form, shown) {
  const now = Date.now();
  const first = field(form, "made_at");
  if (first && !first.value) first.value = String(now);
  set(form, "sent_at", String(now));
  set(form, "taken", String(now - shown));
  set(form, "zone", Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
}

/** @param {HTMLFormElement} form @param {string} name */
function field(form, name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

/** @param {HTMLFormElement} form @param {string} name @param {string} value */
function set(form, name, value) {
  const found = field(form, name);
  if (found) found.value = value;
}
