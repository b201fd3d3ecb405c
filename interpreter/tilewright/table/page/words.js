import { recall, remember } from "./dom.js";
import { LANGUAGES, PAGE } from "./said.js";

// What the pages themselves say; everything about a game comes from the server.
// An address may name a language; from then on it is the one of this browser.
const named = new URLSearchParams(location.search).get("lang");
if (named in PAGE) remember("lang", named);

export function language() {
  const own = (navigator.language || "en").slice(0, 2);
  return [recall("lang"), own, "en"].find((lang) => lang in PAGE);
}

export function say(key, values = {}) {
  return (PAGE[language()][key] || key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
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
