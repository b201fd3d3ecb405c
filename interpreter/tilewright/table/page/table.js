// The table: what the server tells, drawn; what people do, sent. No rule of any game is known here.
import { status } from "./asked.js";
import { Back } from "./back.js";
import { Camera } from "./camera.js";
import { Card } from "./card.js";
import * as desk from "./desk.js";
import { $, button, make, notice, write } from "./dom.js";
import { Gestures } from "./gestures.js";
import { Glow } from "./glow.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { choose, Moves } from "./moves.js";
import { icon, Picture } from "./picture.js";
import * as seats from "./seats.js";
import { sheet } from "./sheet.js";
import { forced, paced, switches } from "./switches.js";
import { language, languages, offer, put, say, speak } from "./words.js";

const table = location.pathname.split("/").pop();
let own = seats.own(table);
let mine = Math.min(seats.looked(table), Math.max(own.length - 1, 0));   // which of several seats at one screen looks now
let now = null;          // the last whole view, kept up to date
let past = null;         // what is looked at instead of the present
let acted = null;        // the position for which a move was sent
let dropped = null;      // where something was let go before the next choice was there
let shown = null;        // the position that was drawn last
let ended = null;        // the end of which the sheet was shown
let wide = width();

const picture = new Picture($("board"));
const camera = new Camera(picture);
const glow = new Glow(picture);
const card = new Card($("card"), picture, glow);
const moves = new Moves($("moves"), act, (option) => glow.light(option?.item ? [...glow.found].filter(([, all]) => all.some((o) => o.move === option.move)).map(([id]) => id) : [], option?.name));
const log = new Log($("log"), { chip, name: (seat) => (seat === null ? "" : now.seats[seat] || ""), back: (n) => back.from(n, now.n + 1 - n), light: (one) => glow.light(glow.named(one)) });
const back = new Back(log, undo);
const line = new Line(heard, () => notice(say("lost"), true));
const send = (message) => line.send(message);
const gestures = new Gestures({ picture, glow, camera, touch, ask, lift, drop, hover });

function hover(id) {
  glow.hot(id);
  card.hover(id);
}

function width() {
  return Math.min(Math.round(innerWidth / 60) * 60, 1440);
}

function connect() {
  line.open(() => ({ t: "hello", v: 1, table, seat: own[mine]?.token || null, also: own.map((one) => one.token), lang: language(), wide }));
}

function heard(message) {
  const known = { scene: whole, step, no: refused, ok: () => {}, because, bye, moved: rematch,
    pace: (m) => { now.pace = m.ms; paced(m.ms); }, pong: () => {} }[message.t];
  if (known) known(message);
  else desk.heard(message);
}

function refused(message) {
  acted = null;
  if (message.text || message.id) notice(message.text || say("refused"));
  if (now) draw();
}

// Of all that was asked about the first answer counts; without any, it is not about this at all.
function because({ text, kind, item }) {
  const before = card.asks.length;
  card.asks = card.asks.filter((one) => one.kind !== kind || one.item !== item);
  if (card.asks.length === before || (!text && card.asks.length)) return;
  card.asks = [];
  reason(text || say("nothing", { asked: now.asked }));
}

function reason(text) { card.because(text); spoken(text); }

function bye({ code }) {
  if (code === "unknown") seats.forget(table);
  notice({ unknown: say("unknown"), no_seat: say("no_seat"), again: say("lost") }[code] || code, true);
}

// The same people play another game.
function rematch({ table: to }) {
  seats.carry(table, to, false);
  if (seats.links(table)) seats.began(to, now.title);
  location.href = `/t/${to}`;
}

// -- what there is ----------------------------------------------------------------------------

function whole(message) {
  const moves_ = now !== null && message.why === "undo";
  if (!$("notice").hidden && !moves_) notice("");
  now = message;
  acted = dropped = null;
  past = null;
  card.hide();
  picture.whole(message, moves_);
  log.clear();
  told(message.log, false);
  draw();
  desk.back();
  arrived();
}

