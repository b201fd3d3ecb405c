// Two tables beside one another, such as a game and the same with a variant.
import { make } from "./dom.js";
import { tell } from "./toolwords.js";
import { language } from "./words.js";

document.documentElement.lang = language();
for (const table of location.pathname.split("/").slice(2)) {
  const frame = make("iframe", { src: `/t/${table}`, title: table });
  frame.addEventListener("load", () => new MutationObserver(() => { frame.title = frame.contentDocument.title; }).observe(frame.contentDocument.querySelector("title"), { childList: true }));
  document.body.append(make("section", {}, frame, make("a", { href: `/t/${table}` }, tell("apart"))));
}
