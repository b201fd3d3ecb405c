import { language, languages, put, say } from "./words.js";
import { Picture } from "./picture.js";

const $ = (id) => document.getElementById(id);
const table = location.pathname.split("/").pop();
const picture = new Picture($("board"), touched, (thing) => send({ t: "why", kind: thing.kind, item: thing.item }));
let now = null;          // the last whole view, kept up to date
let socket = null;
let lines = 0;           // how often the line was cut
let asked = 0;           // numbers of what was asked
const pending = new Map();

// The seats of this tab: from the address, then kept for this tab alone.
function seats() {
  const key = `seats:${table}`;
  if (location.hash.length > 1) {
    sessionStorage.setItem(key, JSON.stringify([{ token: location.hash.slice(1) }]));
    history.replaceState(null, "", location.pathname);
  }
  return JSON.parse(sessionStorage.getItem(key) || "[]");
}

let mine = 0;            // which of several seats at one screen looks now
const own = seats();

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.addEventListener("open", () => send({ t: "hello", v: 1, table, seat: own[mine]?.token || null, lang: language() }));
  socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    if (socket.ended) return;
    notice(say("lost"), true);
    setTimeout(connect, Math.min(500 * 2 ** lines++, 8000));
  });
}

function send(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function heard(message) {
  if (message.t === "scene") { whole(message); }
  else if (message.t === "step") { step(message); }
  else if (message.t === "no") { notice(message.text); pending.delete(message.id); }
  else if (message.t === "because") { if (message.text) notice(message.text); }
  else if (message.t === "ok") { pending.delete(message.id); }
  else if (message.t === "bye") { socket.ended = true; notice(message.code); }
}

function whole(message) {
  lines = 0;
  $("notice").hidden = true;
  now = message;
  picture.whole(message);
  $("log").replaceChildren();
  told(message.log, false);
  draw();
}

function step(message) {
  Object.assign(now, message);
  if (message.size) picture.resize(message.size);
  picture.step(message.set, message.drop);
  told(message.log, true);
  draw();
}

function told(log, live) {
  for (const line of log) {
    const item = document.createElement("li");
    item.textContent = line.say;
    if (line.head) item.className = "head";
    $("log").append(item);
  }
  $("log").scrollTop = $("log").scrollHeight;
  if (live && log.length) {
    const spoken = document.createElement("p");
    spoken.textContent = log.map((line) => line.say).join(". ");
    $("said").replaceChildren(spoken);
  }
}

function draw() {
  document.documentElement.lang = now.lang;
  document.title = now.title;
  document.body.dataset.n = now.n;
  $("title").textContent = now.title;
  put("label-moves", "moves"); put("label-log", "log"); put("undo", "undo"); put("undo-turn", "turn"); put("label-lang", "lang");
  $("asked").textContent = status();
  $("asked").className = now.mine ? "mine" : "";
  $("moves").replaceChildren(...now.options.map(button));
  $("undo").hidden = $("undo-turn").hidden = now.you === null;
  picture.options(now.options);
  if (now.over) sheet();
  curtain();
}

// Who has how many points, and for what.
function sheet() {
  const rows = [["", ...now.seats], ...now.sheet.map((line) => [line.say, ...line.points]), [say("total"), ...now.scores]];
  const made = document.createElement("table");
  rows.forEach((row, y) => {
    const line = made.insertRow();
    row.forEach((cell, x) => {
      const one = document.createElement(x && y ? "td" : "th");
      one.textContent = cell;
      line.append(one);
    });
  });
  $("moves").replaceChildren(made);
}

function status() {
  if (now.over) return [say("over"), now.end, ...now.winners.map((s) => say("wins", { who: now.seats[s] }))].filter(Boolean).join(" · ");
  if (now.mine) return `${say("yours")}: ${now.asked}`;
  return say("waits", { who: now.who });
}

function button(option) {
  const made = document.createElement("button");
  made.type = "button";
  made.append(option.say);
  if (option.cost) { const cost = document.createElement("small"); cost.textContent = option.cost; made.append(cost); }
  made.addEventListener("click", () => act(option));
  return made;
}

function act(option) {
  $("choice").close();
  const id = `${mine}.${Date.now()}.${asked++}`;
  pending.set(id, option);
  send({ t: "act", id, move: option.move, key: now.key });
}

// Something on the board was touched that several moves are about.
function touched(options) {
  if (options.length === 1) { act(options[0]); return; }
  const list = document.createElement("ul");
  for (const option of options) { const li = document.createElement("li"); li.append(button(option)); list.append(li); }
  const away = document.createElement("button");
  away.textContent = say("cancel");
  away.addEventListener("click", () => $("choice").close());
  $("choice").replaceChildren(list, away);
  $("choice").showModal();
}

// Several people at one screen: whoever is to decide looks, behind a curtain where there are secrets.
function curtain() {
  const next = own.findIndex((o) => o.seat === now.decider);
  if (now.over || now.mine || next < 0 || next === mine) return;
  mine = next;
  socket.ended = true;
  socket.close();
  if (!now.hides) { connect(); return; }
  picture.whole({ title: now.title, size: now.size, things: [] });
  $("log").replaceChildren();
  $("moves").replaceChildren();
  const shown = document.createElement("button");
  shown.textContent = say("pass", { who: now.who });
  shown.addEventListener("click", () => { $("choice").close(); connect(); });
  $("choice").replaceChildren(shown);
  $("choice").showModal();
}

let fading = 0;
function notice(text, stays = false) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
  clearTimeout(fading);
  if (!stays) fading = setTimeout(() => { $("notice").hidden = true; }, 5000);
}

languages($("lang"), (lang) => send({ t: "lang", lang }));
$("undo").addEventListener("click", () => send({ t: "undo", id: `${asked++}`, to: "step" }));
$("undo-turn").addEventListener("click", () => send({ t: "undo", id: `${asked++}`, to: "turn" }));
setInterval(() => send({ t: "ping" }), 15000);
document.addEventListener("visibilitychange", () => { if (!document.hidden && socket.readyState > 1 && !socket.ended) connect(); });
connect();
