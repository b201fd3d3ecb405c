// A whole game as data, made by `reel.py`: works out what somebody saw after any decision, in any of its languages.
const FINE = 10;

// What was deflated and written in base64, as data again; the browser itself can do that.
export async function unpacked(text) {
  const raw = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

function sums(steps) {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

export class Reel {
  constructor(data) {
    this.data = data;
    this.count = data.count;
    this.turns = data.turns;
    this.langs = data.langs;
    this.views = data.views.map((view) => view.who);
    this.seen = data.views.map((view) => ({ facts: sums(view.facts), log: sums(view.log), tracks: null }));
  }

  seats(lang) { return this.data.seats[this.langs.indexOf(lang)]; }

  // A value of a shelf in a language; where it is the same as in the first one, it stands there alone.
  value(shelf, number, at) { return this.data[shelf][at][number] || this.data[shelf][0][number]; }

  // The ways of all things as one who looks saw them.
  tracks(view) {
    this.seen[view].tracks ||= this.data.views[view].tracks.map((told, at) => {
      const [steps, looks, ...columns] = told || this.data.views[0].tracks[at];
      const places = columns.map((column, one) => {
        const base = columns[one % 2] || [], own = one > 1 ? column || [] : [];
        return sums(steps.map((_, mark) => (base[mark] || 0) + (own[mark] || 0)));
      });
      return { at: sums(steps), looks, places };
    });
    return this.seen[view].tracks;
  }

  // Which of its marks a thing has after a decision; -1 before the first one.
  mark(track, n) {
    let [low, high] = [0, track.at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (track.at[middle] <= n) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  // Everything that was seen: things by id, and what stands beside them.
  position(n, view, lang) {
    const at = this.langs.indexOf(lang), things = new Map(this.data.art.map((one) => [one.id, { key: "art", id: one.id, art: one }]));
    this.tracks(view).forEach((track, number) => {
      const mark = this.mark(track, n);
      if (mark < 0 || track.looks[mark] < 0) return;
      const [x, y] = [track.places[2 * at][mark] / FINE, track.places[2 * at + 1][mark] / FINE];
      const id = this.data.ids[number], looks = track.looks[mark];
      things.set(id, { key: `${looks} ${x} ${y}`, looks, id, at: [x, y] });
    });
    const facts = this.value("facts", this.seen[view].facts[n], at);
    return { ...facts, n, lang, title: this.data.title[at], seats: this.data.seats[at], things };
  }

  // A thing as pictures want it.
  thing({ looks, id, at, art }, lang) {
    if (art) return art;
    const [rest, label, node] = this.data.looks[looks], of = this.langs.indexOf(lang);
    return { ...this.value("rest", rest, of), id, at, label: this.value("labels", label, of) || "", node: this.value("nodes", node, of) };
  }

  // What happened with a decision, as lines: [words, whether it is the move itself, seat].
  lines(n, view, lang) {
    return n ? this.value("lines", this.seen[view].log[n - 1], this.langs.indexOf(lang)) : [];
  }
}
