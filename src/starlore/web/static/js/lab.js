// @ts-check
/* The Lab by hand: a table of boxes is entered once by Tab and walked by arrows as seen; its link is
   copied; it is printed. */

const WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function wireLab() {
  document.addEventListener("keydown", walk);
  document.addEventListener("fresh", (event) => rove(/** @type {HTMLElement} */ (event.target)));
  document.addEventListener("click", (event) => {
    const run = event.target instanceof Element ? event.target.closest("a[data-measure]") : null;
    if (run instanceof HTMLAnchorElement) measure(event, run);
    const link = event.target instanceof Element ? event.target.closest("a[data-copy]") : null;
    if (link instanceof HTMLAnchorElement) copy(event, link);
  });
}

/** What a part of a page has of this. @param {ParentNode} part */
export function wireLabPart(part) {
  for (const button of part.querySelectorAll("[data-print]")) {
    button.removeAttribute("hidden");
    button.addEventListener("click", () => window.print());
  }
  rove(part);
}

/** Of the boxes of a table only one is reached by Tab: the one that was left, at first the first.
 * @param {ParentNode} part @param {HTMLInputElement} [here] */
function rove(part, here) {
  for (const grid of part.querySelectorAll("table[data-grid]")) {
    const boxes = /** @type {HTMLInputElement[]} */ ([...grid.querySelectorAll("input:enabled")]);
    for (const box of boxes) box.tabIndex = box === (here ?? boxes[0]) ? 0 : -1;
  }
}

/** The section stays while the machine is measured; it can be stopped, and the server stops too.
 * @param {MouseEvent} event @param {HTMLAnchorElement} link */
async function measure(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const section = link.closest("section");
  const stop = section?.querySelector("[data-stop]");
  if (!section || !(stop instanceof HTMLButtonElement) || !stop.hidden) return;
  const asked = new AbortController();
  const told = section.querySelector("[data-announce]");
  const before = told?.textContent ?? "";
  say(told, link.dataset.measuring ?? "");
  stop.hidden = false;
  stop.addEventListener("click", () => asked.abort(), { once: true });
  section.setAttribute("aria-busy", "true");
  try {
    const reply = await fetch(link.href, { signal: asked.signal });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const fresh = page.getElementById(section.id);
    if (!fresh) return location.assign(link.href);
    section.replaceWith(fresh);
    fresh.querySelector("h2")?.focus({ preventScroll: true });
    const said = fresh.querySelector("[data-announce]");
    say(said, said?.textContent ?? "");
  } catch {
    say(told, before);
    link.focus();
  } finally {
    stop.hidden = true;
    section.removeAttribute("aria-busy");
  }
}

/** Words in their place, and once to whoever listens.
 * @param {Element | null} place @param {string} words */
function say(place, words) {
  if (place) place.textContent = words;
  const live = document.getElementById("live");
  if (live) live.textContent = words;
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const box = event.target instanceof HTMLInputElement ? event.target : null;
  const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
  const grid = box?.closest("table[data-grid]");
  if (!box || !way || !grid) return;
  event.preventDefault();
  const rows = [...grid.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("input")]);
  const isMirrored = getComputedStyle(grid).direction === "rtl";
  let i = rows.findIndex((row) => row.includes(box));
  let j = rows[i].indexOf(box);
  do {
    i += way[0];
    j += isMirrored ? -way[1] : way[1];
  } while (rows[i]?.[j]?.disabled);
  const next = rows[i]?.[j];
  if (!next) return;
  rove(/** @type {HTMLElement} */ (grid.parentElement), next);
  next.focus();
}

/** @param {MouseEvent} event @param {HTMLAnchorElement} link */
async function copy(event, link) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !navigator.clipboard) return;
  event.preventDefault();
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    location.assign(link.href);
    return;
  }
  const said = document.getElementById("live");
  if (said) said.textContent = link.dataset.copy ?? "";
  link.classList.add("is-copied");
}
