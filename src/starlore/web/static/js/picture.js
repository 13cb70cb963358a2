// @ts-check
/* A live picture: its numbers are fields of a form. Typing, stepping or dragging changes a field;
   the server computes and returns drawing, twin and what moved, which replace those here. */
import { ends, numberIn, put as putNumber, say, stepped } from "./numeral.js";

/** @param {ParentNode} part */
export function wirePictures(part) {
  for (const form of part.querySelectorAll("form[data-picture]")) {
    live(/** @type {HTMLFormElement} */ (form));
  }
}

/** @param {HTMLFormElement} form */
function live(form) {
  const figure = form.closest("figure") ?? form;
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
    for (const stale of figure.querySelectorAll("[data-live]")) put(/** @type {HTMLElement} */ (stale), page);
    const here = figure.querySelector("a[data-here]");
    if (here instanceof HTMLAnchorElement) history.replaceState(null, "", here.href + location.hash);
    const news = figure.querySelector("[data-announce]:not([data-live])");
    const said = document.getElementById("live");
    if (news && said && said.textContent !== news.textContent) said.textContent = news.textContent;
  };
  form.addEventListener("keydown", (event) => {
    if (stepped(event)) refresh();
  });
  form.addEventListener("input", (event) => {
    say(event.target);
    refresh();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    refresh();
  });
  form.addEventListener("reset", () => setTimeout(refresh, 0));
  figure.addEventListener("pointerdown", (event) => drag(event, form, refresh));
}

/** A part that stays where its `data-shape` does keeps its fields, and whatever is typed in them;
 * focus that stood in one that goes is set again by its id.
 * @param {HTMLElement} stale @param {Document} page */
function put(stale, page) {
  const { live, shape } = stale.dataset;
  const fresh = page.querySelector(`[data-live="${live}"]`);
  if (!(fresh instanceof HTMLElement) || (shape !== undefined && fresh.dataset.shape === shape)) return;
  const held = stale.contains(document.activeElement) ? document.activeElement?.id : "";
  const wasOpen = stale.querySelector("details[open]") !== null;
  stale.replaceWith(fresh);
  if (wasOpen) fresh.querySelector("details")?.setAttribute("open", "");
  fresh.dispatchEvent(new CustomEvent("fresh", { bubbles: true }));
  if (held) document.getElementById(held)?.focus();
}

/** Pulling a handle moves its fields: `data-drag` one, a step for every twelve pixels up or as number
 * lines run, to the right; `data-drag-x` and `data-drag-y` a point, one for every `data-unit` of the drawing.
 * @param {PointerEvent} event @param {HTMLFormElement} form @param {() => void} refresh */
function drag(event, form, refresh) {
  const handle = event.target instanceof Element && event.target.closest("[data-drag], [data-drag-x], [data-drag-y]");
  if (!handle) return;
  const pulls = pullsOf(handle, form);
  if (!pulls.length) return;
  event.preventDefault();
  const { clientX, clientY } = event;
  /** @param {PointerEvent} moved */
  const move = (moved) => {
    let isMoved = false;
    for (const pull of pulls) {
      const way = pull.x * (moved.clientX - clientX) + pull.y * (clientY - moved.clientY);
      isMoved = set(pull.field, pull.start, way * pull.perPixel) || isMoved;
    }
    if (isMoved) refresh();
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

/** What a handle pulls: fields, the way that makes them larger, and how much a pixel is.
 * @param {Element} handle @param {HTMLFormElement} form */
function pullsOf(handle, form) {
  const scale = handle instanceof SVGGraphicsElement ? handle.getScreenCTM()?.a : 1;
  const unit = Number(handle.getAttribute("data-unit")) * (scale || 1);
  return [
    { name: "data-drag", x: 1, y: 1 },
    { name: "data-drag-x", x: 1, y: 0 },
    { name: "data-drag-y", x: 0, y: 1 },
  ].flatMap(({ name, x, y }) => {
    const field = form.elements.namedItem(handle.getAttribute(name) ?? "");
    if (!(field instanceof HTMLInputElement)) return [];
    const perPixel = unit ? 1 / unit : ends(field).step / 12;
    return [{ field, x, y, start: numberIn(field) || 0, perPixel }];
  });
}

/** Move a field whole steps from where the pull began, within its bounds; whether that changed it.
 * @param {HTMLInputElement} field @param {number} start @param {number} way */
function set(field, start, way) {
  const { step } = ends(field);
  const isMoved = putNumber(field, start + Math.round(way / step) * step);
  if (isMoved) say(field);
  return isMoved;
}
