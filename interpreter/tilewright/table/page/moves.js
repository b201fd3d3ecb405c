// The moves in words, beside the board: a complete way to play. What stays the same is not made anew.
import { $, button, make } from "./dom.js";
import { say } from "./words.js";

function same(made, option) {
  return made.dataset.move === String(option.move) && made.dataset.say === option.say && made.dataset.more === more(option);
}

function more(option) {
  return [option.cost, option.odds].filter(Boolean).join(" · ");
}

export class Moves {
  constructor(home, act, light) {
    Object.assign(this, { home, act, light });
  }

  draw(options) {
    const before = [...this.home.children], had = this.home.contains(document.activeElement);
    const now = options.map((option) => before.find((made) => same(made, option)) || this.one(option));
    now.forEach((made, at) => { made.option = options[at]; });
    if (now.length !== before.length || now.some((made, at) => made !== before[at])) {
      for (const made of before) if (!now.includes(made)) made.remove();
      now.forEach((made, at) => { if (this.home.children[at] !== made) this.home.insertBefore(made, this.home.children[at] || null); });
      this.home.scrollTop = 0;
    }
    if (had && !this.home.contains(document.activeElement)) (this.home.querySelector("button") || this.home).focus({ preventScroll: true });
  }

  one(option) {
    const made = choice(option, () => this.act(made.option));
    Object.assign(made.dataset, { move: option.move, say: option.say, more: more(option) });
    for (const kind of ["pointerenter", "focus"]) made.addEventListener(kind, () => this.light(made.option));
    for (const kind of ["pointerleave", "blur"]) made.addEventListener(kind, () => this.light(null));
    return made;
  }
}

function choice(option, pressed) {
  const small = (key) => (option[key] ? [make("small", { className: key }, option[key])] : []);
  const made = button("", pressed, { className: option.pass ? "pass" : "" });
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

