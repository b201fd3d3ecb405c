// What the pages themselves say; everything about a game comes from the server.
const WORDS = {
  en: { total: "total", pass: "pass the screen to {who}, then press here", lang: "Language", players: "Players", seats: "Seats", me: "I play", cancel: "cancel", play: "Play", moves: "Moves", log: "What happened",
    undo: "take back", turn: "take back the turn", yours: "your turn", waits: "{who} decides", over: "The game is over", wins: "{who}: first",
    lost: "The line is cut; trying again …", from: "{n} players", seat: "seat {n}", random: "bot (random)", greedy: "bot", choose: "Which one?",
    new: "other games", watch: "you are watching" },
  fr: { total: "total", pass: "passez l’écran à {who}, puis appuyez ici", lang: "Langue", players: "Joueurs", seats: "Places", me: "moi", cancel: "annuler", play: "Jouer", moves: "Coups", log: "Ce qui s’est passé",
    undo: "annuler le coup", turn: "annuler le tour", yours: "à vous", waits: "{who} décide", over: "La partie est finie", wins: "{who} : premier",
    lost: "La liaison est coupée ; nouvel essai …", from: "{n} joueurs", seat: "place {n}", random: "robot (au hasard)", greedy: "robot", choose: "Lequel ?",
    new: "autres jeux", watch: "vous regardez" },
  it: { total: "totale", pass: "passa lo schermo a {who}, poi premi qui", lang: "Lingua", players: "Giocatori", seats: "Posti", me: "io", cancel: "annulla", play: "Gioca", moves: "Mosse", log: "Cos’è successo",
    undo: "annulla la mossa", turn: "annulla il turno", yours: "tocca a te", waits: "decide {who}", over: "La partita è finita", wins: "{who}: primo",
    lost: "La linea è caduta; riprovo …", from: "{n} giocatori", seat: "posto {n}", random: "bot (a caso)", greedy: "bot", choose: "Quale?",
    new: "altri giochi", watch: "stai guardando" },
  pl: { total: "razem", pass: "podaj ekran: {who}, potem naciśnij tutaj", lang: "Język", players: "Gracze", seats: "Miejsca", me: "ja", cancel: "anuluj", play: "Graj", moves: "Ruchy", log: "Co się stało",
    undo: "cofnij ruch", turn: "cofnij turę", yours: "twoja kolej", waits: "decyduje {who}", over: "Koniec gry", wins: "{who}: wygrywa",
    lost: "Połączenie przerwane; próbuję dalej …", from: "gracze: {n}", seat: "miejsce {n}", random: "bot (losowy)", greedy: "bot", choose: "Który?",
    new: "inne gry", watch: "oglądasz" },
};
export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano", pl: "Polski" };

export function language() {
  const kept = localStorage.getItem("lang");
  const own = (navigator.language || "en").slice(0, 2);
  return [kept, own, "en"].find((lang) => lang in WORDS);
}

export function say(key, values = {}) {
  return WORDS[language()][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function languages(select, chosen) {
  for (const [lang, name] of Object.entries(LANGUAGES)) select.append(new Option(name, lang, false, lang === language()));
  select.addEventListener("change", () => { localStorage.setItem("lang", select.value); chosen(select.value); });
}

export function put(id, key) {
  document.getElementById(id).textContent = say(key);
}
