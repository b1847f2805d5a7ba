// What dice score under the rules of a record: the score table, best splits, and the digest.

import { hex } from "./dice.js";
import { sha256 } from "./sha256.js";

/** @import { RulesTable } from "../types" */

const FACES = [1, 2, 3, 4, 5, 6];

/** Dice in rising order. */
export const rising = (dice) => [...dice].sort((a, b) => a - b);

/** The rules of a table without mistakes, ready to score. */
export class Rules {
  dice = 6;
  target = 10000;
  entry = 0;
  minimum = 0;
  keep = "any";
  below_entry = "nothing";
  hot_dice = "may";
  tie = "first";
  finish = "last-round";
  /** @type {RulesTable["penalty"]} */
  penalty = null;
  /** @type {Record<string, number | string>} */
  score = {};

  constructor(table) {
    Object.assign(this, table);
    this.combinations = combinations(this.score, this.dice);
    this.none = "none" in this.score ? worth(this.score.none, {}) : 0;
    this.counted = [...this.combinations].map(([key, points]) => [counts(key.split(",")), points]);
    this.splits = new Map([["0,0,0,0,0,0", 0]]);
  }

  /**
   * The best split of exactly these dice, counted by face; -1 if one is always left over.
   * @param {number[]} has
   * @returns {number}
   */
  split(has) {
    const key = has.join();
    const known = this.splits.get(key);
    if (known !== undefined) return known;
    const lowest = has.findIndex(Boolean);
    let best = -1;
    for (const [needs, points] of this.counted) {
      if (!needs[lowest] || needs.some((need, face) => need > has[face])) continue;
      const rest = this.split(has.map((count, face) => count - needs[face]));
      if (rest >= 0) best = Math.max(best, rest + points);
    }
    this.splits.set(key, best);
    return best;
  }

  /** What dice of a roll are worth if they are kept; 0 where that cannot be. */
  kept(roll, dice) {
    const has = counts(roll);
    const wanted = counts(dice);
    if (!dice.length || wanted.some((count, face) => count > has[face])) return 0;
    const points = Math.max(0, this.split(wanted));
    const nothing = dice.length === this.dice && !this.any(roll);
    return points || (nothing ? this.none : 0);
  }

  /** Whether a roll scores nothing. */
  farkle(roll) {
    return !this.any(roll) && !(this.none && roll.length === this.dice);
  }

  any(roll) {
    const has = counts(roll);
    return this.counted.some(([needs]) => needs.every((need, face) => need <= has[face]));
  }

  /** Where all scoring dice go: the most of them, then the most points. */
  keepAll(roll) {
    let best = { count: 0, points: 0 };
    for (const part of parts(counts(roll))) {
      const [count, points] = [part.reduce((all, n) => all + n, 0), this.split(part)];
      if (points >= 0 && (count > best.count || (count === best.count && points > best.points)))
        best = { count, points };
    }
    return best.count ? best : { count: roll.length, points: this.none };
  }

  /** SHA-256 over all that affects play. */
  async digest() {
    const { below_entry, dice, entry, finish, hot_dice, keep, minimum, none, penalty, target, tie } = this;
    const written = [...this.combinations].map(([key, points]) => [key.split(",").map(Number), points]);
    const text = JSON.stringify({
      below_entry,
      combinations: written.sort(byDice),
      dice,
      entry,
      finish,
      hot_dice,
      keep,
      minimum,
      none,
      penalty: penalty && { farkles: penalty.farkles, floor: penalty.floor ?? null, points: penalty.points },
      target,
      tie,
    });
    return hex(await sha256(new TextEncoder().encode(text)));
  }
}

/**
 * @param {any[]} one
 * @param {any[]} other
 */
function byDice([one], [other]) {
  const at = one.findIndex((die, place) => die !== other[place]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? 0);
}

const counts = (dice) => FACES.map((face) => dice.filter((die) => Number(die) === face).length);

/**
 * @param {number[]} counted
 * @returns {Generator<number[]>}
 */
function* parts([most, ...more]) {
  if (most === undefined) return yield [];
  for (const rest of parts(more)) for (let count = 0; count <= most; count++) yield [count, ...rest];
}

/** Points such as "100a+50" where the letters stand for these faces. */
function worth(points, faces) {
  const terms = String(points)
    .split("+")
    .map((term) => /^(\d+)([a-z]?)$/.exec(term));
  return terms.reduce((sum, term) => sum + (term ? Number(term[1]) * (faces[term[2]] ?? 1) : 0), 0);
}

/**
 * Every reading of letters as different faces.
 * @param {string[]} letters
 * @param {Record<string, number>} faces
 * @returns {Generator<Record<string, number>>}
 */
function* readings([letter, ...more], faces = {}) {
  if (!letter) return yield faces;
  for (const face of FACES)
    if (!Object.values(faces).includes(face)) yield* readings(more, { ...faces, [letter]: face });
}

/** The score table written out as dice; digits beat letters. */
function combinations(score, most) {
  const [byLetters, byDigits] = [new Map(), new Map()];
  for (const [pattern, points] of Object.entries(score)) {
    if (pattern === "none" || pattern.length > most) continue;
    const digits = /^\d+$/.test(pattern);
    const best = new Map();
    for (const faces of digits ? [{}] : readings([...new Set(pattern)])) {
      const key = rising([...pattern].map((sign) => faces[sign] ?? Number(sign))).join();
      best.set(key, Math.max(best.get(key) ?? 0, worth(points, faces)));
    }
    for (const [key, found] of best) (digits ? byDigits : byLetters).set(key, found);
  }
  return new Map([...byLetters, ...byDigits]);
}
