// What may be taken back: the last decision, a turn, all from a line of the log on. What cannot be says why not.
import { $, notice } from "./dom.js";
import { confirm } from "./moves.js";
import { say } from "./words.js";

const MANY = 3;
const WAYS = { undo: "step", "undo-turn": "turn" };

export class Back {
  constructor(log, does) {
    Object.assign(this, { log, does, may: null });
    for (const [id, to] of Object.entries(WAYS)) $(id).addEventListener("click", () => (this.may?.[to] ? does(to) : notice(this.may?.why || "")));
  }

  show(may) {
    this.may = may;
    for (const [id, to] of Object.entries(WAYS)) {
      const why = may?.[to] ? "" : may?.why || "";
      Object.assign($(id), { hidden: !may?.[to] && !why, title: why, ariaDisabled: String(why !== "") });
    }
    this.log.allow(may?.from || 0);
  }

  // All from a line on; of many decisions it is asked once more.
  from(n, count) {
    if (count > MANY) confirm(say("back", { n: count }), () => this.does(n));
    else this.does(n);
  }
}
