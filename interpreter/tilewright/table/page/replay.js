// A bar to go through a game: <replay-bar>. It knows no game and no server; it tells what is asked of it by events.
//   properties: count, n, turns (where turns begin), lang or words, told (n => what happened then), closes (whether it can be left),
//               seats (names of those as whom one may look) and open (all together too), or views [[value, name]]; seat (who looks now),
//               bookmarks (a key of localStorage for the marks) or address (the marks and the place stand behind the #)
//   events:     seek {n}, seat {seat}, close
export const WORDS = {
  en: { bar: "Replay", at: "{n} of {count}", slider: "Decision", first: "to the beginning", back: "one back", play: "play", pause: "pause",
    next: "one on", last: "to the end", speed: "Speed", who: "As seen by", own: "me", watch: "who only watches", open: "all together", close: "back to the game",
    mark: "mark this place", unmark: "take the mark away", marks: "Marks", go: "go to {n}", note: "Note on {n}", remove: "take away the mark at {n}" },
  fr: { bar: "Revoir la partie", at: "{n} sur {count}", slider: "Décision", first: "au début", back: "un pas en arrière", play: "dérouler", pause: "pause",
    next: "un pas en avant", last: "à la fin", speed: "Vitesse", who: "Vu par", own: "moi", watch: "qui ne fait que regarder", open: "tous ensemble", close: "revenir au jeu",
    mark: "marquer cet endroit", unmark: "enlever la marque", marks: "Marques", go: "aller à {n}", note: "Note sur {n}", remove: "enlever la marque de {n}" },
  it: { bar: "Rivedere la partita", at: "{n} di {count}", slider: "Decisione", first: "all’inizio", back: "un passo indietro", play: "avvia", pause: "pausa",
    next: "un passo avanti", last: "alla fine", speed: "Velocità", who: "Visto da", own: "io", watch: "chi guarda soltanto", open: "tutti insieme", close: "torna al gioco",
    mark: "segna questo punto", unmark: "togli il segno", marks: "Segni", go: "vai a {n}", note: "Nota su {n}", remove: "togli il segno da {n}" },
  pl: { bar: "Powtórka", at: "{n} z {count}", slider: "Decyzja", first: "na początek", back: "krok wstecz", play: "odtwarzaj", pause: "zatrzymaj",
    next: "krok dalej", last: "na koniec", speed: "Tempo", who: "Widziane przez", own: "ja", watch: "kto tylko patrzy", open: "wszyscy razem", close: "wróć do gry",
    mark: "zaznacz to miejsce", unmark: "usuń znacznik", marks: "Znaczniki", go: "idź do {n}", note: "Notatka do {n}", remove: "usuń znacznik {n}" },
};
const SIGNS = {
  first: "M5 5v14M19 5l-10 7 10 7z", back: "M17 5l-10 7 10 7z", play: "M7 4l13 8-13 8z", pause: "M7 4h4v16h-4zM14 4h4v16h-4z",
  next: "M7 5l10 7-10 7z", last: "M19 5v14M5 5l10 7-10 7z", mark: "M6 3h12v18l-6-5-6 5z", remove: "M6 6l12 12M18 6l-12 12", close: "M6 6l12 12M18 6l-12 12",
};
const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1200;
const OPEN = "open";
const FIELDS = "input:not([type=range]), textarea, select, [contenteditable]";

function made(tag, more = {}, ...inside) {
  const one = Object.assign(document.createElement(tag), more);
  one.append(...inside);
  return one;
}

function sign(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return svg;
}

// Marks as text: 12,57:what was noted
export function written(marks) {
  return [...marks].sort(([a], [b]) => a - b).map(([n, note]) => (note ? `${n}:${encodeURIComponent(note)}` : `${n}`)).join(",");
}

export function read(text) {
  const found = new Map();
  for (const one of (text || "").split(",")) {
    const [n, note = ""] = one.split(":");
    if (!/^\d{1,6}$/.test(n)) continue;
    try { found.set(+n, decodeURIComponent(note)); } catch { found.set(+n, ""); }
  }
  return found;
}

class ReplayBar extends HTMLElement {
  #count = 0; #n = 0; #turns = []; #views = []; #seat; #seats = null; #open = false; #closes = true; #words = WORDS.en; #marks = new Map(); #timer = 0; #bookmarks = ""; #address = false;
  #parts = null;
  told = () => "";
  #keys = (event) => this.#key(event);
  #hash = () => this.#follow();

