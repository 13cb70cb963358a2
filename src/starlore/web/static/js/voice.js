// @ts-check
/* Captions read aloud, if asked for and if the browser has a voice for their language. Where it has
   none a plain sentence says so; the captions stand there all the same. */

export class Voice {
  /** @param {HTMLElement} place @param {() => number} pace */
  constructor(place, pace) {
    this.pace = pace;
    this.isOn = false;
    this.button = /** @type {HTMLButtonElement} */ (place.querySelector("[data-do=voice]"));
    this.none = /** @type {HTMLElement} */ (place.querySelector("[data-no-voice]"));
    this.language = place.querySelector(".beats")?.getAttribute("lang") || document.documentElement.lang;
    this.look();
    window.speechSynthesis?.addEventListener?.("voiceschanged", () => this.look());
  }

  voice() {
    const own = this.language.split("-")[0];
    const voices = window.speechSynthesis?.getVoices() ?? [];
    return voices.find((voice) => voice.lang.split(/[-_]/)[0] === own);
  }

  look() {
    const has = Boolean(this.voice());
    this.button.hidden = !has;
    this.none.hidden = has;
  }

  /** @param {Element} row of the beat that stands there now */
  turn(row) {
    this.isOn = !this.isOn;
    this.button.setAttribute("aria-pressed", String(this.isOn));
    if (this.isOn) this.say(row);
    else this.hush();
  }

  /** @param {Element | undefined} row */
  say(row) {
    const voice = this.voice();
    if (!this.isOn || !voice || !(row instanceof HTMLElement)) return;
    const spoken = new SpeechSynthesisUtterance(row.dataset.aloud ?? "");
    spoken.voice = voice;
    spoken.lang = voice.lang;
    spoken.rate = this.pace();
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  }

  hush() {
    if (this.isOn) window.speechSynthesis?.cancel();
  }
}
