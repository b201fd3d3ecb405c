// What happened, in words, by turns. A line shows on the board what it is about, and leads back to before it.
import { button, make } from "./dom.js";
import { say } from "./words.js";

export class Log {
  constructor(list, { chip, name, back, light }) {
    Object.assign(this, { list, chip, name, back, light });
    this.clear();
    this.follows = true;         // whether the newest line is kept in sight
    list.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.follow()).observe(list);
    list.addEventListener("keydown", (event) => this.key(event));
    for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, (event) => this.over(event));
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.over(null));
  }

  clear() {
    this.list.replaceChildren();
    Object.assign(this, { group: null, seat: null, lines: [], shown: null, follows: true, passed: null });
  }

  add(lines, free) {
    for (const line of lines) this.line(line, free);
    if (this.lines.length && !this.list.contains(document.activeElement)) this.rove(this.lines.at(-1), false);
    this.follow();
  }

  // Whoever pushes it back wants to read; whoever comes to its end wants to see it grow.
  scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.list;
    if (scrollHeight - scrollTop - clientHeight < 30) this.follows = true;
    else if (scrollTop < this.at) this.follows = false;
    this.at = scrollTop;
  }

  follow() {
    if (this.follows) this.list.scrollTop = this.list.scrollHeight;
  }

  line(line, free) {
    if (line.round) { this.round(line); return; }
    if (!this.group || line.turn !== undefined || (line.head && line.seat !== this.seat)) this.begin(line);
    else if (line.pass) return;      // whoever does something else in a turn need not be told to go on
    else if (line.head) this.forget(this.passed);
    const item = make("li", { className: line.head ? "head" : "", tabIndex: -1 }, make("span", {}, this.short(line)));
    Object.assign(item.dataset, { n: line.n });
    item.line = line;
    if (line.head && free) item.append(button("↶", () => this.back(line.n), { className: "back", title: say("to_here"), ariaLabel: say("pair", { a: say("to_here"), b: line.say }) }));
    this.group.append(item);
    this.lines.push(item);
    if (line.head) this.passed = line.pass ? item : null;
  }

  forget(item) {
    if (!item) return;
    item.remove();
    this.lines = this.lines.filter((one) => one !== item);
    if (this.stop === item) this.stop = null;
  }

  // A round begins: what comes of that belongs to nobody's turn.
  round(line) {
    this.list.append(make("li", { className: "round" }, line.say));
    this.group = this.passed = null;
  }

  // A turn begins: whose it is stands above its lines.
  begin(line) {
    this.seat = line.turn ?? (line.head ? line.seat : null);
    this.group = make("ol", {});
    this.passed = null;
    const title = this.seat === null ? [] : [make("h3", {}, this.chip(this.seat), this.name(this.seat))];
    this.list.append(make("li", { className: "turn" }, ...title, this.group));
  }

  // Without the name that stands above it already.
  short(line) {
    const name = this.name(line.seat);
    const match = line.seat === this.seat && name && line.say.startsWith(name) ? /^\s*:\s*(.+)$/.exec(line.say.slice(name.length)) : null;
    return match ? match[1][0].toLocaleUpperCase() + match[1].slice(1) : line.say;
  }

  // What can be taken back from a line on; 0 for nothing.
  allow(from) {
    for (const item of this.lines) {
      const away = item.querySelector(".back");
      if (away) away.hidden = !from || item.line.n < from;
    }
  }

  last() {
    return this.lines.filter((item) => item.classList.contains("head")).at(-1)?.firstChild.textContent || "";
  }

  over(event) {
    const item = event?.target.closest("li:not(.turn, .round)") || null;
    if (item === this.shown) return;
    this.shown = item;
    this.light(item?.line || {});
  }

  rove(item, focus = true) {
    this.stop?.setAttribute("tabindex", "-1");
    this.stop = item;
    item.setAttribute("tabindex", "0");
    if (focus) item.focus();
  }

  key(event) {
    const at = this.lines.indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: this.lines.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (this.lines[to]) this.rove(this.lines[to]);
  }
}
