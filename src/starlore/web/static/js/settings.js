// @ts-check
/* Settings: offer the browser's own time zone where none was chosen, and show a theme at once. */

/** @param {ParentNode} part */
export function wireSettings(part) {
  for (const button of part.querySelectorAll("[data-use-zone]")) {
    const form = button.closest("form");
    const field = form?.elements.namedItem("zone");
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!(field instanceof HTMLInputElement) || !zone || zone === field.value) continue;
    button.removeAttribute("hidden");
    button.append(` ${zone}`);
    button.addEventListener("click", () => {
      field.value = zone;
      button.setAttribute("hidden", "");
    });
  }
  for (const choice of part.querySelectorAll("input[name=theme]")) {
    choice.addEventListener("change", () => {
      const value = /** @type {HTMLInputElement} */ (choice).value;
      if (value === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = value;
    });
  }
}
