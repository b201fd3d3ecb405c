// What a thing is, what it does, what may be done with it, and why not: a card beside it, for mouse, keys and fingers.
import { make, write } from "./dom.js";
import { say } from "./words.js";

const SOON = 320, GRACE = 160, AWAY = 10;

export class Card {
  constructor(box, picture, glow) {
    Object.assign(this, { box, picture, glow });
    this.id = null;
    this.timer = 0;
    this.asks = [];              // why there is no move about these
    this.stays = false;          // asked for by a press: until another, or Escape
    box.addEventListener("pointerenter", () => clearTimeout(this.timer));
    box.addEventListener("pointerleave", () => this.hover(null));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.hide(); });
    document.addEventListener("pointerdown", (event) => { if (!box.contains(event.target)) this.hide(); });
    window.addEventListener("resize", () => this.hide());
  }

  hover(id) {
    if ((this.stays && (id === null || id === this.id)) || id === this.over) return;
    Object.assign(this, { over: id, stays: false });
    clearTimeout(this.timer);
    this.timer = id === null ? setTimeout(() => this.hide(), GRACE) : setTimeout(() => this.show(id), this.id ? GRACE : SOON);
  }

  show(id, stays = false, why = "") {
    const node = this.picture.nodes.get(id);
    if (!node?.thing.label) { this.hide(); return; }
    Object.assign(this, { id, stays });
    clearTimeout(this.timer);
    const [name, text] = told(node.thing), site = this.site(node.thing);
    const options = this.glow.found.get(id) || [];
    this.why = make("p", { className: "why", hidden: !why }, why);
    this.box.replaceChildren(make("strong", {}, name), ...(site ? [make("small", {}, site.label)] : []), ...(text ? [make("p", {}, text)] : []),
      ...(options.length ? [make("ul", {}, ...options.slice(0, 6).map(line))] : []), this.why);
    this.box.hidden = false;
    this.place(node.g.getBoundingClientRect());
  }

  // What it lies on.
  site({ id, at, layer }) {
    if (layer < 2) return null;
    const below = [...this.picture.nodes.values()].map((one) => one.thing).find((one) => one.layer === 1 && one.label && one.at[0] === at[0] && one.at[1] === at[1]);
    return below && below.id !== id ? below : null;
  }

  // The position is another now.
  fresh() {
    if (!this.box.hidden) this.show(this.id, this.stays, this.why.textContent);
  }

  because(text) {
    if (this.box.hidden) return;
    write(this.why, text);
    this.why.hidden = !text;
    const node = this.picture.nodes.get(this.id);
    if (node) this.place(node.g.getBoundingClientRect());
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
    Object.assign(this, { id: null, over: null, stays: false });
  }

  // On the side where it covers the least of what glows, inside the window.
  place(thing) {
    const { offsetWidth: wide, offsetHeight: high } = this.box;
    const [x, y] = [(thing.left + thing.right - wide) / 2, (thing.top + thing.bottom - high) / 2];
    const sides = [[thing.right + AWAY, y], [thing.left - wide - AWAY, y], [x, thing.bottom + AWAY], [x, thing.top - high - AWAY]];
    const rings = [...this.glow.rings.values()].map((ring) => ring.getBoundingClientRect());
    const within = (at, size, all) => Math.min(Math.max(at, 6), Math.max(all - size - 6, 6));
    const cost = ([left, top]) => {
      const [u, v] = [within(left, wide, innerWidth), within(top, high, innerHeight)];
      const hidden = rings.filter((r) => r.right > u && r.left < u + wide && r.bottom > v && r.top < v + high).length;
      const over = thing.right > u && thing.left < u + wide && thing.bottom > v && thing.top < v + high;
      return hidden + (over ? 100 : 0);
    };
    const [left, top] = sides.reduce((best, side) => cost(side) < cost(best) ? side : best);
    this.box.style.left = `${within(left, wide, innerWidth)}px`;
    this.box.style.top = `${within(top, high, innerHeight)}px`;
  }
}

// The name of a thing, and what it does.
function told(thing) {
  if (thing.text) return [thing.label.replace(thing.text, "").replace(/[\s:]+$/, ""), thing.text];
  const [name, ...rest] = thing.label.split(": ");
  return [name.trim(), rest.join(": ")];
}

function line(option) {
  const more = [option.cost && say("cost", { what: option.cost }), option.odds && say("odds", { what: option.odds })].filter(Boolean).join(" · ");
  return make("li", {}, option.say, ...(more ? [make("small", {}, more)] : []));
}