// What is to be done once when the page has come: those who were called together meet, and who came by keys goes on by keys.
function arrived() {
  if (now.you !== null && !now.over) seats.known(table, now.title);
  if (!$("curtain").open && seats.left("invite", table)) seats.invite(table, now, chip, true);
  desk.beside(seats.left("beside", table));
}

function step(message) {
  if (!now) return;
  Object.assign(now, message);
  if (past) { told(message.log, true); draw(); return; }
  if (message.size) picture.resize(message.size);
  picture.step(message.set, message.drop, message.from);
  told(message.log, true);
  draw();
}

function told(lines, live) {
  log.add(lines, now.you !== null);
  write($("last"), log.last());
  if (live && lines.length) spoken(lines.map((one) => one.say).join(". "));
}

function spoken(said) {
  $("said").replaceChildren(make("p", {}, said));
}

function draw() {
  words();
  camera.sized();
  const free = now.mine && acted !== now.key && !past;
  glow.show(free || acted === now.key ? now.options : [], now.you);
  if (free && shown !== now.key) camera.bring([...glow.found.keys()]);
  shown = now.key;
  if (past) moves.instead(button(say("live"), desk.leave, { className: "main" }));
  else if (now.over) over();
  else moves.draw(now.options);
  $("moves").classList.toggle("end", now.over || past !== null);
  if (free && glow.found.size && document.activeElement === document.body && seats.left("keys", table)) glow.focus(glow.order()[0]);
  card.fresh();
  forced.wait(now, free, act);
  if (free && dropped) landed();
  desk.draw?.();
  curtain();
}

function words() {
  speak(now.lang);
  document.documentElement.lang = now.lang;
  document.title = `${now.mine && !now.over ? "● " : ""}${now.title}`;
  document.body.dataset.n = now.n;
  put();
  write($("title"), now.title);
  picture.svg.setAttribute("aria-label", say("board", { title: now.title }));
  status(now, past && { n: past.n, count: desk.count() });
  $("whose").replaceChildren(...[now.over || past || now.decider === null ? null : chip(now.decider)].filter(Boolean));
  offer($("lang"), now.langs);
  back.show(now.you === null || past ? null : now.back);
  $("last").hidden = past !== null;
  $("scores").hidden = !now.scores?.some((points) => points !== null);
  $("friends").hidden = !seats.friends(table, now.you).length;
  $("watchers").hidden = !seats.links(table) || !$("friends").hidden;
  $("label-moves").hidden = !now.options.length || past !== null;
  paced(now.pace);
}

// The piece of a player, as the picture has it, small.
function chip(seat) {
  const id = `seat:${seat}`, thing = picture.nodes.get(id)?.thing || now.things.find((one) => one.id === id);
  return thing ? icon(thing.node) : null;
}

function over() {
  moves.instead(button(say("sheet"), () => sheet(now, chip, again), { className: "main" }), ...(now.you === null ? [] : [button(say("again"), again)]),
    make("a", { href: "/", className: "button" }, say("new")));
  if (ended === now.epoch && !$("sheet").open) return;
  ended = now.epoch;
  seats.ended(table);
  sheet(now, chip, again);
}

const again = () => line.ask({ t: "rematch" });

// -- what people do ---------------------------------------------------------------------------

function act(option) {
  if (!now.mine || acted === now.key || past) return;
  acted = now.key;
  forced.free();
  card.hide();
  for (const [id, options] of glow.found) if (options.some((one) => one.move === option.move)) glow.press(id);
  line.ask({ t: "act", move: option.move, key: now.key });
}

// Something on the board was touched that moves are about.
function touch(id, options) {
  card.hide();
  if (options.length === 1) act(options[0]);
  else choose(options, act, picture.nodes.get(id).g.getBoundingClientRect());
}

