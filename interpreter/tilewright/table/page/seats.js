// Who sits at this screen, and the links of the others: kept for this tab alone.
import { $, button, make, recall, remember } from "./dom.js";
import { say } from "./words.js";

const kept = (key) => recall(key, false);

export function keep(table, own, links) {
  remember(`seats:${table}`, own, false);
  if (links) remember(`links:${table}`, links, false);
}

// The seats of this tab: from the address, which forgets them, then from its memory.
export function own(table) {
  if (location.hash.length > 1) {
    keep(table, [{ token: location.hash.slice(1) }]);
    history.replaceState(null, "", location.pathname);
  }
  const found = all().find((one) => one.table === table);
  if (!kept(`seats:${table}`) && found) keep(table, found.own, found.links);      // its own address in another tab
  return kept(`seats:${table}`) || [];
}

export const links = (table) => kept(`links:${table}`);

// Tables that were begun in this browser: a tab that was closed by mistake loses nothing.
const MANY = 24, FEW = 6;
const all = () => [recall("tables")].flat().filter((one) => one?.table && Array.isArray(one.own));
const others = (table) => all().filter((one) => one.table !== table);
export const going = () => all().filter((one) => !one.over).slice(0, FEW);
export const over = () => all().filter((one) => one.over).slice(0, FEW);
export const forget = (table) => remember("tables", others(table));
export const ended = (table) => remember("tables", all().map((one) => (one.table === table ? { ...one, over: true } : one)));

export function began(table, title) {
  const entry = { table, title, own: kept(`seats:${table}`), links: links(table), at: Date.now() };
  remember("tables", [entry, ...others(table)].slice(0, MANY));
}

// Whoever came by a link finds the table again too; and one that had no name yet has one now.
export function known(table, title) {
  if (!all().some((one) => one.table === table && one.title && !one.over)) began(table, title);
}

export function goOn(entry) {
  keep(entry.table, entry.own, entry.links);
  location.href = `/t/${entry.table}`;
}

// The same seats at another table.
export function carry(from, to, goes = true) {
  keep(to, kept(`seats:${from}`) || [], links(from));
  if (goes) location.href = `/t/${to}`;
}

// Who looked last, where several sit at one screen.
export const looked = (table) => Number(kept(`looks:${table}`) || 0);
export const looks = (table, at) => remember(`looks:${table}`, at, false);

// What the page before this one left to be done here, once: open the invitation, begin with the keys, tell of the table beside.
export const leave = (what, table, value = true) => remember(`${what}:${table}`, value, false);
export function left(what, table) {
  const found = kept(`${what}:${table}`);
  if (found !== null) remember(`${what}:${table}`, null, false);
  return found;
}

// -- inviting ---------------------------------------------------------------------------------

// The seats of those who do not sit at this screen.
export function friends(table, you) {
  const mine = new Set([you, ...(kept(`seats:${table}`) || []).map((seat) => seat.seat)]);
  return (links(table)?.persons || []).filter((seat) => !mine.has(seat));
}

// First means that nobody can have come yet.
export function invite(table, { seats: names, you, lang }, chip, first = false) {
  const known = links(table), dialog = $("inviting"), others = friends(table, you);
  const link = (token) => `${location.origin}/t/${table}#${token}`;
  const seats = others.map((seat) => row(link(known.seats[seat]), chip(seat), names[seat]));
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const who = new Intl.ListFormat(lang, { type: "conjunction" }).format(others.map((seat) => names[seat]));
  dialog.replaceChildren(
    make("h2", { id: "inviting-title" }, say(others.length ? "friends" : "watching")),
    ...(others.length && you !== null ? [make("p", { className: "who you" }, chip(you), say("you", { who: names[you] }))] : []),
    ...(first && others.length ? [make("p", {}, say("yet", { who }))] : []),
    ...(others.length ? [make("p", { className: "quiet" }, say("inviting"))] : []),
    make("ul", {}, ...seats, row(link(known.watch), null, say("watching"))),
    ...(local ? [make("p", { className: "quiet hint" }, say("here"))] : []),
    make("menu", {}, button(say("close"), () => dialog.close(), { className: "main" })));
  dialog.showModal();
  dialog.querySelector(".link button").focus();
}

function row(address, icon, name) {
  const field = make("input", { value: address, readOnly: true, ariaLabel: name, onfocus: () => field.select() });
  const copy = button(say("copy"), () => copied(field, copy), { ariaLabel: say("pair", { a: say("copy"), b: name }) });
  const home = make("div", { className: "qr", hidden: true });
  const qr = button(say("qr"), () => shown(home, address, name), { ariaLabel: say("pair", { a: say("qr"), b: name }), ariaExpanded: "false" });
  qr.addEventListener("click", () => qr.setAttribute("aria-expanded", String(!home.hidden)));
  return make("li", {}, make("span", { className: "who" }, icon, name), make("div", { className: "link" }, field, copy, qr), home);
}

// Not every page may write to the clipboard; then the field is marked and copied as of old.
async function copied(field, copy) {
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
  copy.textContent = say("copied");
}

async function shown(home, address, name) {
  home.hidden = !home.hidden;
  if (home.hidden || home.firstChild) return;
  const answer = await fetch("/api/qr", { method: "POST", headers: { "content-type": "text/plain" }, body: address }).catch(() => null);
  if (!answer?.ok) { home.textContent = say("failed", { text: say("qr") }); return; }
  const told = await answer.text(), drawn = told.includes("xmlns=") ? told : told.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
  home.replaceChildren(make("img", { src: `data:image/svg+xml,${encodeURIComponent(drawn)}`, alt: say("pair", { a: say("qr"), b: name }) }));
}
