// Tools for those who make games: what is wrong in their files, a closer look, a look back, another table from here.
import { about, Closer } from "./closer.js";
import { $, button, make, notice, write } from "./dom.js";
import { tell } from "./toolwords.js";
import { language, say } from "./words.js";

let table = null;        // what table.js lends: send, picture, now, look, keep
let closer = null;
let bar = null;          // the bar with which one looks back, while one does
let asking = false, next = null, from = 0;
let drawn = "", folded = false;

export function begin(lent) {
  table = lent;
  closer = new Closer(table.picture, (thing) => {
    const { left, right } = table.picture.nodes.get(thing.id).g.getBoundingClientRect();
    $("about").classList.toggle("right", (left + right) / 2 < $("board").clientWidth / 2);     // away from what is looked at
    table.send({ t: "about", kind: thing.kind, item: thing.item });
  });
  $("desk").firstElementChild.addEventListener("toggle", fold);
}

export function heard(message) {
  const known = { trouble, about: shown, past: looked, situation: written, replay: saved, forked, beside: besides }[message.t];
  known?.(message);
}

// What happened makes room for the tools, and comes back afterwards.
function fold({ target }) {
  if (target.open === folded) return;
  if (target.open && !$("history").open) return;
  folded = target.open;
  $("history").open = !folded;
}

// Buttons, drawn anew when something about them is another than before.
export function draw() {
  const now = table.now();
  const state = JSON.stringify([language(), now.alone, now.you, !!bar, closer.on]);
  $("desk").hidden = false;
  if (state === drawn) return;
  drawn = state;
  const may = now.alone && now.you !== null;
  const tool = (key, does, on = false) => button(tell(key), does, { className: "plain", ariaPressed: String(on) });
  $("tool-list").replaceChildren(
    tool("look", look, closer.on), tool("replay", lookBack, !!bar),
    ...(may ? [tool("fork", fork), tool("situation", () => table.send({ t: "situation" })), tool("beside", variants)] : []),
    tool("file", () => table.send({ t: "replay" })));
  write($("hint"), closer.on ? tell("looking") : "");
  write($("tool-title"), tell("tools"));
}

// -- a closer look ----------------------------------------------------------------------------

function look() {
  closer.turn(!closer.on);
  $("about").hidden = true;
  draw();
}

// On the board, on the side where it does not cover what is looked at.
function shown(message) {
  $("about").hidden = !message.item || !closer.on;
  if ($("about").hidden) return;
  $("about").replaceChildren(away($("about")), ...about(message));
  $("about").scrollTop = 0;
}

function away(node) {
  return button("×", () => { node.hidden = true; }, { className: "plain away", ariaLabel: tell("close"), title: tell("close") });
}

// -- a look back ------------------------------------------------------------------------------

async function lookBack() {
  if (bar) { leave(); return; }
  await import("./replay.js");
  const now = table.now();
  bar = make("replay-bar");
  Object.assign(bar, { lang: language(), count: now.n, n: now.n, seats: now.alone ? now.seats : null, open: now.alone, bookmarks: `replay:${location.pathname}` });
  bar.addEventListener("seek", () => peek());
  bar.addEventListener("seat", () => peek());
  bar.addEventListener("close", leave);
  $("board").after(bar);
  draw();
  peek();
}

// How many decisions there are to look back at.
export const count = () => bar?.count ?? table.now().n;

// The present was told anew, but somebody looks back.
export function back() {
  if (!bar) return;
  bar.lang = language();
  peek();
}

export function leave() {
  if (!bar) return;
  bar.remove();
  bar = null;
  table.look(null);
  draw();
}

// One question at a time; the last one counts.
function peek() {
  const question = { t: "peek", n: bar.n, ...(bar.seat === undefined ? {} : { as: bar.seat }) };
  if (asking) { next = question; return; }
  asking = true;
  table.send(question);
}

function looked(message) {
  asking = false;
  if (!bar) return;
  table.look(message);
  if (next) { const question = next; next = null; asking = true; table.send(question); }
}

// -- other tables -----------------------------------------------------------------------------

function fork() {
  from = bar ? bar.n : table.now().n;
  table.send({ t: "fork", n: from });
}

function forked({ table: to }) {
  table.leave("beside", to, { n: from, first: location.pathname });
  table.carry(to);
}

// Whoever plays on from somewhere sits at another table now.
export function beside(told) {
  if (!told) return;
  $("beside").hidden = false;
  $("beside").replaceChildren(away($("beside")), say("beside", { n: told.n }), " ", make("a", { href: told.first }, say("first")));
}

// The variants of this game that are known here; those that the server has not looked at yet it looks at now.
async function known() {
  const all = async (look = "") => (await (await fetch(`/api/games${look}`)).json()).filter((game) => game.id === table.now().game && game.variants.length);
  let found = await all();
  for (const { number, ready } of found) if (!ready) found = await all(`?look=${number}`);
  return found;
}

async function variants() {
  const others = await known();
  const list = others.map((game) => button((game.named?.[language()] || game.names || game.variants).join(" + "), () => {
    $("choice").close();
    table.send({ t: "beside", n: bar ? bar.n : table.now().n, variants: game.variants });
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
  for (const mark of $("trouble").querySelectorAll("mark")) mark.parentElement.scrollLeft = mark.offsetLeft - mark.parentElement.offsetLeft - mark.parentElement.clientWidth / 2;
}

function problem({ file, line, col, text, excerpt }) {
  const at = `${file.split(/[\\/]/).slice(-3).join("/")}:${line}:${col}`;
  return make("li", {}, make("code", {}, at), " ", text, ...(excerpt.length ? [make("pre", { tabIndex: 0 }, ...marked(excerpt.join("\n")))] : []));
}

// The sign that points at what is wrong can be brought into sight.
function marked(text) {
  const at = text.search(/\^[\^~]*\s*$/m);
  if (at < 0) return [text];
  const end = at + /^[\^~]+/.exec(text.slice(at))[0].length;
  return [text.slice(0, at), make("mark", {}, text.slice(at, end)), text.slice(end)];
}
