// Draws scenes. It knows no game and lays nothing out: everything has its place and its shape from the server.
const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(["g", "path", "rect", "circle", "line", "text", "title"]);
const still = matchMedia("(prefers-reduced-motion: reduce)");

function build([tag, attributes, inside]) {
  if (!TAGS.has(tag)) return document.createComment("");
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (typeof inside === "string") made.textContent = inside;
  else made.append(...inside.map(build));
  return made;
}

export class Picture {
  constructor(home, touched, asked) {
    this.touched = touched;
    this.asked = asked;
    this.nodes = new Map();
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("role", "group");
    this.layers = [0, 1, 2, 3].map(() => document.createElementNS(SVG, "g"));
    this.paper = build(["rect", { x: 0, y: 0, fill: "#f7f3ea" }, ""]);
    this.svg.append(this.paper, ...this.layers);
    home.append(this.svg);
  }

  whole(message) {
    this.svg.setAttribute("aria-label", message.title);
    this.resize(message.size);
    for (const { g } of this.nodes.values()) g.remove();
    this.nodes.clear();
    this.step(message.things, []);
  }

  resize([wide, high]) {
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.paper.setAttribute("width", wide);
    this.paper.setAttribute("height", high);
  }

  step(set, drop) {
    for (const id of drop) { this.nodes.get(id)?.g.remove(); this.nodes.delete(id); }
    for (const thing of set) this.put(thing);
  }

  put(thing) {
    const before = this.nodes.get(thing.id);
    const g = before?.g || document.createElementNS(SVG, "g");
    if (!before) {
      g.dataset.id = thing.id;
      g.addEventListener("click", () => { if (!g.classList.contains("live") && thing.item) this.asked(this.nodes.get(thing.id).thing); });
      this.layers[thing.layer].append(g);
    }
    g.setAttribute("transform", `translate(${thing.at[0]} ${thing.at[1]})`);
    const title = thing.label ? [build(["title", {}, thing.label])] : [];
    g.replaceChildren(...title, build(thing.node));
    this.nodes.set(thing.id, { g, thing });
    if (before && !still.matches) this.move(g, before.thing.at, thing.at);
    else if (!before && !still.matches && thing.layer === 3) g.animate([{ opacity: 0 }, { opacity: 1 }], 250);
  }

  move(g, from, to) {
    const [x, y] = [from[0] - to[0], from[1] - to[1]];
    if (x || y) g.animate([{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }], { duration: 250, easing: "ease-out" });
  }

  // What may be touched now: things that moves are about, or the sites on which they lie.
  options(options) {
    for (const { g } of this.nodes.values()) this.quiet(g);
    const about = new Map();
    for (const option of options.filter((o) => o.item)) {
      const key = `${option.kind}:${option.item}`;
      about.set(key, [...(about.get(key) || []), option]);
    }
    for (const [key, found] of about) {
      for (const { g, thing } of this.nodes.values()) {
        if (`${thing.kind}:${thing.item}` === key) this.live(g, thing, found);
      }
    }
  }

  quiet(g) {
    if (!g.classList.contains("live")) return;
    g.classList.remove("live");
    g.querySelector(":scope > .ring")?.remove();
    for (const name of ["tabindex", "role", "aria-label"]) g.removeAttribute(name);
    g.onclick = g.onkeydown = null;
  }

  live(g, thing, options) {
    const box = g.getBBox();
    const ring = build(["rect", { class: "ring", x: box.x - 3, y: box.y - 3, width: box.width + 6, height: box.height + 6, rx: 9 }, ""]);
    g.append(ring);
    g.classList.add("live");
    g.setAttribute("tabindex", "0");
    g.setAttribute("role", "button");
    g.setAttribute("aria-label", `${thing.label}: ${options.map((o) => o.say).join(", ")}`);
    g.onclick = () => this.touched(options);
    g.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.touched(options); } };
  }
}
