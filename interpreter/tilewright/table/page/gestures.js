// Fingers, mouse and keys on the board. A press counts where it is let go, whatever was drawn anew in between.
const SLIP = 7, HOLD = 260, NEAR = 14;

export class Gestures {
  constructor({ picture, glow, camera, touch, ask, hover, lift, drop }) {
    Object.assign(this, { picture, glow, camera, touch, ask, hover, lift, drop });
    this.down = new Map();       // pointers that are down
    this.press = null;
    this.ghost = null;
    const svg = picture.svg;
    svg.addEventListener("pointerdown", (event) => this.pressed(event));
    svg.addEventListener("pointermove", (event) => this.moved(event));
    svg.addEventListener("pointerup", (event) => this.released(event));
    svg.addEventListener("pointercancel", (event) => this.gone(event));
    svg.addEventListener("pointerleave", () => { if (!this.press) this.hover(null); });
    svg.addEventListener("contextmenu", (event) => { if (this.press?.finger) event.preventDefault(); });
    svg.addEventListener("click", (event) => this.clicked(event));
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  // What is meant by a point: what glows there before all else; for a finger on empty ground also what glows beside it.
  pick(x, y, finger = false) {
    const stack = this.picture.at(x, y);
    const live = stack.find((id) => this.glow.found.has(id));
    if (live) return live;
    const named = stack.find((id) => { const { thing } = this.picture.nodes.get(id); return thing.label && thing.layer > 0; });
    return named || (finger && this.beside(x, y)) || null;
  }

  beside(x, y) {
    const near = [...this.glow.rings].filter(([, ring]) => {
      const box = ring.getBoundingClientRect();
      return Math.hypot(Math.max(box.left - x, x - box.right, 0), Math.max(box.top - y, y - box.bottom, 0)) < NEAR;
    });
    return near.length === 1 ? near[0][0] : null;
  }

  pressed(event) {
    if (event.button > 0) return;
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
    this.handled = false;
    if (this.down.size > 1) { this.stopped(); this.press = null; return; }
    const id = this.pick(event.clientX, event.clientY, event.pointerType === "touch");
    this.press = { id, live: this.glow.found.has(id), from: [event.clientX, event.clientY], since: event.timeStamp,
      finger: event.pointerType === "touch", moves: (this.glow.found.get(id) || []).map((option) => option.move), doing: "" };
  }

  moved(event) {
    const before = this.down.get(event.pointerId), at = [event.clientX, event.clientY];
    if (!before) { if (event.pointerType !== "touch") this.hover(this.pick(...at)); return; }
    if (this.down.size === 2) { this.pinch(event.pointerId, at); return; }
    this.down.set(event.pointerId, at);
    const press = this.press;
    if (!press) return;
    if (!press.doing && Math.hypot(at[0] - press.from[0], at[1] - press.from[1]) > SLIP) this.begin(event);
    if (press.doing === "pan") this.camera.pan(at[0] - before[0], at[1] - before[1]);
    if (press.doing === "drag") this.carry(at);
  }

  // A press that moves: what glows is dragged, anything else pushes the board. A finger has to rest first to drag.
  begin(event) {
    const press = this.press;
    press.doing = press.live && (!press.finger || event.timeStamp - press.since > HOLD) ? "drag" : "pan";
    this.hover(null);
    this.picture.svg.setPointerCapture(event.pointerId);
    this.picture.svg.classList.add(press.doing);
    if (press.doing !== "drag") return;
    this.ghost = this.picture.nodes.get(press.id).g.cloneNode(true);
    for (const name of ["data-id", "tabindex", "role", "aria-label"]) this.ghost.removeAttribute(name);
    this.ghost.setAttribute("class", "ghost");
    this.picture.top.append(this.ghost);
    press.lifted = this.lift(press.id);
  }

  carry([x, y]) {
    const { from } = this.press, scale = this.camera.scale;
    this.ghost.style.translate = `${(x - from[0]) / scale}px ${(y - from[1]) / scale}px`;
  }

  pinch(id, at) {
    const [other] = [...this.down].filter(([one]) => one !== id).map(([, place]) => place);
    const was = this.down.get(id);
    const far = (a, b) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
    const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const [old, now] = [middle(was, other), middle(at, other)];
    this.camera.pan(now[0] - old[0], now[1] - old[1]);
    this.camera.zoom(far(at, other) / far(was, other), now);
    this.down.set(id, at);
  }

  released(event) {
    const press = this.press;
    this.gone(event);
    if (!press) return;
    this.handled = true;
    if (press.doing === "pan") return;
    const id = this.pick(event.clientX, event.clientY, press.finger);
    if (press.doing === "drag") { this.drop(press.lifted, press.id, id === press.id ? null : id, [event.clientX, event.clientY]); return; }
    if (id === press.id) this.choose(id, press);
  }

  // What glowed when it was pressed must still be about the same; else nothing is done.
  choose(id, press) {
    const options = this.glow.found.get(id);
    if (options && press.live && options.some((option) => press.moves.includes(option.move))) this.touch(id, options);
    else if (!press.live) this.ask(id);
  }

  gone(event) {
    this.down.delete(event.pointerId);
    this.stopped();
    this.press = null;
  }

  stopped() {
    this.ghost?.remove();
    this.ghost = null;
    this.picture.svg.classList.remove("pan", "drag");
  }

  // Presses that come without a pointer: of programs that read the page aloud.
  clicked(event) {
    const id = event.target.closest("[data-id]")?.dataset.id;
    if (event.detail > 0 && this.handled) { this.handled = false; return; }
    if (event.detail === 0 && id) this.go(id);
  }

  go(id) {
    if (this.glow.found.has(id)) this.touch(id, this.glow.found.get(id));
    else this.ask(id);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const id = event.target.closest("[data-id]")?.dataset.id;
    if ((event.key === "Enter" || event.key === " ") && id) { event.preventDefault(); this.go(id); }
    else if (event.key === "+" || event.key === "=") this.camera.zoom(1.25);
    else if (event.key === "-") this.camera.zoom(0.8);
    else if (event.key === "0") this.camera.home();
    else {
      const next = this.glow.arrow(event);
      if (next) this.camera.reveal(next);
    }
  }
}
