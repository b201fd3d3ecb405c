// What is asked and of whom, in words above the list of moves.
import { $, make } from "./dom.js";
import { winners } from "./sheet.js";
import { say } from "./words.js";

// Past is where somebody looks back to: after so many decisions, of how many.
export function status(now, past) {
  const [who, what] = past ? [say("looking"), say("at", past)] : told(now);
  const said = `${who} ${what}`;
  $("asked").className = now.mine && !past ? "mine" : "";
  if ($("asked").dataset.said === said) return;
  $("asked").dataset.said = said;
  $("asked").replaceChildren(...(who ? [make("b", {}, who), make("span", { className: "unseen" }, ": ")] : []), make("span", {}, what));
}

function told(now) {
  if (now.over) return [say("over"), [winners(now), now.end].filter(Boolean).join(" · ")];
  if (now.mine) return [say("yours"), now.asked];
  return [now.you === null ? say("watch") : say("you", { who: now.seats[now.you] }), now.who ? say("waits", { who: now.who }) : ""];
}
