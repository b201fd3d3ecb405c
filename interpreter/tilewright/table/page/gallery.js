// All games to choose from, each with its variants, and who sits where.
import { $, make, notice, recall, remember, write } from "./dom.js";
import { meant } from "./search.js";
import { began, going, goOn, keep, leave, over } from "./seats.js";
import { language, languages, put, say } from "./words.js";

const AGAIN = 700;
const WHO = ["me", "friend", "mcts:400", "greedy", "random"];
const WORDS = { "mcts:400": "strong" };
// Where games stand: those that come with the program, those of this user, and small ones for those who make games.
const SHELVES = ["own", "games", "classics", "cookbook"];
const shelves = new Map();
let games = [];
let chosen = null;

const plain = (id) => id.split(/[\\/]/).pop().replaceAll("_", " ");
const titled = (game) => game.title?.[language()] || game.title?.en || plain(game.id);
const added = (game) => (game.named?.[language()] || game.names || (game.variants || []).map(plain)).join(" + ");

function name(game) {
  const base = games.find((one) => one.id === game.id && !one.variants.length);
  if (!game.variants.length || !base || titled(game) !== titled(base)) return titled(game);
  return say("pair", { a: titled(base), b: added(game) });
}

const about = (game) => game.about?.[language()] || (game.shelf === "cookbook" ? game.about?.en : "") || "";

function facts(game) {
  const players = game.least === undefined ? "" : game.most === 1 ? say("one") : say("from", { n: game.least === game.most ? game.least : `${game.least}–${game.most}` });
  return [players, game.length ? say("length", { n: rounded(game.length) }) : "", (game.langs || []).map((lang) => lang.toUpperCase()).join(" ")].filter(Boolean).join(" · ");
}

const capital = (said) => said.charAt(0).toLocaleUpperCase(language()) + said.slice(1);

function rounded(n) {
  const step = n < 20 ? 1 : n < 100 ? 10 : 50;
  return Math.max(Math.round(n / step) * step, 1);
}

// The games that are meant by what is searched for, each before its variants.
function draw() {
  document.documentElement.lang = language();
  put();
  $("search").placeholder = say("search");
  const asked = $("search").value.trim();
  const found = new Set(meant(asked, games, (game) => [...Object.values(game.title || {}), game.id, added(game), ...(game.words || [])],
    (game) => [...Object.values(game.about || {}), game.chapter || ""]));
  const groups = [...new Set(games.map((game) => game.id))].map((id) => games.filter((game) => game.id === id).sort((a, b) => a.variants.length - b.variants.length));
  const shown = groups.filter((group) => group.some((one) => found.has(one))).map((group) => [group[0], group.slice(1).filter((one) => found.has(one) || found.has(group[0]))]);
  for (const name of SHELVES) shelf(name, shown.filter(([game]) => (game.shelf || "games") === name), asked);
  const seen = [...shelves.values()].filter((one) => !one.home.hidden);
  for (const one of seen) one.title.hidden = seen.length < 2 && !asked && one.home.tagName !== "DETAILS";
  for (const [id, list, tables] of [["going", "tables", going()], ["finished", "ended", over()]]) {
    $(id).hidden = asked !== "" || !tables.length;
    $(list).replaceChildren(...tables.map(left));
  }
  write($("none"), shown.length ? "" : say(games.length ? "none" : "loading"));
}

// The games of a shelf; those for makers of games are folded until somebody looks for one.
function shelf(name, shown, asked) {
  if (!shelves.has(name)) {
    const folds = name === "cookbook", title = make("h2", {}), cards = make("ul", { className: "cards" });
    const home = make(folds ? "details" : "section", { className: `shelf ${name}` }, folds ? make("summary", {}, title) : title, ...(folds ? [make("p", { className: "quiet" })] : []), cards);
    shelves.set(name, { home, title, cards });
    $("games").append(home);
  }
  const { home, title, cards } = shelves.get(name);
  home.hidden = !shown.length;
  write(title, say(`shelf_${name}`, { n: shown.length }));
  if (home.tagName === "DETAILS") {
    write(home.querySelector("p"), say("recipes"));
    if (Boolean(asked) !== Boolean(home.dataset.asked)) home.open = Boolean(asked);
    home.dataset.asked = asked;
  }
  const before = new Map([...cards.children].map((item) => [item.dataset.drawn, item]));
  const now = shown.map(([game, variants]) => {
    const drawn = JSON.stringify([language(), game, variants]);
    return before.get(drawn) || card(game, variants, drawn);
  });
  if (now.length !== cards.children.length || now.some((item, at) => item !== cards.children[at])) cards.replaceChildren(...now);
}

// A table that was begun here.
function left(entry) {
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(entry.at);
  return make("li", {}, make("button", { type: "button", onclick: () => goOn(entry) }, entry.title, make("small", { className: "quiet" }, when)));
}

