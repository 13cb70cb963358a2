// @ts-check
/* The player of Watch. Without it the beats stand as a numbered strip; with it the strip becomes the
   chapters. Nothing plays unasked. In calm motion a beat is there at once, and time goes by beats. */
import { Stage } from "./stage.js";
import { Voice } from "./voice.js";

/** @param {ParentNode} part */
export function wireWatch(part) {
  for (const place of part.querySelectorAll("[data-watch]")) new Player(/** @type {HTMLElement} */ (place));
}

const FADE_MS = 150;

class Player {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.player = /** @type {HTMLElement} */ (place.querySelector(".player"));
    this.screen = /** @type {HTMLElement} */ (place.querySelector(".screen"));
    this.saying = /** @type {HTMLElement} */ (place.querySelector(".saying"));
    this.scrub = /** @type {HTMLInputElement} */ (place.querySelector(".scrub"));
    this.play = /** @type {HTMLButtonElement} */ (place.querySelector("[data-do=play]"));
    this.rows = [...place.querySelectorAll(".beats > li")];
    this.beat = 0;
    this.ms = 0;
    this.pace = 1;
    this.until = Infinity;
    this.ticking = 0;
    this.touched = false;
    /** @type {Stage | null} */
    this.stage = null;
    this.voice = new Voice(place, () => this.pace);
    place.dataset.player = "on";
    this.player.hidden = false;
    this.open();
    this.listen();
  }

  /** Before anything is fetched the still of the first beat, or of the one the address names. */
  open() {
    const named = this.rows.findIndex((row) => `#${row.id}` === location.hash);
    const still = this.rows[Math.max(named, 0)].querySelector("svg");
    if (still) this.screen.replaceChildren(still.cloneNode(true));
    this.tell(Math.max(named, 0));
    if (named >= 0) this.ready().then(() => this.end(named));
  }

  listen() {
    this.place.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const button = target?.closest("button[data-do]");
      if (button instanceof HTMLElement) this.press(button.dataset.do ?? "");
      const row = target?.closest(".chapter")?.closest("li");
      if (!row) return;
      event.preventDefault();
      this.go(this.rows.indexOf(row), true);
    });
    this.screen.addEventListener("click", () => this.press("play"));
    this.scrub.addEventListener("input", () => this.seek(Number(this.scrub.value)));
    this.place.querySelector("select")?.addEventListener("change", (event) => {
      this.pace = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    });
    document.addEventListener("keydown", (event) => this.key(event), true);
    document.addEventListener("visibilitychange", () => document.hidden && this.pause());
  }

  /** Space runs to the end of the beat, where it is this player that is looked at.
   * @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== " " || document.body.dataset.keys === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const inside = this.place.contains(target) && !target.closest("a, button, select, input");
    if (!inside && !(target === document.body && this.touched && this.isInView())) return;
    event.preventDefault();
    event.stopPropagation();
    this.space();
  }

  isInView() {
    const { top, bottom } = this.screen.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }

  /** @param {string} what */
  async press(what) {
    if (!(await this.ready())) return;
    if (what === "play") this.ticking ? this.pause() : this.run(Infinity);
    if (what === "back") this.go(this.beat - 1, false);
    if (what === "on") this.go(this.beat + 1, false);
    if (what === "again") this.go(this.beat, true);
    if (what === "voice") this.voice.turn(this.rows[this.beat]);
  }

  async space() {
    if (!(await this.ready())) return;
    if (this.ticking) return this.end(this.beat);
    const isOver = this.ms >= this.endOf(this.beat);
    const next = Math.min(this.beat + (isOver ? 1 : 0), this.rows.length - 1);
    this.beat = next;
    this.run(this.endOf(next));
  }

  /** To a beat: played to its end, or, a step back or on, at its end. @param {number} beat @param {boolean} plays */
  async go(beat, plays) {
    if (!(await this.ready()) || beat < 0 || beat >= this.rows.length) return;
    this.pause();
    if (!plays) return this.end(beat);
    this.beat = beat;
    this.ms = this.stage?.timeline.beats[beat].begin ?? 0;
    this.run(this.endOf(beat));
  }

  /** @param {number} beat */
  endOf(beat) {
    const one = this.stage?.timeline.beats[beat];
    return one ? one.begin + one.ms : 0;
  }

  /** Stand at the end of a beat. @param {number} beat */
  end(beat) {
    this.pause();
    this.ms = this.endOf(beat);
    this.show(beat);
  }

  /** @param {number} ms */
  async seek(ms) {
    if (!(await this.ready()) || !this.stage) return;
    this.pause();
    this.ms = ms;
    this.show(this.stage.beatAt(ms));
  }

  /** @param {number} until */
  async run(until) {
    if (!(await this.ready()) || !this.stage) return;
    if (this.ms >= this.stage.timeline.ms) [this.ms, this.beat] = [0, 0];
    this.until = Math.min(until, this.stage.timeline.ms);
    this.voice.say(this.rows[this.stage.beatAt(this.ms + 1)]);
    let before = 0;
    /** @param {number} now */
    const tick = (now) => {
      if (before) this.ms = Math.min(this.ms + (now - before) * this.pace, this.until);
      before = now;
      const was = this.beat;
      this.show(this.stage?.beatAt(this.ms) ?? 0);
      if (this.beat !== was) this.voice.say(this.rows[this.beat]);
      if (this.ms >= this.until) this.pause();
      else this.ticking = requestAnimationFrame(tick);
    };
    cancelAnimationFrame(this.ticking);
    this.ticking = requestAnimationFrame(tick);
    this.play.textContent = this.play.dataset.pause ?? "";
  }

  pause() {
    if (this.ticking) cancelAnimationFrame(this.ticking);
    this.ticking = 0;
    this.voice.hush();
    this.play.textContent = this.play.dataset.play ?? "";
  }

  /** @param {number} beat */
  show(beat) {
    const isNew = beat !== this.beat || this.saying.dataset.beat !== String(beat);
    this.beat = beat;
    if (isNew) this.tell(beat);
    const calm = isCalm();
    this.stage?.show(beat, this.ms, calm);
    if (calm && isNew) this.stage?.svg.animate({ opacity: [0, 1] }, FADE_MS);
    this.scrub.value = String(Math.round(this.ms));
    this.screen.dataset.at = this.scrub.value;
    this.scrub.setAttribute("aria-valuetext", this.saying.textContent ?? "");
  }

  /** The caption, and the chapter that is on. @param {number} beat */
  tell(beat) {
    const row = this.rows[beat];
    const said = row.querySelector(".chapter span");
    this.saying.dataset.beat = String(beat);
    this.saying.replaceChildren(...[...(said?.childNodes ?? [])].map((node) => node.cloneNode(true)));
    for (const one of this.rows) {
      if (one === row) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    this.stage?.svg.setAttribute("aria-label", row.querySelector("svg")?.getAttribute("aria-label") ?? "");
  }

  /** Fetch the timeline once; where that cannot be done the stills stay. */
  async ready() {
    this.touched = true;
    if (this.stage) return true;
    try {
      const reply = await fetch(String(this.place.dataset.watch));
      if (!reply.ok) throw new Error(reply.statusText);
      this.stage ??= new Stage(this.screen, await reply.json());
      this.tell(this.beat);
      return true;
    } catch {
      this.place.removeAttribute("data-player");
      const lost = this.player.querySelector("[data-unplayed]");
      if (lost instanceof HTMLElement) lost.hidden = false;
      return false;
    }
  }
}

function isCalm() {
  const wish = document.documentElement.dataset.motion;
  return wish ? wish === "calm" : matchMedia("(prefers-reduced-motion: reduce)").matches;
}
