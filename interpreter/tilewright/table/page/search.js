// Whether a game is meant by what somebody types: without accents, hyphens and capitals, and with a slip of the finger.
const LONG = 4, LONGER = 8;
const plain = (said) => said.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/ł/g, "l").replace(/œ/g, "oe").replace(/ß/g, "ss");
const words = (said) => plain(said).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

// How many letters have to be changed, added, left out or swapped, to make the beginning of a word what was typed.
function far(asked, word) {
  let [before, row] = [[], Array.from({ length: word.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= asked.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const same = asked[i - 1] === word[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      if (i > 1 && j > 1 && asked[i - 1] === word[j - 2] && asked[i - 2] === word[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return Math.min(...row);
}

const slips = (asked) => (asked.length >= LONGER ? 2 : asked.length >= LONG ? 1 : 0);

// The ways in which something can be meant, the surest first: each takes what was typed, names, and more that is told.
const WAYS = [
  (asked, names) => names.some((name) => {
    const own = words(name);
    return words(asked).every((one) => own.some((word) => word.startsWith(one))) || (asked.length > 2 && own.join("").includes(words(asked).join("")));
  }),
  (asked, names, more) => words(asked).every((one) => [...names, ...more].flatMap(words).some((word) => word.startsWith(one))),
  (asked, names) => names.some((name) => {
    const own = words(name), typed = words(asked);
    return typed.every((one) => own.some((word) => far(one, word) <= slips(one))) || far(typed.join(""), own.join("")) <= slips(typed.join(""));
  }),
];

// All that is meant, in the surest way that finds anything; everything, where nothing is asked for.
export function meant(asked, all, names, more) {
  if (!words(asked).length) return asked.trim() ? [] : all;
  return WAYS.map((way) => all.filter((one) => way(asked, names(one), more(one)))).find((found) => found.length) || [];
}