function card(game, variants, drawn) {
  const picture = game.ready === false ? make("div", { className: "blank" }) : make("img", { src: `/api/picture/${game.number}.svg?lang=${language()}`, alt: "", loading: "lazy" });
  const said = [...(about(game) ? [make("span", { className: "about" }, about(game))] : []), make("span", { className: "quiet" }, facts(game))];
  const main = make("button", { type: "button", className: "game", onclick: () => open(game) }, ...(game.shelf === "cookbook" ? [] : [picture]), make("strong", {}, titled(game)), ...said);
  const chips = variants.map((one) => make("li", {}, make("button", { type: "button", onclick: () => open(one) }, capital(one.variants.length && (one.ready === false || titled(one) === titled(game)) ? added(one) : titled(one)))));
  const more = variants.length ? [make("div", { className: "more" }, make("h3", {}, say("variants")), make("ul", {}, ...chips))] : [];
  const item = make("li", {}, main, ...more);
  item.dataset.drawn = drawn;
  return item;
}

// -- the dialog -------------------------------------------------------------------------------

const memory = (game) => `choice:${game.id}:${game.variants.join("+")}`;

// Who plays is known of a game that was looked at; one that was not is looked at now.
async function open(asked) {
  if (asked.ready === false) await look(asked.number);
  const game = chosen = games.find((one) => one.number === asked.number) || asked;
  const last = recall(memory(game));
  $("start-title").textContent = name(game);
  $("facts").textContent = facts(game);
  write($("start-about"), about(game));
  $("trouble").hidden = true;
  const least = game.least ?? 2, most = game.most ?? 4, usual = last?.players ?? game.usual ?? least;
  $("players").replaceChildren(...Array.from({ length: most - least + 1 }, (_, n) => new Option(least + n, least + n, false, least + n === usual)));
  seats(last?.seats ?? []);
  $("start").showModal();
  $("play").focus();
}

// Who sat there stays, when there are more or fewer; at first it is one person among bots.
function seats(before = [...$("seats").querySelectorAll("select")].map((select) => select.value)) {
  const known = Array.isArray(before) ? before : [];
  const rows = Array.from({ length: Number($("players").value) }, (_, n) => {
    const who = known[n] || (n ? "greedy" : "me");
    return make("label", {}, say("seat", { n: n + 1 }), make("select", {}, ...WHO.map((one) => new Option(say(WORDS[one] ?? one), one, false, one === who))));
  });
  $("seats").replaceChildren(...rows);
}

async function play(event) {
  event.preventDefault();
  const keys = document.activeElement.matches(":focus-visible");
  const asked = { number: chosen.number, players: Number($("players").value), seats: [...$("seats").querySelectorAll("select")].map((select) => select.value) };
  $("play").disabled = true;
  const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) }).catch(() => null);
  const made = await answer?.json().catch(() => null);
  $("play").disabled = false;
  if (!answer?.ok || !made) { trouble(made); return; }
  remember(memory(chosen), { players: asked.players, seats: asked.seats });
  const own = asked.seats.flatMap((who, seat) => (who === "me" ? [{ seat, token: made.seats[seat] }] : []));
  keep(made.table, own.length ? own : [{ seat: null, token: made.watch }], { ...made, asked: asked.seats });
  began(made.table, chosen.ready === false && !chosen.variants.length ? "" : name(chosen));
  if (asked.seats.includes("friend") && own.length) leave("invite", made.table);
  if (keys) leave("keys", made.table);
  location.href = `/t/${made.table}`;
}

// What the server says; of problems in files where they are.
function trouble(told) {
  const lines = (told?.problems || []).map((one) => `${one.file}:${one.line}: ${one.text}`);
  $("trouble").textContent = told ? [say("failed", { text: told.text || "" }), ...lines].join("\n") : say("gone");
  $("trouble").hidden = false;
}

// Games are looked at one after the other; what is not known yet is asked for again. Recipes wait until somebody opens one.
async function load() {
  if (!await look()) { setTimeout(load, 4 * AGAIN); return; }
  if (games.some((game) => game.ready === false && game.shelf !== "cookbook")) setTimeout(load, AGAIN);
}

async function look(number) {
  const answer = await fetch(`/api/games${number === undefined ? "" : `?look=${number}`}`).catch(() => null);
  if (!answer?.ok) { notice(say("gone"), true); return false; }
  notice("");
  games = await answer.json();
  draw();
  return true;
}

languages($("lang"), draw);
$("players").addEventListener("change", () => seats());
$("cancel").addEventListener("click", () => $("start").close());
$("search").addEventListener("input", draw);
$("start").querySelector("form").addEventListener("submit", play);
// A page that comes back as it was left does not know what has begun since.
window.addEventListener("pageshow", (event) => { if (event.persisted) draw(); });
draw();
await load();
