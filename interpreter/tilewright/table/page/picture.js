// Draws scenes. It knows no game and lays nothing out: everything has its place and its shape from the server.
const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["g", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text", "tspan", "title", "svg", "defs", "use", "image", "linearGradient", "radialGradient", "stop", "clipPath"]);
// Pictures of the game, and nothing else, may be referred to.
const HREF = /^(#art-[a-z0-9_-]+|data:image\/png;base64,[A-Za-z0-9+/=]+)$/;
const TOP = 4;           // above the layers of a scene: what glows, and what flies
const LASTS = 320;
export const still = matchMedia("(prefers-reduced-motion: reduce)");

export function build([tag, attributes, inside]) {
  if (!TAGS.has(tag)) return document.createComment("");
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) if (!name.startsWith("on") && (name !== "href" || HREF.test(value))) made.setAttribute(name, value);
  if (typeof inside === "string") made.textContent = inside;
  else made.append(...inside.map(build));
  return made;
}

// A piece by itself, as a small picture in the text.
export function icon(node) {
  const made = document.createElementNS(SVG, "svg");
  for (const [name, value] of [["viewBox", "-21 -21 42 42"], ["class", "chip"], ["aria-hidden", "true"]]) made.setAttribute(name, value);
  made.append(build(node));
  return made;
}

const about = (thing) => `${thing.kind}:${thing.item}`;

function grouped(things) {
  const found = new Map();
  for (const thing of things) if (thing.item) found.set(about(thing), [...(found.get(about(thing)) || []), thing]);
  return found;
}

export class Picture {
  constructor(home) {
    this.nodes = new Map();
    this.size = [1, 1];
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("role", "group");
    this.layers = [0, 1, 2, 3, TOP].map(() => document.createElementNS(SVG, "g"));
    this.paper = build(["rect", { class: "paper", x: 0, y: 0, rx: 16, fill: "#f7f3ea" }, ""]);
    this.svg.append(this.paper, ...this.layers);
    this.top = this.layers[TOP];
    this.top.setAttribute("aria-hidden", "true");
    home.prepend(this.svg);
  }

  // All that there is; what is there already and stays the same is not touched.
  whole(message, moves = false) {
    this.svg.setAttribute("aria-label", message.title);
    this.resize(message.size);
    const kept = new Set(message.things.map((thing) => thing.id));
    this.step(message.things, [...this.nodes.keys()].filter((id) => !kept.has(id)), {}, moves && this.nodes.size > 0);
  }

  resize(size) {
    this.size = size;
    this.svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.paper.setAttribute("width", size[0]);
    this.paper.setAttribute("height", size[1]);
  }

  step(set, drop, from = {}, moves = true) {
    const ways = moves && !still.matches ? this.ways(set, drop, from) : null;
    for (const id of drop) { this.nodes.get(id)?.g.remove(); this.nodes.delete(id); }
    for (const thing of set) this.put(thing, ways);
    for (const { ghost, at, to } of ways?.ghosts || []) this.fly(ghost, at, to);
  }

  put(thing, ways) {
    const before = this.nodes.get(thing.id);
    const g = before?.g || document.createElementNS(SVG, "g");
    const drawn = JSON.stringify(thing.node);
    if (!before) {
      g.dataset.id = thing.id;
      this.layers[thing.layer].append(g);
    }
    g.setAttribute("transform", `translate(${thing.at[0]} ${thing.at[1]})${thing.turned ? ` rotate(${thing.turned})` : ""}`);
    if (before?.drawn !== drawn) g.replaceChildren(build(thing.node));
    this.nodes.set(thing.id, { g, thing, drawn });
    if (!before || before.thing.label !== thing.label) this.label(g, thing);
    if (!ways) return;
    const source = before ? null : ways.sources.get(thing.id);
    if (before) this.move(g, before.thing.at[0] - thing.at[0], before.thing.at[1] - thing.at[1]);
    else if (source) { const [x, y] = this.middle(thing.id); this.move(g, source[0] - x, source[1] - y); }
    else if (thing.layer === 3) g.animate([{ opacity: 0 }, { opacity: 1 }], LASTS);
  }

  // In words, for those who cannot see it; what an element is of can be reached by keys.
  label(g, thing) {
    if (!thing.label || thing.layer === 0 || g.classList.contains("live")) return;
    g.setAttribute("role", "img");
    g.setAttribute("aria-label", thing.label);
    if (thing.item) g.setAttribute("tabindex", "-1");
  }

  move(g, x, y) {
    if (x || y) g.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], { duration: LASTS, easing: "ease-out" });
  }

  // The middle of a thing as it is drawn.
  middle(id) {
    const { g, thing } = this.nodes.get(id);
    const box = g.getBBox();
    return [thing.at[0] + box.x + box.width / 2, thing.at[1] + box.y + box.height / 2];
  }

  // Where what is new comes from: as the step tells, else from the only thing of the same element that goes or changes.
  // Where there are several, nothing is guessed.
  ways(set, drop, from) {
    const known = (thing) => this.nodes.get(thing.id)?.thing;
    const gone = grouped(drop.map((id) => this.nodes.get(id)?.thing).filter(Boolean));
    const fresh = grouped(set.filter((thing) => !known(thing)));
    const other = grouped(set.filter((thing) => known(thing) && about(known(thing)) === about(thing) && known(thing).label !== thing.label));
    const sources = new Map(), ghosts = [];
    for (const thing of set.filter((one) => !known(one))) {
      const told = from[thing.id] ?? thing.from;
      const [went, less] = [gone.get(about(thing)) || [], other.get(about(thing)) || []];
      const source = went.length === 1 && fresh.get(about(thing))?.length === 1 ? went[0].id : !went.length && less.length === 1 ? less[0].id : null;
      if (Array.isArray(told)) sources.set(thing.id, told);
      else if (this.nodes.has(told ?? source)) sources.set(thing.id, this.middle(told ?? source));
    }
    for (const [key, things] of gone) {
      const more = other.get(key) || [];
      if (fresh.has(key) || more.length !== 1) continue;
      for (const { id } of things) ghosts.push({ ghost: this.nodes.get(id).g.cloneNode(true), at: this.middle(id), to: more[0].id });
    }
    return { sources, ghosts };
  }

  fly(ghost, at, to) {
    const [x, y] = this.middle(to);
    ghost.setAttribute("class", "ghost");
    for (const name of ["data-id", "tabindex", "role", "aria-label"]) ghost.removeAttribute(name);
    this.top.append(ghost);
    const flight = ghost.animate([{ translate: "0px 0px" }, { translate: `${x - at[0]}px ${y - at[1]}px`, opacity: 0.4 }], { duration: LASTS, easing: "ease-in" });
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }

  // What lies at a point of the window, from the top.
  at(x, y) {
    const found = document.elementsFromPoint(x, y).map((node) => this.svg.contains(node) && node.closest("[data-id]")?.dataset.id);
    return [...new Set(found.filter(Boolean))];
  }
}
