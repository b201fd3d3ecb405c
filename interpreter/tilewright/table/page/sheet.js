// Who has how many points, and for what; at the end who has won, and what may come next.
import { $, button, make } from "./dom.js";
import { say } from "./words.js";

export function winners(now) {
  const names = now.winners.map((seat) => now.seats[seat]);
  return names.length ? say(names.length > 1 ? "share" : "wins", { who: new Intl.ListFormat(now.lang, { type: "conjunction" }).format(names) }) : now.over ? say("nobody") : "";
}

export function sheet(now, chip, rematch) {
  const dialog = $("sheet");
  const head = now.over ? [make("p", { className: "crown" }, winners(now)), make("p", { className: "quiet" }, now.end || "")] : [];
  const close = button(say(now.over ? "see" : "close"), () => dialog.close(), { className: now.over ? "" : "main" });
  const next = now.over ? [make("a", { href: "/", className: "button" }, say("new"))] : [];
  if (now.over && now.you !== null) next.unshift(button(say("again"), rematch, { className: "main", id: "again" }));
  dialog.classList.toggle("end", now.over);
  dialog.replaceChildren(make("h2", { id: "sheet-title" }, now.over ? say("over") : say("sheet")), ...head,
    make("div", { className: "scroll", tabIndex: 0, role: "group", ariaLabel: say("sheet") }, points(now, chip)), make("menu", {}, close, ...next));
  if (!dialog.open) dialog.showModal();
}

function points(now, chip) {
  const best = new Set(now.over ? now.winners : []);
  const cell = (said, seat) => make("td", { className: best.has(seat) ? "best" : "" }, said === null || said === undefined ? "?" : String(said).replace("-", "−"));
  const names = now.seats.map((name, seat) => make("th", { scope: "col", className: best.has(seat) ? "best" : "" }, chip(seat), make("span", {}, name)));
  const parts = lines(now).map((line) => make("tr", {}, make("th", { scope: "row" }, line.say), ...line.points.map(cell)));
  const total = make("tr", { className: "total" }, make("th", { scope: "row" }, say("total")), ...now.scores.map(cell));
  return make("table", {}, make("thead", {}, make("tr", {}, make("td"), ...names)), make("tbody", {}, ...parts), make("tfoot", {}, total));
}

// For what there are points; before the end as far as one may know them.
function lines(now) {
  return now.sheet || (now.parts || []).map((said, at) => ({ say: said, points: now.points[at] }));
}
