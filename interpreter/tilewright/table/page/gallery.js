import { language, languages, put, say } from "./words.js";

const $ = (id) => document.getElementById(id);
let games = [];
let chosen = null;

function name(game) {
  return game.title[language()] || game.title.en || game.id;
}

function draw() {
  document.documentElement.lang = language();
  put("label-lang", "lang"); put("label-players", "players"); put("label-seats", "seats"); put("cancel", "cancel"); put("play", "play");
  $("games").replaceChildren(...games.map(card));
}

function card(game) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  const picture = document.createElement("img");
  picture.src = `/api/picture/${game.number}.svg`; picture.alt = ""; picture.loading = "lazy";
  const title = document.createElement("strong");
  title.textContent = name(game);
  const about = document.createElement("span");
  about.className = "quiet";
  const players = game.least === game.most ? game.least : `${game.least}–${game.most}`;
  about.textContent = [say("from", { n: players }), ...game.variants.map((v) => `${game.id} + ${v}`)].join(" · ");
  button.append(picture, title, about);
  button.addEventListener("click", () => open(game));
  item.append(button);
  return item;
}

function open(game) {
  chosen = game;
  $("start-title").textContent = name(game);
  const counts = Array.from({ length: game.most - game.least + 1 }, (_, n) => game.least + n);
  $("players").replaceChildren(...counts.map((n) => new Option(n, n, false, n === (game.usual || game.least))));
  seats();
  $("start").showModal();
}

function seats() {
  const rows = Array.from({ length: +$("players").value }, (_, n) => {
    const label = document.createElement("label");
    const select = document.createElement("select");
    for (const who of ["me", "greedy", "random"]) select.append(new Option(say(who), who, false, (who === "me") === (n === 0)));
    label.append(say("seat", { n: n + 1 }), select);
    return label;
  });
  $("seats").replaceChildren(...rows);
}

async function play(event) {
  event.preventDefault();
  const asked = { number: chosen.number, players: +$("players").value, seats: [...$("seats").querySelectorAll("select")].map((s) => s.value) };
  const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
  if (!answer.ok) return;
  const made = await answer.json();
  const own = made.persons.map((seat) => ({ seat, token: made.seats[seat] }));
  sessionStorage.setItem(`seats:${made.table}`, JSON.stringify(own.length ? own : [{ seat: null, token: made.watch }]));
  location.href = `/t/${made.table}`;
}

languages($("lang"), draw);
$("players").addEventListener("change", seats);
$("cancel").addEventListener("click", () => $("start").close());
$("start").querySelector("form").addEventListener("submit", play);
games = await (await fetch("/api/games")).json();
draw();
