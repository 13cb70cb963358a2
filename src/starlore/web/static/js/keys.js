// @ts-check
/* Keys: a key is known by its letter and by its place on the keyboard, so that any layout works.
   They are dead in text fields, and can be switched off in Settings. A focused button or link keeps
   Enter and Space for itself. */

let going = false;

export function wireKeys() {
  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.keys === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=radio], [type=range]), textarea, select, [contenteditable]")) return;
    const key = named(event);
    if ((key === " " || key === "Enter") && target.closest("a, button, summary, label, input")) return;
    if (target.closest("input") && /^Arrow|^Home|^End|^[0-9]$/.test(key)) return;
    if (press(key)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function named(event) {
  if (/^[a-z]$/i.test(event.key) || !/^Key[A-Z]$/.test(event.code)) {
    const digit = event.key.length === 1 ? digitOf(event.key) : null;
    return digit ?? event.key.toLowerCase().replace("escape", "Escape").replace("enter", "Enter");
  }
  return event.code.slice(3).toLowerCase();
}

/** @param {string} character */
function digitOf(character) {
  for (const zero of [0x30, 0x660, 0x6f0]) {
    const value = (character.codePointAt(0) ?? 0) - zero;
    if (value >= 0 && value <= 9) return String(value);
  }
  return null;
}

/** @param {string} key */
function press(key) {
  if (going) {
    going = false;
    const room = document.querySelector(`[data-go="${CSS.escape(key)}"]`);
    if (room instanceof HTMLElement) room.click();
    return room !== null;
  }
  if (key === "g") {
    going = true;
    setTimeout(() => (going = false), 1500);
    return true;
  }
  const found = document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`);
  const place = [...found].find((one) => one instanceof HTMLElement && one.offsetParent !== null);
  if (!(place instanceof HTMLElement)) return false;
  if (place.matches("input[type=radio]")) {
    /** @type {HTMLInputElement} */ (place).checked = true;
    place.focus();
  } else if (place.matches("[data-key-focus]")) place.focus();
  else place.click();
  return true;
}
