// Tools for those who make games: what is wrong in their files, a closer look, a look back, another table from here.
import { about, Closer } from "./closer.js";
import { $, button, make, notice, write } from "./dom.js";
import { tell } from "./toolwords.js";
import { language } from "./words.js";

let table = null;        // what table.js lends: send, picture, now, look, keep
let closer = null;
let back = null;         // the bar with which one looks back, while one does
let asking = false, next = null;
let drawn = "";

export function begin(lent) {
  table = lent;
  closer = new Closer(table.picture, (thing) => table.send({ t: "about", kind: thing.kind, item: thing.item }));
}

export function heard(message) {
  const known = { trouble, about: shown, past: looked, situation: written, replay: saved, forked: ({ table: to }) => table.carry(to), beside: besides }[message.t];
  known?.(message);
}

// Buttons, drawn anew when something about them is another than before.
export function draw() {
  const now = table.now();
  const state = JSON.stringify([language(), now.alone, now.you, !!back, closer.on]);
  $("desk").hidden = false;
  if (state === drawn) return;
  drawn = state;
  const may = now.alone && now.you !== null;
  const tool = (key, does, on = false) => button(tell(key), does, { className: "plain", ariaPressed: String(on) });
  $("tool-list").replaceChildren(
    tool("look", look, closer.on), tool("replay", lookBack, !!back),
    ...(may ? [tool("fork", fork), tool("situation", () => table.send({ t: "situation" })), tool("beside", beside)] : []),
    tool("file", () => table.send({ t: "replay" })));
  write($("tool-title"), tell("tools"));
}

// -- a closer look ----------------------------------------------------------------------------

function look() {
  closer.turn(!closer.on);
  $("about").replaceChildren(...(closer.on ? [make("p", { className: "quiet" }, tell("looking"))] : []));
  draw();
}

function shown(message) {
  $("about").replaceChildren(...(message.item ? about(message) : []));
}

// -- a look back ------------------------------------------------------------------------------

async function lookBack() {
  if (back) { leave(); return; }
  await import("./replay.js");
  const now = table.now();
  back = make("replay-bar");
  Object.assign(back, { lang: language(), count: now.n, n: now.n, seats: now.alone ? now.seats : null, open: now.alone, bookmarks: `replay:${location.pathname}` });
  back.addEventListener("seek", () => peek());
  back.addEventListener("seat", () => peek());
  back.addEventListener("close", leave);
  $("board").append(back);
  draw();
  peek();
}

function leave() {
  back.remove();
  back = null;
  table.look(null);
  draw();
}

// One question at a time; the last one counts.
function peek() {
  const question = { t: "peek", n: back.n, ...(back.seat === undefined ? {} : { as: back.seat }) };
  if (asking) { next = question; return; }
  asking = true;
  table.send(question);
}

function looked(message) {
  asking = false;
  if (!back) return;
  table.look(message);
  if (next) { const question = next; next = null; asking = true; table.send(question); }
}

// -- other tables -----------------------------------------------------------------------------

function fork() {
  table.send({ t: "fork", n: back ? back.n : table.now().n });
}

// All games that are known here; the server may still be looking at them.
async function known() {
  const games = await (await fetch("/api/games")).json();
  if (games.every((game) => game.ready)) return games;
  await new Promise((later) => setTimeout(later, 300));
  return known();
}

async function beside() {
  const games = await known();
  const here = games.find((game) => game.id === table.now().game && !game.variants.length);
  const others = games.filter((game) => here && game.id === here.id && game.variants.length);
  const list = others.map((game) => button((game.named?.[language()] || game.names || game.variants).join(" + "), () => {
    $("choice").close();
    table.send({ t: "beside", n: back ? back.n : table.now().n, variants: game.variants });
  }));
  $("choice").replaceChildren(make("h2", {}, tell("beside")), ...(list.length ? [make("ul", {}, ...list.map((one) => make("li", {}, one)))] : [make("p", {}, tell("none"))]),
    button(tell("close"), () => $("choice").close()));
  $("choice").showModal();
}

// The same seats at both; they are seen side by side.
function besides({ tables }) {
  for (const to of tables) table.carry(to, false);
  location.href = `/side/${tables.join("/")}`;
}

// -- files ------------------------------------------------------------------------------------

function written({ text }) {
  const field = make("textarea", { value: text, readOnly: true, rows: 14, ariaLabel: tell("situation"), spellcheck: false });
  const copy = button(tell("copy"), async () => {
    field.select();
    try { await navigator.clipboard.writeText(text); } catch { document.execCommand("copy"); }
    copy.textContent = tell("copied");
  });
  $("choice").replaceChildren(make("h2", {}, tell("situation")), field,
    make("menu", {}, copy, button(tell("save"), () => save("situation.yaml", text, "text/yaml")), button(tell("close"), () => $("choice").close())));
  $("choice").showModal();
}

function saved({ text }) {
  save(`${table.now().title}.html`, text, "text/html");
}

function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// -- what is wrong in the files ---------------------------------------------------------------

function trouble({ problems, notes, text, misfit, plays }) {
  const wrong = problems.length > 0 || text;
  const was = !$("trouble").hidden;
  $("trouble").hidden = !wrong && !misfit;
  if (!wrong && !misfit) { if (was) notice(tell("fine")); return; }
  $("trouble").replaceChildren(
    make("p", {}, misfit ? tell("misfit", { why: misfit }) : tell(plays ? "texts_wrong" : "wrong")), ...(text ? [make("p", {}, text)] : []),
    make("ul", {}, ...problems.map(problem)), ...notes.map((note) => make("p", { className: "quiet" }, note)),
    ...(misfit && table.now()?.you !== null ? [button(tell("restart"), () => table.send({ t: "restart" }), { className: "main" })] : []));
}

function problem({ file, line, col, text, excerpt }) {
  const at = `${file.split(/[\\/]/).slice(-3).join("/")}:${line}:${col}`;
  return make("li", {}, make("code", {}, at), " ", text, ...(excerpt.length ? [make("pre", {}, excerpt.join("\n"))] : []));
}
