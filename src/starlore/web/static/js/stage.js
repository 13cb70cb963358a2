// @ts-check
/* The stage of Watch: shows what a timeline from the server holds at some time. It works out nothing
   but how much of a move is over; equal times give equal pictures. */

/** @typedef {[number, number, number, 0 | 1, Record<string, [number, number]>]} Track */
/** @typedef {{beat: number, begin: number, ms: number, move: number, body: string, tracks: Track[]}} Move */
/** @typedef {{id: string, begin: number, ms: number}} Beat */
/** @typedef {{box: string, ms: number, mark: number, beats: Beat[], moves: Move[]}} Timeline */

const SVG = "http://www.w3.org/2000/svg";

/** Slow at both ends, as the server has it. @param {number} u */
function eased(u) {
  const held = Math.min(Math.max(u, 0), 1);
  return held * held * (3 - 2 * held);
}

export class Stage {
  /** @param {HTMLElement} place @param {Timeline} timeline */
  constructor(place, timeline) {
    this.timeline = timeline;
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "stage");
    this.svg.setAttribute("viewBox", timeline.box);
    this.svg.setAttribute("role", "img");
    this.shown = -1;
    place.replaceChildren(this.svg);
  }

  /** Which beat a time lies in; the very end of one still belongs to it. @param {number} ms */
  beatAt(ms) {
    const found = this.timeline.beats.findIndex((beat) => ms <= beat.begin + beat.ms);
    return found < 0 ? this.timeline.beats.length - 1 : found;
  }

  /** @param {number} beat @param {number} ms since the beginning of all @param {boolean} calm */
  show(beat, ms, calm) {
    const { moves } = this.timeline;
    let at = moves.findLastIndex((move) => move.beat === beat && (calm || move.begin <= ms));
    if (at < 0) at = moves.findIndex((move) => move.beat === beat);
    const move = moves[at];
    if (at !== this.shown) this.svg.innerHTML = move.body;
    this.shown = at;
    const own = calm ? Infinity : ms - move.begin;
    const u = Math.min(Math.max(own / move.move, 0), 1);
    const marks = own > 0 && own < move.move + this.timeline.mark;
    for (const [index, begin, done, moved, ways] of move.tracks) {
      const element = this.svg.children[index];
      const part = eased((u - begin) / (done - begin));
      for (const [name, [from, to]] of Object.entries(ways)) {
        const value = from * (1 - part) + to * part;
        element.setAttribute(name, name === "opacity" ? value.toFixed(2) : String(Number(value.toFixed(1))));
      }
      if (moved) element.classList.toggle("is-moved", marks);
    }
  }
}
