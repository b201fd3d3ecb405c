// What everybody may set for themselves, and how fast bots play at this table.
import { $, recall, remember } from "./dom.js";
import { say } from "./words.js";

const PACES = [150, 450, 1000, 2000], SOON = 600;

export function switches(send) {
  const box = $("forced");
  box.checked = recall("forced") === true;
  box.addEventListener("change", () => remember("forced", box.checked));
  $("pace").addEventListener("change", () => send({ t: "pace", ms: Number($("pace").value) }));
  $("settings").addEventListener("click", () => $("switches").showModal());
  $("switched").addEventListener("click", () => $("switches").close());
}

// The pace that the table has now; the words anew, for the language may be another.
export function paced(ms = Number($("pace").value) || PACES[1]) {
  const nearest = PACES.reduce((best, one) => (Math.abs(one - ms) < Math.abs(best - ms) ? one : best));
  $("pace").replaceChildren(...PACES.map((one, at) => new Option(say(`pace${at}`), one, false, one === nearest)));
}

// A move that is the only one is played by itself after a moment, if somebody wishes so; not after it was taken back.
class Forced {
  constructor() {
    this.held = false;
    this.timer = 0;
  }

  wait(now, free, act) {
    clearTimeout(this.timer);
    if (!free || this.held || now.over || now.options.length !== 1 || !$("forced").checked) return;
    const key = now.key;
    this.timer = setTimeout(() => { if (!document.querySelector("dialog[open]") && now.key === key) act(now.options[0]); }, SOON);
  }

  hold() { this.held = true; }

  free() { this.held = false; }
}

export const forced = new Forced();
