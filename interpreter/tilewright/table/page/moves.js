// The moves in words, beside the board: a complete way to play. What stays the same is not made anew.
import { $, button, make } from "./dom.js";
import { say } from "./words.js";

const WHOLE = 3, EDGE = 3;
const leaves = (option) => option.pass || option.ends;

const looks = (option) => JSON.stringify([option.move, option.say, option.cost, option.odds, leaves(option)]);

export class Moves {
  constructor(home, act, light) {
    Object.assign(this, { home, act, light });
    this.list = make("div", { className: "list" });
    this.away = make("div", { className: "away" });      // to pass, or to go on: in sight however long the list is
    home.append(this.list, this.away);
    new ResizeObserver(() => this.room()).observe(home);
  }

  draw(options) {
    const had = this.home.contains(document.activeElement);
    this.fill(this.list, options.filter((option) => !leaves(option)));
    this.fill(this.away, options.filter(leaves));
    if (had && !this.home.contains(document.activeElement)) (this.home.querySelector("button") || this.home).focus({ preventScroll: true });
    this.room();
  }

  fill(home, options) {
    const before = [...home.children];
    const now = options.map((option) => before.find((made) => made.looks === looks(option)) || this.one(option));
    now.forEach((made, at) => { made.option = options[at]; });
    if (now.length === before.length && now.every((made, at) => made === before[at])) return;
    for (const made of before) if (!now.includes(made)) made.remove();
    now.forEach((made, at) => { if (home.children[at] !== made) home.insertBefore(made, home.children[at] || null); });
    home.scrollTop = 0;
  }

  // Something else in the place of moves.
  instead(...nodes) {
    this.list.replaceChildren(...nodes);
    this.away.replaceChildren();
    this.room();
  }

  // So many whole buttons stay in sight, whatever else wants room beside them.
  room() {
    const ask = this.home.parentElement, [first] = this.list.children, last = this.list.children[Math.min(this.list.children.length, WHOLE) - 1];
    const least = first ? last.offsetTop + last.offsetHeight - first.offsetTop + 2 * EDGE : 0;
    ask.style.minHeight = `${ask.offsetHeight - this.list.offsetHeight + least}px`;
  }

  one(option) {
    const made = choice(option, () => this.act(made.option));
    made.looks = looks(option);
    for (const kind of ["pointerenter", "focus"]) made.addEventListener(kind, () => this.light(made.option));
    for (const kind of ["pointerleave", "blur"]) made.addEventListener(kind, () => this.light(null));
    return made;
  }
}

function choice(option, pressed) {
  const small = (key) => (option[key] ? [make("small", { className: key }, option[key])] : []);
  const made = button("", pressed, { className: leaves(option) ? "pass" : "" });
  made.append(make("span", {}, option.say, ...small("odds")), ...small("cost"));
  return made;
}

// Something on the board was touched that several moves are about.
export function choose(options, act, box) {
  const dialog = $("choice");
  const list = make("ul", {}, ...options.map((option) => make("li", {}, choice(option, () => { dialog.close(); act(option); }))));
  dialog.replaceChildren(make("h2", {}, say("choose")), list, button(say("cancel"), () => dialog.close(), { className: "plain" }));
  dialog.showModal();
  beside(dialog, box);
}

// A question that needs a yes.
export function confirm(said, yes) {
  const dialog = $("choice");
  const sure = button(said, () => { dialog.close(); yes(); }, { className: "main" });
  dialog.replaceChildren(make("ul", {}, make("li", {}, sure)), button(say("cancel"), () => dialog.close(), { className: "plain" }));
  dialog.showModal();
  beside(dialog, null);
}

// Near what was touched, inside the window; without that in the middle.
function beside(dialog, box) {
  const [wide, high] = [dialog.offsetWidth, dialog.offsetHeight];
  const within = (at, size, all) => Math.min(Math.max(at, 8), Math.max(all - size - 8, 8));
  const at = box && innerWidth > 760 ? [within(box.right + 12, wide, innerWidth), within((box.top + box.bottom - high) / 2, high, innerHeight)] : null;
  dialog.classList.toggle("near", at !== null);
  dialog.style.left = at ? `${at[0]}px` : "";
  dialog.style.top = at ? `${at[1]}px` : "";
}

