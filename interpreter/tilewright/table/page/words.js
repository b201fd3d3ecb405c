import { recall, remember } from "./dom.js";

// What the pages themselves say; everything about a game comes from the server.
export const WORDS = {
  en: {
    lang: "Language", players: "Players", seats: "Who plays?", me: "me, at this screen", friend: "a friend, by link", random: "bot (random)",
    greedy: "bot", cancel: "Cancel", close: "Close", play: "Play", search: "Search games", none: "No game is called that.", variants: "Variants",
    from: "{n} players", one: "1 player", length: "about {n} decisions", seat: "Seat {n}", intro: "Choose a game. What may be done glows; the page tells the rest.",
    failed: "That did not work: {text}", gone: "The server does not answer.", goOn: "Go on with", loading: "Looking for games …",
    moves: "What you may do", log: "What happened", undo: "Back", turn: "Take back the turn", toHere: "Take back to here", back: "Take back {n} decisions?",
    yours: "Your turn", waits: "{who} decides", watch: "You are watching", over: "The game is over", nobody: "Nobody wins", wins: "{who} wins", share: "{who} win together",
    lost: "The line is cut; trying again …", unknown: "There is no such table any more.", noSeat: "This link leads to no seat at this table.",
    refused: "The table does not know that.", nothing: "Not now. You are asked: {asked}", choose: "What will you do?", cost: "Costs: {what}", odds: "Odds: {what}", total: "Total", sheet: "Score sheet", again: "Play again", new: "Other games",
    scores: "Scores", friends: "Friends", settings: "Settings", pass: "Pass the screen to {who}.", shown: "I am {who}: show the table",
    pace: "Pace of the bots", pace0: "quick", pace1: "usual", pace2: "calm", pace3: "slow", forced: "Play forced moves by itself",
    inviting: "Each link is one seat. Whoever has it sits there, without an account.", watching: "To watch only", copy: "Copy", copied: "Copied", qr: "QR code",
    here: "This address works on this machine only. For others in your network, start the table with --host and this machine's address.",
    closer: "Closer", further: "Further away", fit: "Show all", board: "{title}: arrow keys move, Enter chooses, with Shift through everything",
    pair: "{a}: {b}", you: "You are {who}", see: "Look at the board", zoom: "Closer or further away", invite: "Invite", yet: "Waiting for {who}",
    looking: "You are looking back", at: "decision {n} of {count}", live: "Back to the game", beside: "This is another table, from decision {n} on; the first goes on beside it.", first: "To the first table",
  },
  fr: {
    lang: "Langue", players: "Joueurs", seats: "Qui joue ?", me: "moi, à cet écran", friend: "un ami, par lien", random: "robot (au hasard)",
    greedy: "robot", cancel: "Annuler", close: "Fermer", play: "Jouer", search: "Chercher un jeu", none: "Aucun jeu ne s’appelle ainsi.", variants: "Variantes",
    from: "{n} joueurs", one: "1 joueur", length: "environ {n} décisions", seat: "Place {n}", intro: "Choisissez un jeu. Ce qui est possible brille ; la page dit le reste.",
    failed: "Cela n’a pas marché : {text}", gone: "Le serveur ne répond pas.", goOn: "Continuer", loading: "Recherche des jeux …",
    moves: "Ce que vous pouvez faire", log: "Ce qui s’est passé", undo: "Retour", turn: "Annuler le tour", toHere: "Revenir jusqu’ici", back: "Annuler {n} décisions ?",
    yours: "À vous", waits: "{who} décide", watch: "Vous regardez", over: "La partie est finie", nobody: "Personne ne gagne", wins: "{who} gagne", share: "{who} gagnent ensemble",
    lost: "La liaison est coupée ; nouvel essai …", unknown: "Cette table n’existe plus.", noSeat: "Ce lien ne mène à aucune place de cette table.",
    refused: "La table ne connaît pas cela.", nothing: "Pas maintenant. On vous demande : {asked}", choose: "Que faire ?", cost: "Coûte : {what}", odds: "Chances : {what}", total: "Total", sheet: "Feuille de score", again: "Rejouer", new: "Autres jeux",
    scores: "Score", friends: "Amis", settings: "Réglages", pass: "Passez l’écran à {who}.", shown: "Je suis {who} : montrer la table",
    pace: "Rythme des robots", pace0: "vif", pace1: "habituel", pace2: "calme", pace3: "lent", forced: "Jouer tout seul les coups forcés",
    inviting: "Chaque lien est une place. Qui l’a s’y assied, sans compte.", watching: "Pour regarder seulement", copy: "Copier", copied: "Copié", qr: "Code QR",
    here: "Cette adresse ne marche que sur cette machine. Pour d’autres sur votre réseau, lancez la table avec --host et l’adresse de la machine.",
    closer: "Plus près", further: "Plus loin", fit: "Tout montrer", board: "{title} : les flèches déplacent, Entrée choisit, avec Maj on parcourt tout",
    pair: "{a} : {b}", you: "Vous êtes {who}", see: "Regarder le plateau", zoom: "Plus près ou plus loin", invite: "Inviter", yet: "En attente de {who}",
    looking: "Vous revoyez la partie", at: "décision {n} sur {count}", live: "Revenir au jeu", beside: "Voici une autre table, à partir de la décision {n} ; la première continue à côté.", first: "Vers la première table",
  },
  it: {
    lang: "Lingua", players: "Giocatori", seats: "Chi gioca?", me: "io, a questo schermo", friend: "un amico, con un link", random: "bot (a caso)",
    greedy: "bot", cancel: "Annulla", close: "Chiudi", play: "Gioca", search: "Cerca un gioco", none: "Nessun gioco si chiama così.", variants: "Varianti",
    from: "{n} giocatori", one: "1 giocatore", length: "circa {n} decisioni", seat: "Posto {n}", intro: "Scegli un gioco. Ciò che si può fare brilla; la pagina dice il resto.",
    failed: "Non ha funzionato: {text}", gone: "Il server non risponde.", goOn: "Continua", loading: "Cerco i giochi …",
    moves: "Che cosa puoi fare", log: "Che cosa è successo", undo: "Indietro", turn: "Annulla il turno", toHere: "Torna fin qui", back: "Annullare {n} decisioni?",
    yours: "Tocca a te", waits: "Decide {who}", watch: "Stai guardando", over: "La partita è finita", nobody: "Non vince nessuno", wins: "Vince {who}", share: "Vincono insieme {who}",
    lost: "La linea è caduta; riprovo …", unknown: "Questo tavolo non c’è più.", noSeat: "Questo link non porta a nessun posto di questo tavolo.",
    refused: "Il tavolo non lo conosce.", nothing: "Non adesso. Ti si chiede: {asked}", choose: "Che cosa fare?", cost: "Costa: {what}", odds: "Probabilità: {what}", total: "Totale", sheet: "Segnapunti", again: "Gioca ancora", new: "Altri giochi",
    scores: "Punti", friends: "Amici", settings: "Impostazioni", pass: "Passa lo schermo a {who}.", shown: "Sono {who}: mostra il tavolo",
    pace: "Ritmo dei bot", pace0: "rapido", pace1: "normale", pace2: "calmo", pace3: "lento", forced: "Gioca da solo le mosse obbligate",
    inviting: "Ogni link è un posto. Chi ce l’ha si siede lì, senza account.", watching: "Solo per guardare", copy: "Copia", copied: "Copiato", qr: "Codice QR",
    here: "Questo indirizzo vale solo su questa macchina. Per altri nella tua rete, avvia il tavolo con --host e l’indirizzo della macchina.",
    closer: "Più vicino", further: "Più lontano", fit: "Mostra tutto", board: "{title}: le frecce spostano, Invio sceglie, con Maiusc si passa su tutto",
    pair: "{a}: {b}", you: "Tu sei {who}", see: "Guarda il tabellone", zoom: "Più vicino o più lontano", invite: "Invita", yet: "In attesa di {who}",
    looking: "Stai rivedendo la partita", at: "decisione {n} di {count}", live: "Torna al gioco", beside: "Questo è un altro tavolo, dalla decisione {n} in poi; il primo continua a fianco.", first: "Al primo tavolo",
  },
  pl: {
    lang: "Język", players: "Gracze", seats: "Kto gra?", me: "ja, przy tym ekranie", friend: "znajomy, przez link", random: "bot (losowy)",
    greedy: "bot", cancel: "Anuluj", close: "Zamknij", play: "Graj", search: "Szukaj gry", none: "Żadna gra się tak nie nazywa.", variants: "Warianty",
    from: "gracze: {n}", one: "gracze: 1", length: "około {n} decyzji", seat: "Miejsce {n}", intro: "Wybierz grę. Świeci się to, co można zrobić; resztę powie strona.",
    failed: "To się nie udało: {text}", gone: "Serwer nie odpowiada.", goOn: "Graj dalej", loading: "Szukam gier …",
    moves: "Co możesz zrobić", log: "Co się stało", undo: "Wstecz", turn: "Cofnij turę", toHere: "Cofnij aż dotąd", back: "Cofnąć decyzje: {n}?",
    yours: "Twoja kolej", waits: "Decyduje {who}", watch: "Oglądasz", over: "Koniec gry", nobody: "Nikt nie wygrywa", wins: "Wygrywa {who}", share: "Wspólnie wygrywają {who}",
    lost: "Połączenie przerwane; próbuję dalej …", unknown: "Tego stołu już nie ma.", noSeat: "Ten link nie prowadzi do żadnego miejsca przy tym stole.",
    refused: "Stół tego nie zna.", nothing: "Nie teraz. Pytanie brzmi: {asked}", choose: "Co zrobić?", cost: "Koszt: {what}", odds: "Szanse: {what}", total: "Razem", sheet: "Arkusz punktów", again: "Zagraj jeszcze raz", new: "Inne gry",
    scores: "Punkty", friends: "Znajomi", settings: "Ustawienia", pass: "Podaj ekran: {who}.", shown: "To ja, {who}: pokaż stół",
    pace: "Tempo botów", pace0: "szybkie", pace1: "zwykłe", pace2: "spokojne", pace3: "wolne", forced: "Wymuszone ruchy grają się same",
    inviting: "Każdy link to jedno miejsce. Kto go ma, tam siada, bez konta.", watching: "Tylko do oglądania", copy: "Kopiuj", copied: "Skopiowano", qr: "Kod QR",
    here: "Ten adres działa tylko na tym komputerze. Dla innych w twojej sieci uruchom stół z --host i adresem tego komputera.",
    closer: "Bliżej", further: "Dalej", fit: "Pokaż wszystko", board: "{title}: strzałki przesuwają, Enter wybiera, z Shift przez wszystko",
    pair: "{a}: {b}", you: "Grasz jako {who}", see: "Obejrzyj planszę", zoom: "Bliżej lub dalej", invite: "Zaproś", yet: "Czekamy na: {who}",
    looking: "Oglądasz przebieg gry", at: "decyzja {n} z {count}", live: "Wróć do gry", beside: "To inny stół, od decyzji {n}; pierwszy toczy się obok.", first: "Do pierwszego stołu",
  },
};
export const LANGUAGES = { en: "English", fr: "Français", it: "Italiano", pl: "Polski" };

// An address may name a language; from then on it is the one of this browser.
const named = new URLSearchParams(location.search).get("lang");
if (named in WORDS) remember("lang", named);

export function language() {
  const own = (navigator.language || "en").slice(0, 2);
  return [recall("lang"), own, "en"].find((lang) => lang in WORDS);
}

export function say(key, values = {}) {
  return (WORDS[language()][key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function languages(select, chosen) {
  for (const [lang, name] of Object.entries(LANGUAGES)) select.append(new Option(name, lang, false, lang === language()));
  select.addEventListener("change", () => { remember("lang", select.value); chosen(select.value); });
}

// Puts a word into each element that names one: `data-say` as its text, `data-name` as its name for those who cannot see it.
export function put(root = document) {
  for (const node of root.querySelectorAll("[data-say]")) { const said = say(node.dataset.say); if (node.textContent !== said) node.textContent = said; }
  for (const node of root.querySelectorAll("[data-name]")) { node.setAttribute("aria-label", say(node.dataset.name)); node.title = say(node.dataset.name); }
}
