// Fair dice to the byte, as docs/fair-dice.md has them: seeds, commitments and throws.

import { hmac, join, sha256 } from "./sha256.js";

/** The bytes of hex digits. */
export const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));

/** Bytes as hex digits. */
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

const number = (n) => bytes(n.toString(16).padStart(8, "0"));

/** What is published of a seed before it is revealed, both in hex. */
export const commitment = async (seed) => hex(await sha256(bytes(seed)));

/** All players' seeds as one: their number, then for each 00, or 01 and the seed. */
export function combine(seeds) {
  const parts = seeds.map((seed) => (seed ? join([1], bytes(seed)) : [0]));
  return sha256(join(number(seeds.length), ...parts));
}

/** A function from a throw `{seat, turn, roll, count, sides}` (from 0) to its dice. */
export async function fairDice(serverSeed, combined) {
  const sign = await hmac(bytes(serverSeed));
  return async ({ seat, turn, roll, count, sides }) => {
    const dice = [];
    const skipped = 256 - (256 % sides.length); // and what is larger, so that all sides are equally likely
    for (let block = 0; dice.length < count; block++) {
      const found = await sign(join(combined, ...[seat, turn, roll, block].map(number)));
      for (const byte of found) if (byte < skipped) dice.push(sides[byte % sides.length]);
    }
    return dice.slice(0, count);
  };
}
