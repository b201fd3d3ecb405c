// What may be touched now: things that moves are about. One of them is in the order of Tab, arrows lead to the others.
import { build } from "./picture.js";

// Longer names of places would lie over each other.
const FEW = 3, SITE = 1, SHORT = 4;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function words(option) {
  return [option.say, option.cost, option.odds].filter(Boolean).join(", ");
}

export class Glow {
  constructor(picture) {
    this.picture = picture;
    this.found = new Map();      // things by id, with the moves that are about them
    this.rings = new Map();
    this.tags = new Map();       // the names of places that can be chosen
    this.lit = [];
    this.stop = null;
    this.spot = null;
    picture.svg.addEventListener("focusin", (event) => { this.rove(); this.aim(event.target); });
    picture.svg.addEventListener("focusout", () => this.aim(null));
  }

  show(options, seat = null) {
    this.seat = seat;
    const found = new Map();
    const add = (id, option) => found.set(id, [...(found.get(id) || []), option]);
    for (const option of options) {
      const shown = this.about(option);
      for (const id of shown.length ? shown : this.sites(option)) add(id, option);
    }
    for (const id of this.found.keys()) if (!found.has(id)) this.quiet(id);
    this.found = new Map([...found].filter(([id]) => this.picture.nodes.has(id)));
    const boxes = new Map([...this.found.keys()].map((id) => [id, this.box(id)]));
    for (const [id, options_] of this.found) this.live(id, options_, boxes.get(id));
    this.rove();
    this.aim(document.activeElement);
  }

  // What shows the element that a move is about: not on the mats of others, nor equal pieces on the board if it lies beside it too.
  about(option) {
    if (!option.item) return [];
    const all = [...this.picture.nodes.values()].map((one) => one.thing).filter((thing) => thing.kind === option.kind && thing.item === option.item);
    const there = all.filter(({ id }) => option.lies?.some((place) => id === place || id.startsWith(`${place}:`)));
    if (there.length) return there.map((thing) => thing.id);
    const mine = all.filter(({ id }) => !id.startsWith("player:") || id.startsWith(`player:${this.seat}:`));
    const pieces = mine.filter((thing) => thing.layer === 3 && !/^(game|player):/.test(thing.id));
    const others = mine.filter((thing) => !pieces.includes(thing));
    return (pieces.length && others.length ? others : mine.length ? mine : all).map((thing) => thing.id);
  }

  // The sites of which an element is made that has no place of its own; on an own mat, where they lie there.
  sites(option) {
    return (option.sites || []).map((site) => site.split(":")).flatMap(([kind, item]) => this.about({ kind, item }));
  }

  quiet(id) {
    for (const marks of [this.rings, this.tags]) { marks.get(id)?.remove(); marks.delete(id); }
    const node = this.picture.nodes.get(id);
    if (!node) return;
    node.g.classList.remove("live");
    for (const name of ["role", "aria-label"]) node.g.removeAttribute(name);
    node.g.setAttribute("tabindex", "-1");
    this.picture.label(node.g, node.thing);
  }

  live(id, options, box) {
    const { g, thing } = this.picture.nodes.get(id);
    g.classList.add("live");
    g.setAttribute("role", "button");
    g.setAttribute("tabindex", "-1");
    g.setAttribute("aria-label", `${thing.label}: ${options.map(words).join("; ")}`);
    if (!this.rings.has(id)) this.rings.set(id, this.ring("ring"));
    if (thing.turned && this.rings.get(id).parentNode !== g) g.append(this.rings.get(id));
    this.place(this.rings.get(id), id, box);
    const name = options.find((one) => one.item === thing.item)?.name;
    if (thing.layer !== SITE || !name || name.length > SHORT) return;
    if (!this.tags.has(id)) this.tags.set(id, this.tag());
    this.name(this.tags.get(id), name, box, thing);
  }

  // The name of a place, as large as it can be read: in its middle, or below what lies there.
  tag() {
    const made = build(["text", { class: "tag", "text-anchor": "middle", "dominant-baseline": "central" }, ""]);
    this.picture.top.append(made);
    return made;
  }

  name(tag, said, box, thing) {
    if (tag.textContent !== said) tag.textContent = said;
    const free = ![...this.picture.nodes.keys()].some((id) => id.startsWith(`${thing.id}:`));
    for (const [name, value] of Object.entries({ x: thing.at[0] + box.x + box.width / 2, y: thing.at[1] + box.y + (free ? box.height / 2 : box.height) })) tag.setAttribute(name, value);
  }

  ring(look) {
    const made = build(["rect", { class: look }, ""]);
    this.picture.top.append(made);
    return made;
  }

