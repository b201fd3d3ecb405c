// Games in a module, as docs/wasm.md tells: no package, and nothing of Tilewright but two files.
import { blake2b } from "./blake2b.mjs";

const word = number => BigInt.asUintN(64, number);

/** A game in a module that is open. */
export class Game {
  constructor(module, told) {
    this.told = told;
    this.exports = new WebAssembly.Instance(module).exports;
    this.state = told.memory.state;
  }
  /** The numbers of a list. Memory may have moved, so it is looked at anew each time. */
  list(head) {
    const [count, , at] = new Uint32Array(this.exports.memory.buffer, head, 3);
    return [...new BigInt64Array(this.exports.memory.buffer, at, count)];
  }
  begin(seed) { this.moves = this.list(this.exports.opened(this.state, seed)); }
  step(move) { this.moves = this.list(this.exports.step(this.state, move)); }
  get slots() {
    return new BigInt64Array(this.exports.memory.buffer, this.state, this.told.memory.slots);
  }
  points(seat) {
    this.slots[this.told.header.steps] = 0n;
    return this.list(this.exports.sheet(this.state, BigInt(seat))).map(Number);
  }
  key() {
    const { without, bytes } = this.told.key;
    const kept = this.slots.filter((_, slot) => !without.includes(slot));
    return blake2b(new Uint8Array(kept.buffer), bytes);
  }
}

const mixed = number => {
  const z = word((number ^ (number >> 30n)) * 0xbf58476d1ce4e5b9n);
  const y = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return y ^ (y >> 31n);
};

/** Play a game by the moves of the random bot, and tell how it ended. */
export function played(game, seed) {
  let chance = mixed(seed), decisions = 0;
  for (game.begin(seed); game.moves.length; decisions++) {
    chance = word(chance + 0x9e3779b97f4a7c15n);
    game.step(game.moves[mixed(chance) * BigInt(game.moves.length) >> 64n]);
  }
  const seats = [...Array(game.told.game.players).keys()];
  return { decisions, key: game.key(), points: seats.map(seat => game.points(seat)),
    rng: String(word(game.slots[game.told.header.rng])) };
}
