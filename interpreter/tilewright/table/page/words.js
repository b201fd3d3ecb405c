import { recall, remember } from "./dom.js";
import { LANGUAGES, PAGE } from "./said.js";

// What the pages themselves say; everything about a game comes from the server.
// An address may name a language; from then on it is the one of this browser.
const named = new URLSearchParams(location.search).get("lang");
if (named in PAGE) remember("lang", named);

// A table speaks the language of its game, whatever else this browser prefers.
let here = null;
export const speak = (lang) => { here = lang; };

export function language() {
  const own = (navigator.language || "en").slice(0, 2);
  return [here, recall("lang"), own, "en"].find((lang) => lang in PAGE);
}

export function say(key, values = {}) {
  return (PAGE[language()][key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function languages(select, chosen) {
  offer(select, Object.keys(LANGUAGES));
  select.addEventListener("change", () => { remember("lang", select.value); chosen(select.value); });
}

// Only the languages that there are.
export function offer(select, langs) {
  const wanted = Object.keys(LANGUAGES).filter((lang) => langs.includes(lang) || lang === language());
  if (`${wanted}` !== `${[...select.options].map((one) => one.value)}`) select.replaceChildren(...wanted.map((lang) => new Option(LANGUAGES[lang], lang)));
  select.value = language();
}

// Puts a word into each element that names one: `data-say` as its text, `data-name` as its name for those who cannot see it.
export function put(root = document) {
  for (const node of root.querySelectorAll("[data-say]")) { const said = say(node.dataset.say); if (node.textContent !== said) node.textContent = said; }
  for (const node of root.querySelectorAll("[data-name]")) { node.setAttribute("aria-label", say(node.dataset.name)); node.title = say(node.dataset.name); }
}
