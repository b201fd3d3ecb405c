// BLAKE2b without a key, as RFC 7693 has it.
const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
// In which order a round takes the sixteen words of a block.
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
  "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a",
  "6fe9b308c2d714a5", "a2847615fb9e3cd0"].map(order => [...order].map(sign => parseInt(sign, 16)));
const QUARTERS = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map(
  quarter => [...quarter].map(sign => parseInt(sign, 16)));
const word = number => BigInt.asUintN(64, number);
const turned = (number, bits) => (number >> bits) | word(number << (64n - bits));

/** The digest of some bytes, of so many bytes, as hexadecimal digits. */
export function blake2b(bytes, length) {
  const state = [...START];
  state[0] ^= 0x01010000n ^ BigInt(length);
  const blocks = Math.max(Math.ceil(bytes.length / 128), 1);
  const filled = new Uint8Array(blocks * 128);
  filled.set(bytes);
  const words = new BigUint64Array(filled.buffer);
  for (let block = 0; block < blocks; block++) {
    const v = [...state, ...START];
    v[12] ^= BigInt(Math.min((block + 1) * 128, bytes.length));
    if (block === blocks - 1) v[14] = word(~v[14]);
    for (let round = 0; round < 12; round++) {
      const order = ORDERS[round % 10];
      QUARTERS.forEach(([a, b, c, d], at) => {
        for (const [taken, first, second] of [[2 * at, 32n, 24n], [2 * at + 1, 16n, 63n]]) {
          v[a] = word(v[a] + v[b] + words[block * 16 + order[taken]]);
          v[d] = turned(v[d] ^ v[a], first);
          v[c] = word(v[c] + v[d]);
          v[b] = turned(v[b] ^ v[c], second);
        }
      });
    }
    state.forEach((_, at) => { state[at] ^= v[at] ^ v[at + 8]; });
  }
  return [...new Uint8Array(new BigUint64Array(state).buffer, 0, length)].map(
    byte => byte.toString(16).padStart(2, "0")).join("");
}
