// What the tools of designers say.
import { language } from "./words.js";

const WORDS = {
  en: { tools: "Tools", look: "Look closer", looking: "Touch a thing on the board: its values, where they are written, its texts.", replay: "Look back",
    file: "Replay as a file", fork: "Play on from here", situation: "As a situation", copy: "Copy", save: "Save", copied: "Copied", beside: "Beside a variant", none: "no variant of this game is known here",
    fine: "The rules are in order again.", texts_wrong: "The texts of this game have problems; it can be played with them.", wrong: "The files of this game have problems; the table goes on with the rules from before.",
    misfit: "The rules have changed, and this game does not fit them: {why}. It goes on with the rules from before.", restart: "Begin again with the new rules",
    fields: "Now", values: "In the data", texts: "Texts", hidden: "not known to you", usual: "not written: as usual", close: "Close", apart: "Open it by itself", changed: "The rules have changed; the game goes on with them." },
  fr: { tools: "Outils", look: "Regarder de près", looking: "Touchez une chose du plateau : ses valeurs, où elles sont écrites, ses textes.", replay: "Revoir la partie",
    file: "La partie en un fichier", fork: "Continuer d’ici", situation: "En situation", copy: "Copier", save: "Enregistrer", copied: "Copié", beside: "À côté d’une variante", none: "aucune variante de ce jeu n’est connue ici",
    fine: "Les règles sont de nouveau en ordre.", texts_wrong: "Les textes de ce jeu ont des problèmes ; on peut y jouer ainsi.", wrong: "Les fichiers de ce jeu ont des problèmes ; la table continue avec les règles d’avant.",
    misfit: "Les règles ont changé, et cette partie n’y va pas : {why}. Elle continue avec les règles d’avant.", restart: "Recommencer avec les nouvelles règles",
    fields: "Maintenant", values: "Dans les données", texts: "Textes", hidden: "vous ne le savez pas", usual: "non écrit : comme d’habitude", close: "Fermer", apart: "Ouvrir à part", changed: "Les règles ont changé ; la partie continue avec elles." },
  it: { tools: "Strumenti", look: "Guarda da vicino", looking: "Tocca una cosa sul tabellone: i suoi valori, dove sono scritti, i suoi testi.", replay: "Rivedi la partita",
    file: "La partita in un file", fork: "Continua da qui", situation: "Come situazione", copy: "Copia", save: "Salva", copied: "Copiato", beside: "Accanto a una variante", none: "qui non si conosce nessuna variante di questo gioco",
    fine: "Le regole sono di nuovo in ordine.", texts_wrong: "I testi di questo gioco hanno problemi; si può giocare lo stesso.", wrong: "I file di questo gioco hanno problemi; il tavolo continua con le regole di prima.",
    misfit: "Le regole sono cambiate e questa partita non ci sta: {why}. Continua con le regole di prima.", restart: "Ricomincia con le nuove regole",
    fields: "Adesso", values: "Nei dati", texts: "Testi", hidden: "non lo sai", usual: "non scritto: come al solito", close: "Chiudi", apart: "Apri a parte", changed: "Le regole sono cambiate; la partita continua con esse." },
  pl: { tools: "Narzędzia", look: "Przyjrzyj się", looking: "Dotknij czegoś na planszy: wartości, gdzie je zapisano, teksty.", replay: "Obejrzyj grę",
    file: "Gra jako plik", fork: "Graj dalej stąd", situation: "Jako sytuacja", copy: "Kopiuj", save: "Zapisz", copied: "Skopiowano", beside: "Obok wariantu", none: "nie ma tu wariantu tej gry",
    fine: "Reguły są znowu w porządku.", texts_wrong: "W tekstach tej gry są błędy; można grać mimo nich.", wrong: "W plikach tej gry są błędy; stół gra dalej według poprzednich reguł.",
    misfit: "Reguły się zmieniły, a ta gra do nich nie pasuje: {why}. Toczy się dalej według poprzednich.", restart: "Zacznij od nowa z nowymi regułami",
    fields: "Teraz", values: "W danych", texts: "Teksty", hidden: "nie wiesz tego", usual: "nie zapisano: jak zwykle", close: "Zamknij", apart: "Otwórz osobno", changed: "Reguły się zmieniły; gra toczy się dalej według nich." },
};

export function tell(key, values = {}) {
  return WORDS[language()][key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