  connectedCallback() {
    if (!this.#parts) this.#build();
    document.addEventListener("keydown", this.#keys);
    window.addEventListener("hashchange", this.#hash);
  }

  disconnectedCallback() {
    this.pause();
    document.removeEventListener("keydown", this.#keys);
    window.removeEventListener("hashchange", this.#hash);
  }

  // -- what it is told ----------------------------------------------------------------------

  get count() { return this.#count; }
  set count(count) { this.#count = count; this.#n = Math.min(this.#n, count); this.#draw(); }
  get n() { return this.#n; }
  set n(n) { this.#n = Math.max(0, Math.min(this.#count, Math.round(n) || 0)); this.#draw(); }
  get turns() { return this.#turns; }
  set turns(turns) { this.#turns = turns; }
  get seat() { return this.#seat; }
  set seat(seat) { this.#seat = seat; this.#choose(); }
  set seats(names) { this.#seats = names; this.#offer(); }
  set open(is) { this.#open = is; this.#offer(); }
  set closes(is) { this.#closes = is; this.#draw(); }
  set lang(lang) { this.words = WORDS[lang] || WORDS.en; }
  get views() { return this.#views; }
  set views(views) { this.#views = views; this.#choose(); }
  set words(words) { this.#words = words; if (this.#parts) { this.#name(); this.#draw(); this.#list(); } }
  set bookmarks(key) { this.#bookmarks = key; try { this.#marks = read(localStorage.getItem(key)); } catch { this.#marks = new Map(); } this.#list(); }
  set address(is) { this.#address = is; if (is) this.#follow(); }
  get playing() { return this.#timer !== 0; }

  #offer() {
    const others = (this.#seats || []).map((name, seat) => [seat, name]);
    this.views = others.length ? [[undefined, ""], ...(this.#open ? [[OPEN, ""]] : []), ...others, [null, ""]] : [];
  }

  // -- going --------------------------------------------------------------------------------

  go(n) {
    const before = this.#n;
    this.n = n;
    if (this.#n === before) return;
    this.#write();
    this.dispatchEvent(new CustomEvent("seek", { detail: { n: this.#n }, bubbles: true }));
  }

  turn(way) {
    const ahead = this.#turns.filter((n) => (way > 0 ? n > this.#n : n < this.#n));
    this.go(way > 0 ? ahead[0] ?? this.#count : ahead.at(-1) ?? 0);
  }

  play() {
    if (this.#n >= this.#count) this.go(0);
    const on = () => {
      this.#timer = 0;
      this.go(this.#n + 1);
      if (this.#n < this.#count) this.#timer = setTimeout(on, PACE / this.#parts.speed.value);
      this.#draw();
    };
    this.#timer = setTimeout(on, PACE / this.#parts.speed.value / 2);
    this.#draw();
  }

  pause() { clearTimeout(this.#timer); this.#timer = 0; if (this.#parts) this.#draw(); }
  toggle() { if (this.playing) this.pause(); else this.play(); }

  #key(event) {
    const at = event.target;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || this.hidden || !this.isConnected) return;
    if (at.closest?.(FIELDS) || (document.querySelector("dialog[open]") && !this.contains(at))) return;
    if (event.key === " " && at.closest?.("button, summary, a, [role=button]")) return;
    const done = {
      ArrowLeft: () => this.go(this.#n - 1), ArrowRight: () => this.go(this.#n + 1), Home: () => this.go(0), End: () => this.go(this.#count),
      PageUp: () => this.turn(-1), PageDown: () => this.turn(1), " ": () => this.toggle(), ...(this.#closes ? { Escape: () => this.#leave() } : {}),
    }[event.key];
    if (!done) return;
    event.preventDefault();
    if (event.key !== " ") this.pause();
    done();
  }

  #leave() { this.dispatchEvent(new CustomEvent("close")); }

  // -- marks --------------------------------------------------------------------------------

  mark(n = this.#n) {
    if (this.#marks.has(n)) this.#marks.delete(n); else this.#marks.set(n, "");
    this.#write();
    this.#list();
    this.#draw();
  }

  #write() {
    if (this.#bookmarks) try { localStorage.setItem(this.#bookmarks, written(this.#marks)); } catch { /* they last as long as the page */ }
    if (!this.#address) return;
    const marks = written(this.#marks);
    history.replaceState(null, "", `#n=${this.#n}${marks ? `&marks=${marks}` : ""}`);
  }

  #follow() {
    if (!this.#address) return;
    const told = Object.fromEntries(location.hash.slice(1).split("&").map((one) => one.split("=")));
    this.#marks = read(told.marks);
    this.#list();
    if (told.n !== undefined) { this.pause(); this.go(+told.n); }
    this.#draw();
  }

  // -- what is seen -------------------------------------------------------------------------

  #build() {
    const button = (name, done) => {
      const one = made("button", { type: "button", className: name }, sign(name));
      one.addEventListener("click", done);
      return one;
    };
    const seek = (n) => () => { this.pause(); this.go(n()); };
    const p = this.#parts = {
      slider: made("input", { type: "range", min: 0, step: 1 }), ticks: made("div", { className: "ticks" }), at: made("output"),
      first: button("first", seek(() => 0)), back: button("back", seek(() => this.#n - 1)), play: button("play", () => this.toggle()),
      close: button("close", () => this.#leave()),
      next: button("next", seek(() => this.#n + 1)), last: button("last", seek(() => this.#count)),
      speed: made("select"), who: made("select"), mark: button("mark", () => this.mark()),
      speedName: made("span"), whoName: made("span"), marksName: made("span"), many: made("b"), list: made("ul"),
    };
    for (const speed of SPEEDS) p.speed.append(new Option(`${speed}×`.replace("0.5", "½"), speed, false, speed === 1));
    p.slider.addEventListener("input", () => { const n = +p.slider.value; this.pause(); this.go(n); });
    p.who.addEventListener("change", () => {
      this.#seat = this.#views[p.who.selectedIndex][0];
      this.dispatchEvent(new CustomEvent("seat", { detail: { seat: this.#seat }, bubbles: true }));
    });
    p.seats = made("label", {}, p.whoName, p.who);
    p.marks = made("details", {}, made("summary", {}, p.marksName, p.many), p.list);
    this.setAttribute("role", "group");
    this.append(made("div", { className: "rail" }, made("div", { className: "way" }, p.slider, p.ticks),
      made("div", { className: "steps" }, p.first, p.back, p.play, p.next, p.last), p.at,
      made("div", { className: "aids" }, made("label", {}, p.speedName, p.speed), p.seats, p.mark, p.marks, p.close)));
    this.#name(); this.#choose(); this.#draw(); this.#list();
  }

  #say(key, values = {}) { return this.#words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]); }

  #name() {
    const p = this.#parts;
    this.setAttribute("aria-label", this.#say("bar"));
    p.slider.setAttribute("aria-label", this.#say("slider"));
    for (const name of ["first", "back", "next", "last", "close"]) { p[name].setAttribute("aria-label", this.#say(name)); p[name].title = this.#say(name); }
    p.speedName.textContent = this.#say("speed");
    p.whoName.textContent = this.#say("who");
    this.#choose();
  }

  #choose() {
    const p = this.#parts;
    if (!p) return;
    p.seats.hidden = this.#views.length < 2;
    const named = ([value, name]) => new Option(name || this.#say({ null: "watch", open: "open" }[value] || "own"), `${value}`, false, value === this.#seat);
    p.who.replaceChildren(...this.#views.map(named));
  }

  #draw() {
    const p = this.#parts;
    if (!p) return;
    const at = { n: this.#n, count: this.#count };
    p.slider.max = this.#count;
    p.slider.value = this.#n;
    p.slider.style.setProperty("--gone", `${this.#count ? 100 * this.#n / this.#count : 0}%`);
    p.slider.setAttribute("aria-valuetext", [this.#say("at", at), this.told(this.#n)].filter(Boolean).join(": "));
    p.at.textContent = `${this.#n} / ${this.#count}`;
    p.first.disabled = p.back.disabled = this.#n === 0;
    p.next.disabled = p.last.disabled = this.#n >= this.#count;
    p.close.hidden = !this.#closes;
    const what = this.playing ? "pause" : "play", marked = this.#marks.has(this.#n);
    if (p.play.dataset.sign !== what) { p.play.replaceChildren(sign(what)); p.play.dataset.sign = what; }
    for (const [one, key] of [[p.play, what], [p.mark, marked ? "unmark" : "mark"]]) { one.setAttribute("aria-label", this.#say(key)); one.title = this.#say(key); }
    p.mark.setAttribute("aria-pressed", marked);
  }

  #list() {
    const p = this.#parts;
    if (!p) return;
    const marks = [...this.#marks].filter(([n]) => n <= this.#count).sort(([a], [b]) => a - b);
    p.marksName.textContent = this.#say("marks");
    p.many.textContent = marks.length;
    p.marks.hidden = !marks.length;
    p.list.replaceChildren(...marks.map(([n, note]) => this.#row(n, note)));
    p.ticks.replaceChildren(...marks.map(([n]) => {
      const tick = made("i");
      tick.style.setProperty("--at", `${n / Math.max(this.#count, 1)}`);
      return tick;
    }));
  }

  #row(n, note) {
    const go = made("button", { type: "button", className: "go", textContent: n });
    go.setAttribute("aria-label", this.#say("go", { n }));
    go.addEventListener("click", () => { this.pause(); this.go(n); });
    const field = made("input", { type: "text", value: note, maxLength: 200, placeholder: this.told(n) });
    field.setAttribute("aria-label", this.#say("note", { n }));
    field.addEventListener("change", () => { this.#marks.set(n, field.value); this.#write(); });
    const away = made("button", { type: "button", className: "remove" }, sign("remove"));
    away.setAttribute("aria-label", this.#say("remove", { n }));
    away.addEventListener("click", () => { this.mark(n); this.#parts.mark.focus(); });
    return made("li", {}, go, field, away);
  }
}

customElements.define("replay-bar", ReplayBar);
// On a served page its looks come with it; a file has them already.
if (!document.querySelector("body.replay")) document.head.append(made("link", { rel: "stylesheet", href: new URL("./replay.css", import.meta.url).href }));
