// @ts-check
/* A live picture: its numbers are fields of a form. Typing, stepping or dragging changes a field;
   the server computes and returns drawing, twin and what moved, which replace those here. */

/** @param {ParentNode} part */
export function wirePictures(part) {
  for (const form of part.querySelectorAll("form[data-picture]")) {
    live(/** @type {HTMLFormElement} */ (form));
  }
}

/** @param {HTMLFormElement} form */
function live(form) {
  const figure = form.closest("figure");
  if (!figure) return;
  let turn = 0;
  let waiting = false;
  const refresh = async () => {
    if (waiting) return;
    waiting = true;
    await new Promise((done) => setTimeout(done, 16));
    waiting = false;
    const mine = ++turn;
    const address = new URL(String(form.dataset.picture), location.href);
    for (const [name, value] of new FormData(form)) address.searchParams.append(name, String(value));
    let reply;
    try {
      reply = await fetch(address);
    } catch {
      return;
    }
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (mine !== turn) return;
    for (const stale of figure.querySelectorAll("[data-live]")) {
      const fresh = page.querySelector(`[data-live="${/** @type {HTMLElement} */ (stale).dataset.live}"]`);
      if (fresh) stale.replaceWith(fresh);
    }
  };
  form.addEventListener("input", refresh);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh();
  });
  form.addEventListener("reset", () => setTimeout(refresh, 0));
  figure.addEventListener("pointerdown", (event) => drag(event, form, refresh));
}

/** Dragging up or to the inline end makes a number larger, a step for every twelve pixels.
 * @param {PointerEvent} event @param {HTMLFormElement} form @param {() => void} refresh */
function drag(event, form, refresh) {
  const handle = event.target instanceof Element && event.target.closest("[data-drag]");
  if (!handle) return;
  const field = form.elements.namedItem(handle.getAttribute("data-drag") ?? "");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  const start = Number(field.value);
  const step = Number(field.step) || 1;
  const { clientX, clientY } = event;
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    const way = moved.clientX - clientX - (moved.clientY - clientY);
    const value = start + Math.round(way / 12) * step;
    const kept = Math.min(Number(field.max), Math.max(Number(field.min), value));
    if (field.value !== String(kept)) {
      field.value = String(kept);
      refresh();
    }
  };
  const stop = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", stop);
    window.removeEventListener("pointercancel", stop);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop);
  window.addEventListener("pointercancel", stop);
}
