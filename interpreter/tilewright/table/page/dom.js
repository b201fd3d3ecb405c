// Short words for the page's own elements.
export const $ = (id) => document.getElementById(id);

export function make(tag, about = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...inside.filter((one) => one !== null));
  return made;
}

export function button(said, pressed, about = {}) {
  return make("button", { type: "button", onclick: pressed, ...about }, said);
}

// Writes only what has changed, so that nothing is read out twice.
export function write(node, said) {
  if (node.textContent !== said) node.textContent = said;
}

// What a browser remembers; one that may not, or has something else there, remembers nothing.
const store = (lasting) => (lasting ? window.localStorage : window.sessionStorage);

export function recall(key, lasting = true) {
  try { return JSON.parse(store(lasting).getItem(key)); } catch { return null; }
}

export function remember(key, value, lasting = true) {
  try { store(lasting).setItem(key, JSON.stringify(value)); } catch { /* then not */ }
}

let fading = 0;
export function notice(said, stays = false) {
  write($("notice"), said);
  $("notice").hidden = !said;
  clearTimeout(fading);
  if (said && !stays) fading = setTimeout(() => { $("notice").hidden = true; }, 6000);
}