  box(id) {
    return this.picture.nodes.get(id).g.getBBox();
  }

  // A ring lies above everything, so that no neighbour hides half of it; only in a fan each card hides the one before.
  place(ring, id, box) {
    const { g } = this.picture.nodes.get(id), inside = ring.parentNode === g;
    const round = g.querySelector("circle") && Math.abs(box.width - box.height) < 2;
    const about = { x: box.x, y: box.y, width: box.width, height: box.height, rx: round ? box.width / 2 : 9, transform: inside ? "" : g.getAttribute("transform") };
    for (const [name, value] of Object.entries(about)) ring.setAttribute(name, value);
  }

  // What a line of the log is about: places, and elements that do not lie about everywhere.
  named(line) {
    const all = [...this.picture.nodes.values()].map((one) => one.thing);
    return line.things || (line.about || []).flatMap((item) => {
      const found = all.filter((thing) => thing.item === item), sites = found.filter((thing) => thing.layer === 1);
      return (sites.length ? sites : found.length <= FEW ? found : []).map((thing) => thing.id);
    });
  }

  // Rings around what a line of the log, or a move in the list, is about.
  light(ids, name = "") {
    if (!ids.length && !this.lit.length) return;
    for (const ring of this.lit) ring.remove();
    this.lit = ids.filter((id) => this.picture.nodes.has(id)).flatMap((id) => {
      const { thing } = this.picture.nodes.get(id), ring = this.ring("lit"), box = this.box(id);
      this.place(ring, id, box);
      if (thing.layer !== SITE || this.tags.has(id)) return [ring];
      const tag = this.tag();
      this.name(tag, name || thing.label.split(",")[0], box, thing);
      return [ring, tag];
    });
  }

  // What has the focus of keys, above everything too.
  aim(node) {
    this.spot?.remove();
    const id = node?.dataset?.id;
    if (!this.picture.nodes.has(id) || !node.matches(":focus-visible")) return;
    this.spot = this.ring("spot");
    this.place(this.spot, id, this.box(id));
  }

  // All that the same move is about, such as the cells of a column.
  hot(id) {
    const options = this.found.get(id) || [];
    for (const [one, ring] of this.rings) ring.classList.toggle("hot", this.found.get(one).some((option) => options.includes(option)));
  }

  press(id) {
    this.rings.get(id)?.classList.add("pressed");
  }

  // -- by keys --------------------------------------------------------------------------------

  // One thing alone is reached by Tab: what has the focus, else one that glows.
  rove() {
    const focused = document.activeElement?.closest?.("[data-id]")?.dataset.id, before = this.picture.nodes.get(this.stop)?.g;
    if (this.picture.nodes.has(focused)) this.stop = focused;
    else if (!this.found.has(this.stop)) this.stop = this.order()[0] ?? null;
    const now = this.picture.nodes.get(this.stop)?.g;
    if (before && before !== now) before.setAttribute("tabindex", "-1");
    now?.setAttribute("tabindex", "0");
    if (now) this.picture.svg.removeAttribute("tabindex");
    else this.picture.svg.setAttribute("tabindex", "0");
  }

  order() {
    const at = new Map([...this.found.keys()].map((id) => [id, this.picture.middle(id)]));
    return [...at.keys()].sort((a, b) => at.get(a)[1] - at.get(b)[1] || at.get(a)[0] - at.get(b)[0]);
  }

  // The nearest in a direction: what lies straight ahead counts as nearer.
  next(from, key, among) {
    const [dx, dy] = ARROWS[key];
    const [x, y] = this.picture.middle(from);
    let best = null, least = Infinity;
    for (const id of among) {
      const [u, v] = this.picture.middle(id);
      const ahead = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (id === from || ahead < 1) continue;
      const far = ahead + 2 * aside;
      if (far < least) [best, least] = [id, far];
    }
    return best;
  }

  // Moves the focus by an arrow; with Shift, or where nothing glows, through everything that has a name.
  arrow(event) {
    if (!(event.key in ARROWS)) return null;
    event.preventDefault();
    const all = event.shiftKey || !this.found.size;
    const among = all ? [...this.picture.nodes.values()].filter(({ thing }) => thing.item && thing.label).map(({ thing }) => thing.id) : [...this.found.keys()];
    const now = document.activeElement?.closest?.("[data-id]")?.dataset.id;
    const id = this.picture.nodes.has(now) ? this.next(now, event.key, among) : among[0];
    if (id === null || id === undefined) return null;
    this.focus(id);
    return id;
  }

  focus(id) {
    this.picture.nodes.get(id).g.focus({ preventScroll: true });
  }
}