// Something was touched about which there is no move: what it is, and why not.
function ask(id) {
  if (!id) { card.hide(); return; }
  card.show(id, true);
  const { thing } = picture.nodes.get(id);
  card.asks = now.mine ? [thing, card.site(thing)].filter((one) => one?.item) : [];
  for (const one of card.asks) send({ t: "why", kind: one.kind, item: one.item });
  if (!card.asks.length && !now.over) reason(now.mine ? say("nothing", { asked: now.asked }) : say("waits", { who: now.who }));
}

// What is picked up is chosen; where it is let go is the answer to the next question, if that is about it.
function lift(id) {
  const options = glow.found.get(id) || [];
  if (options.length !== 1 || acted === now.key) return null;
  act(options[0]);
  return { n: now.n + 1, you: now.you };
}

function drop(lifted, from, to) {
  if (lifted === null) { if (glow.found.has(from)) touch(from, glow.found.get(from)); return; }
  if (!to) return;
  dropped = { ...lifted, to };
  if (now.mine && now.n >= dropped.n) landed();
}

function landed() {
  const { to, n, you } = dropped;
  if (now.n < n) return;
  dropped = null;
  if (now.n === n && now.you === you && glow.found.has(to)) touch(to, glow.found.get(to));
}

function undo(to) {
  forced.hold();
  line.ask({ t: "undo", to });
}

// Several people at one screen: whoever is to decide looks, behind a curtain where there are secrets.
function curtain() {
  const next = own.findIndex((one) => one.seat === now.decider);
  if (now.over || now.mine || next < 0 || next === mine) return;
  mine = next;
  seats.looks(table, mine);
  if (!now.hides) { connect(); return; }
  line.end();
  picture.whole({ title: now.title, size: now.size, things: [] });
  glow.show([]);
  card.hide();
  log.clear();
  moves.draw([]);
  write($("last"), "");
  $("choice").close();
  $("sheet").close();
  const shown = button(say("shown", { who: now.who }), () => { $("curtain").close(); connect(); }, { className: "main" });
  $("curtain").replaceChildren(make("p", {}, say("pass", { who: now.who })), shown);
  if (!$("curtain").open) $("curtain").showModal();
}

// For tools: another position than the present one, until there is none given.
function look(other) {
  past = other;
  picture.whole(other || now, true);
  if (past) draw();
  else connect();
}

languages($("lang"), (lang) => send({ t: "lang", lang }));
switches(send);
picture.svg.addEventListener("focusin", ({ target }) => card.hover(target.matches(":focus-visible") ? target.dataset.id || null : null));
picture.svg.addEventListener("focusout", () => card.hover(null));
$("curtain").addEventListener("cancel", (event) => event.preventDefault());
for (const [id, does] of Object.entries({
  scores: () => sheet(now, chip, again), friends: () => seats.invite(table, now, chip),
  watchers: () => { $("switches").close(); seats.invite(table, now, chip); },
  zooms: () => $("zooms").setAttribute("aria-expanded", String($("zoom").classList.toggle("open"))),
  closer: () => camera.zoom(1.3), further: () => camera.zoom(1 / 1.3), fit: () => (camera.own ? camera.home() : camera.whole()),
})) $(id).addEventListener("click", does);
// The link of a seat at this very table, in a tab that shows it already.
window.addEventListener("hashchange", () => {
  if (location.hash.length < 2) return;
  [own, mine] = [seats.own(table), 0];
  $("curtain").close();
  connect();
});
document.addEventListener("keydown", (event) => { if (event.target === document.body && !event.defaultPrevented && !past && !document.querySelector("dialog[open]")) gestures.key(event); });
window.addEventListener("resize", () => { if (Math.abs(width() - wide) >= 120) { wide = width(); send({ t: "wide", wide }); } });
$("history").open = !matchMedia("(max-width: 760px), (max-height: 480px)").matches;
put();
desk.begin({ send, picture, now: () => now, look, carry: (to, goes = true) => seats.carry(table, to, goes), leave: seats.leave });
connect();
