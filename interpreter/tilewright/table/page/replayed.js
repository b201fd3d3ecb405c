// The page of a replay that stands alone: one file with the whole game in it.
import { Picture } from "./picture.js";
import { Reel, unpacked } from "./reel.js";
import { WORDS } from "./replay.js";

const SAID = {
  en: { lang: "Language", large: "larger", log: "What happened", start: "The beginning", asks: "{who}: {what}", over: "The game is over", wins: "{who}: first", total: "total" },
  fr: { lang: "Langue", large: "plus grand", log: "Ce qui s’est passé", start: "Le début", asks: "{who} : {what}", over: "La partie est finie", wins: "{who} : premier", total: "total" },
  it: { lang: "Lingua", large: "più grande", log: "Cos’è successo", start: "L’inizio", asks: "{who}: {what}", over: "La partita è finita", wins: "{who}: primo", total: "totale" },
  pl: { lang: "Język", large: "większe", log: "Co się stało", start: "Początek", asks: "{who}: {what}", over: "Koniec gry", wins: "{who}: wygrywa", total: "razem" },
};
const $ = (id) => document.getElementById(id);
const bar = $("bar");
let reel = null, picture = null, lang = "en", view = 0;
let shown = null;        // what is in the picture now

function say(key, values = {}) {
  return (SAID[lang] || SAID.en)[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function kept() { try { return localStorage.getItem("lang"); } catch { return null; } }
function keep() { try { localStorage.setItem("lang", lang); } catch { /* it lasts as long as the page */ } }

async function begin() {
  reel = new Reel(await unpacked($("reel").textContent));
  lang = [kept(), (navigator.language || "").slice(0, 2), "en"].find((one) => reel.langs.includes(one)) || reel.langs[0];
  picture = new Picture($("board"), () => {}, () => {});
  for (const one of reel.langs) $("lang").append(new Option(name(one), one, false, one === lang));
  $("lang").addEventListener("change", () => { lang = $("lang").value; keep(); spoken(); });
  bar.told = (n) => reel.lines(n, view, lang)[0]?.[0] || "";
  bar.turns = reel.turns;
  bar.count = reel.count;
  bar.seat = reel.views[0];
  bar.closes = false;
  bar.address = true;
  spoken();
  bar.addEventListener("seek", draw);
  bar.addEventListener("seat", () => { view = reel.views.indexOf(bar.seat); shown = null; log(); draw(); });
  document.body.dataset.ready = "yes";
}

function name(code) {
  try { const own = new Intl.DisplayNames([code], { type: "language" }).of(code); return own[0].toLocaleUpperCase(code) + own.slice(1); } catch { return code; }
}

// All words anew.
function spoken() {
  shown = null;
  document.documentElement.lang = lang;
  $("label-lang").textContent = say("lang");
  $("label-log").textContent = say("log");
  $("large").setAttribute("aria-label", say("large"));
  $("large").title = say("large");
  bar.words = WORDS[lang] || WORDS.en;
  bar.views = reel.views.map((who) => [who, typeof who === "number" ? reel.seats(lang)[who] : ""]);
  log();
  draw();
}

function log() {
  const items = Array.from({ length: reel.count + 1 }, (_, n) => {
    const button = document.createElement("button");
    button.type = "button";
    const lines = n ? reel.lines(n, view, lang) : [[say("start"), 1, null]];
    for (const [words, head] of lines) {
      const line = document.createElement("span");
      line.textContent = words;
      if (!head) line.className = "also";
      button.append(line);
    }
    button.dataset.n = n;
    const item = document.createElement("li");
    item.append(button);
    item.hidden = !lines.length;
    return item;
  });
  $("log").replaceChildren(...items);
}

function draw() {
  const now = reel.position(bar.n, view, lang);
  paint(now);
  document.title = document.body.dataset.title = now.title;
  document.body.dataset.n = now.n;
  $("title").textContent = now.title;
  $("asked").textContent = now.over ? say("over") : now.asked ? say("asks", { who: now.seats[now.decider] || "–", what: now.asked }) : "";
  sheet(now);
  mark(now.n);
}

function paint(now) {
  if (shown) {
    const set = [...now.things.values()].filter((thing) => shown.things.get(thing.id)?.key !== thing.key);
    const drop = [...shown.things.keys()].filter((id) => !now.things.has(id));
    if (`${now.size}` !== `${shown.size}`) picture.resize(now.size);
    picture.step(set.map((thing) => reel.thing(thing, lang)), drop);
  } else {
    picture.whole({ ...now, things: [...now.things.values()].map((thing) => reel.thing(thing, lang)) });
  }
  shown = now;
}

// Which line of the log is the present one; it is kept in sight.
function mark(n) {
  const buttons = $("log").querySelectorAll("button");
  buttons.forEach((button, at) => {
    if (at === n) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    button.className = at > n ? "ahead" : "";
  });
  const home = $("log").scrollHeight > $("log").clientHeight ? $("log") : $("log").parentNode;
  const [list, own] = [home.getBoundingClientRect(), buttons[n].getBoundingClientRect()];
  if (!$("points").hidden && home !== $("log")) home.scrollTop = 0;
  else if (own.top < list.top || own.bottom > list.bottom) home.scrollTop += own.top - list.top - list.height / 3;
}

// Who has how many points, and for what.
function sheet(now) {
  $("points").hidden = !now.over;
  if (!now.over) return;
  const rows = [["", ...now.seats], ...now.sheet.map((line) => [line.say, ...line.points]), [say("total"), ...now.scores]];
  const table = document.createElement("table");
  rows.forEach((row, y) => {
    const line = table.insertRow();
    row.forEach((cell, x) => {
      const one = document.createElement(x && y ? "td" : y || x ? "th" : "td");
      if (one.tagName === "TH") one.scope = x ? "col" : "row";
      if (!y && now.winners.includes(x - 1)) one.className = "best";
      one.textContent = String(cell ?? "?").replace(/^-(?=\d)/, "−");
      line.append(one);
    });
  });
  const said = document.createElement("p");
  said.textContent = [now.end, ...now.winners.map((seat) => say("wins", { who: now.seats[seat] }))].filter(Boolean).join(" · ");
  $("points").replaceChildren(said, table);
}

$("log").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) { bar.pause(); bar.go(+button.dataset.n); }
});
// As wide as there is room for, instead of wholly in sight; on a small screen it begins so.
function large(is) {
  document.body.classList.toggle("large", is);
  $("large").setAttribute("aria-pressed", is);
}

$("large").addEventListener("click", () => large(!document.body.classList.contains("large")));
large(matchMedia("(max-width: 560px)").matches);
begin();
