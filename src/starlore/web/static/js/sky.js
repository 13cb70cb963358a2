// @ts-check
/* The sky and the map by keyboard: Tab enters once, arrows go to the nearest star or lesson as
   seen, Enter opens, Esc leaves. The slider moves the date field with it and asks for that evening when it is let go. */

const PLACES = "a.star, a.lesson";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {ParentNode} part */
export function wireSky(part) {
  for (const sky of part.querySelectorAll("svg[data-sky]")) roam(/** @type {SVGElement} */ (sky));
  for (const slider of part.querySelectorAll("input[data-days]")) {
    travel(/** @type {HTMLInputElement} */ (slider));
  }
}

/** @param {SVGElement} sky */
function roam(sky) {
  const stars = /** @type {SVGElement[]} */ ([...sky.querySelectorAll(PLACES)]);
  if (stars.length === 0) return;
  const first = stars.find((star) => star.classList.contains("is-open")) ?? stars[0];
  for (const star of stars) star.setAttribute("tabindex", star === first ? "0" : "-1");
  sky.addEventListener("keydown", (event) => {
    const here = /** @type {SVGElement | null} */ (
      event.target instanceof Element ? event.target.closest(PLACES) : null
    );
    const way = WAYS[/** @type {keyof typeof WAYS} */ (event.key)];
    if (!here) return;
    if (event.key === "Escape") {
      here.blur();
      return;
    }
    if (!way) return;
    event.preventDefault();
    const next = nearest(here, stars, way);
    if (!next) return;
    here.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  });
}

/** @param {SVGElement} here @param {SVGElement[]} stars @param {number[]} way */
function nearest(here, stars, way) {
  const [x, y] = centre(here);
  let best = null;
  let least = Infinity;
  for (const star of stars) {
    const [sx, sy] = centre(star);
    const along = (sx - x) * way[0] + (sy - y) * way[1];
    const aside = Math.abs((sx - x) * way[1]) + Math.abs((sy - y) * way[0]);
    if (star === here || along <= 1 || aside > along * 3) continue;
    const cost = along + 2 * aside;
    if (cost < least) [best, least] = [star, cost];
  }
  return best;
}

/** Where a star or a lesson stands: the middle of its ring, whatever its name and glow add to it.
 * @param {SVGElement} star */
function centre(star) {
  const box = (star.querySelector(".reach") ?? star).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

let asking = 0;

/** The evening is asked for when the slider has come to rest, so that held arrows run on.
 * @param {HTMLInputElement} slider */
function travel(slider) {
  const date = slider.form?.elements.namedItem("on");
  if (!(date instanceof HTMLInputElement)) return;
  const today = Date.parse(`${slider.dataset.days}T00:00:00Z`);
  slider.addEventListener("input", () => {
    const day = new Date(today + Number(slider.value) * 86_400_000);
    date.value = day.toISOString().slice(0, 10);
  });
  slider.addEventListener("change", () => {
    clearTimeout(asking);
    asking = window.setTimeout(() => slider.form?.requestSubmit(), 250);
  });
}
