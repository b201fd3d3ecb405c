// A closer look: while it is on, touching a thing asks what it is instead of doing something with it.
import { make } from "./dom.js";
import { tell } from "./toolwords.js";
import { LANGUAGES } from "./said.js";

export class Closer {
  constructor(picture, ask) {
    Object.assign(this, { picture, ask, on: false });
    for (const name of ["pointerdown", "click", "keydown"]) picture.svg.addEventListener(name, (event) => this.heard(event), true);
  }

  turn(on) {
    this.on = on;
    this.picture.svg.classList.toggle("closer", on);
  }

  heard(event) {
    if (!this.on || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.stopPropagation();
    if (event.type === "pointerdown") return;
    event.preventDefault();
    const ids = event.type === "click" ? this.picture.at(event.clientX, event.clientY) : [event.target.closest("[data-id]")?.dataset.id];
    const thing = ids.map((id) => this.picture.nodes.get(id)?.thing).find((one) => one?.item);
    if (thing) this.ask(thing);
  }
}

// Everything there is to say of a thing.
export function about({ name, what, item, at, fields, values, texts }) {
  const section = (key, inside) => inside ? [make("h3", {}, tell(key)), inside] : [];
  return [
    make("p", {}, make("strong", {}, name), ` · ${what} · `, make("code", {}, item)), make("p", { className: "quiet" }, make("code", {}, at)),
    ...section("fields", rows(fields.map((one) => [one.say, one.known ? shown(one.is) : tell("hidden"), one.at]))),
    ...section("values", rows(values.map((one) => [one.name, shown(one.is), one.own ? one.at : tell("usual")]))),
    ...section("texts", make("dl", { className: "texts" }, ...Object.entries(texts).flatMap(([lang, told]) => [
      make("dt", {}, LANGUAGES[lang] || lang), make("dd", { lang }, make("b", {}, told.name), told.says ? ` – ${told.says}` : "")])))];
}

function rows(list) {
  if (!list.length) return null;
  return make("table", {}, make("tbody", {}, ...list.map(([name, is, at]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, is, make("code", {}, at))))));
}

function shown(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.length ? value.map(shown).join(", ") : "–";
  if (typeof value === "object") return Object.entries(value).filter(([, one]) => one !== 0).map(([name, one]) => `${name}: ${shown(one)}`).join(", ") || "–";
  return String(value);
}
