// Which part of a board is seen. It stays where somebody has put it, and fits by itself until then.
const MOST = 6, MARGIN = 8, LEGIBLE = 0.34;

export class Camera {
  constructor(picture) {
    this.picture = picture;
    this.svg = picture.svg;
    this.own = false;            // whether somebody has moved it
    [this.x, this.y, this.scale] = [0, 0, 1];
    new ResizeObserver(() => this.sized()).observe(this.svg.parentElement);
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  get room() { return [this.svg.parentElement.clientWidth || 1, this.svg.parentElement.clientHeight || 1]; }

  // After the scene or the window has another size.
  sized() {
    if (this.own) this.look(this.x, this.y, this.scale);
    else this.home();
  }

  least() {
    const [wide, high] = this.room;
    return Math.min(wide / (this.picture.size[0] + 2 * MARGIN), high / (this.picture.size[1] + 2 * MARGIN));
  }

  // All of it where that can be read; else as wide as it is; else the board itself.
  home() {
    const [wide] = this.room, [whole] = this.picture.size;
    const across = wide / (whole + 2 * MARGIN), board = this.picture.nodes.get("board")?.thing;
    this.own = false;
    if (this.least() >= LEGIBLE) this.look(0, 0, this.least());
    else if (across >= LEGIBLE || !board) this.look(-MARGIN, -MARGIN, across);
    else this.look(board.at[0] - MARGIN, board.at[1] - MARGIN, Math.max(across, wide / (board.size[0] + 2 * MARGIN)));
  }

  whole() {
    this.own = true;
    this.look(0, 0, this.least());
  }

  // What is shown: from a corner on, so large. Nothing can be pushed out of sight.
  look(x, y, scale) {
    const [wide, high] = this.room, [width, height] = this.picture.size;
    this.scale = Math.min(Math.max(scale, this.least()), Math.max(MOST, this.least()));
    const [w, h] = [wide / this.scale, high / this.scale];
    const inside = (at, seen, all) => seen >= all + 2 * MARGIN ? (all - seen) / 2 : Math.min(Math.max(at, -MARGIN), all + MARGIN - seen);
    this.x = inside(x, w, width);
    this.y = inside(y, h, height);
    this.svg.setAttribute("viewBox", `${this.x} ${this.y} ${w} ${h}`);
    this.svg.style.setProperty("--unit", `${1 / this.scale}px`);
    this.svg.classList.toggle("loose", w < width || h < height);
  }

  // So much closer, at a point of the window that stays where it is.
  zoom(by, point = null) {
    const box = this.svg.getBoundingClientRect();
    const [px, py] = point ? [point[0] - box.left, point[1] - box.top] : [box.width / 2, box.height / 2];
    const [u, v] = [this.x + px / this.scale, this.y + py / this.scale];
    const scale = Math.min(Math.max(this.scale * by, this.least()), MOST);
    this.own = true;
    this.look(u - px / scale, v - py / scale, scale);
  }

  pan(dx, dy) {
    this.own = true;
    this.look(this.x - dx / this.scale, this.y - dy / this.scale, this.scale);
  }

  wheel(event) {
    if (!event.ctrlKey && !this.svg.classList.contains("loose")) return;
    event.preventDefault();
    if (event.ctrlKey) this.zoom(Math.exp(-event.deltaY / 180), [event.clientX, event.clientY]);
    else if (event.shiftKey && !event.deltaX) this.pan(-event.deltaY, 0);
    else this.pan(-event.deltaX, -event.deltaY);
  }

  // If none of some things is in sight, goes to where they are.
  bring(ids) {
    const [wide, high] = this.room, [w, h] = [wide / this.scale, high / this.scale];
    const all = ids.map((id) => this.picture.middle(id));
    if (!all.length || all.some(([x, y]) => x > this.x && x < this.x + w && y > this.y && y < this.y + h)) return;
    const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
    const from = (some, seen) => Math.max((Math.min(...some) + Math.max(...some) - seen) / 2, Math.min(...some) - seen / 2);
    this.own = true;
    this.look(Math.min(from(xs, w), Math.min(...xs) - 30), Math.min(from(ys, h), Math.min(...ys) - 60), this.scale);
  }

  // Moves as little as is needed to have a thing in sight.
  reveal(id) {
    const [x, y] = this.picture.middle(id), [wide, high] = this.room, edge = 40;
    const into = (at, from, seen) => at < from + edge ? at - edge : at > from + seen - edge ? at - seen + edge : from;
    const [u, v] = [into(x, this.x, wide / this.scale), into(y, this.y, high / this.scale)];
    if (u !== this.x || v !== this.y) { this.own = true; this.look(u, v, this.scale); }
  }
}
