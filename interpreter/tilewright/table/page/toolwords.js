// What the tools of designers say.
import { TOOLS } from "./said.js";
import { language } from "./words.js";

export function tell(key, values = {}) {
  return TOOLS[language()][key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
