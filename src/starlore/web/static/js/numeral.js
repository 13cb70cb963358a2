// @ts-check
/* Numbers in fields: those of the browser, and texts in the digits of the page, which browsers do not
   write. Steps and bounds are the field's; what a number comes to is computed by the server alone. */

const PLAIN = "0123456789.";

/** How far a field goes, and in which steps. @param {HTMLInputElement} field */
export function ends(field) {
  const { least, most, step } = isText(field)
    ? field.dataset
    : { least: field.min, most: field.max, step: field.step };
  return { least: Number(least), most: Number(most), step: Number(step) || 1 };
}

/** The number in a field; NaN where none can be read. @param {HTMLInputElement} field */
export function numberIn(field) {
  if (!isText(field)) return Number(field.value);
  const own = field.dataset.digits ?? PLAIN;
  const plain = [...field.value.trim()].map((sign) => {
    if (sign === "\u2212") return "-";
    if (sign === ",") return ".";
    const at = own.indexOf(sign);
    return at < 0 ? sign : PLAIN[at];
  });
  return Number(plain.join(""));
}

/** A number into a field, within its bounds, of at most three decimals; whether that changed it.
 * @param {HTMLInputElement} field @param {number} number */
export function put(field, number) {
  const { least, most } = ends(field);
  const kept = Number(Math.min(most, Math.max(least, number)).toFixed(3));
  const text = isText(field) ? shown(kept, field) : String(kept);
  if (field.value === text) return false;
  field.value = text;
  return true;
}

/** The arrows step a text as they step a number field; whether they did.
 * @param {KeyboardEvent} event */
export function stepped(event) {
  const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  const field = event.target;
  if (!way || !(field instanceof HTMLInputElement) || !isText(field)) return false;
  event.preventDefault();
  return put(field, (numberIn(field) || 0) + way * ends(field).step);
}

/** A slider says where it stands in the digits of the page. @param {EventTarget | null} field */
export function say(field) {
  if (!(field instanceof HTMLInputElement) || field.type !== "range" || !field.dataset.digits) return;
  field.setAttribute("aria-valuetext", shown(Number(field.value), field));
}

/** @param {HTMLInputElement} field */
function isText(field) {
  return field.type === "text" && field.dataset.digits !== undefined;
}

/** @param {number} number @param {HTMLInputElement} field */
function shown(number, field) {
  const own = field.dataset.digits ?? PLAIN;
  return [...String(number)].map((sign) => (sign === "-" ? "\u2212" : own[PLAIN.indexOf(sign)])).join("");
}
