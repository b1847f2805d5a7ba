// What dice score under the rules of a record: the score table, best splits, and the digest. A second
// implementation of `rules/scoring.py`, which tests/web/test_engine.py compares with the first.

import { hex } from "./dice.js";
import { sha256 } from "./sha256.js";

/** @import { RulesTable } from "../types" */

const FACES = [1, 2, 3, 4, 5, 6];
const DECIDES = ["win", "lose-total", "farkle"]; // the first of those that apply counts

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
  /** @type {number | null} */
  rounds = null;
  last_round = "turn";
  overshoot = "counts";
  piggyback = false;
  mercy = false;
  /** @type {string | null} */
  confirm = null;
  /** @type {RulesTable["penalty"]} */
  penalty = null;
  hot_dice_bonus = 0;
  /** @type {number | null} */
  wild = null;
  /** @type {number[] | null} */
  weights = null;
  /** @type {Record<string, string>} */
  rolls = {};
  /** @type {Record<string, number | string>} */
  score = {};

  constructor(table) {
    Object.assign(this, table);
    const plain = combinations(this.score, this.dice);
    this.readAs = readings(plain, this.wild);
    this.combinations = new Map([...this.readAs].map(([key, read]) => [key, plain.get(read)]));
    this.decided = decidedDice(this.rolls, this.dice);
    this.deciding = [...this.decided].map(([key, what]) => ({ needs: counts(key.split(",")), what })).sort(byDecision);
    this.sides = sidesOf(this.weights ?? [1, 1, 1, 1, 1, 1]);
    this.none = "none" in this.score ? worth(this.score.none, {}) : 0;
    this.splits = new Splits(this.combinations);
    this.counted = this.splits.counted;
    this.free = this.confirm ? new Splits(without(plain, this.confirm, this.wild)) : this.splits;
  }

  /** The total that begins the end; where rounds are counted there is none. */
  get aim() {
    return this.rounds === null ? this.target : Infinity;
  }

  /**
   * The best split of exactly these dice, counted by face; -1 if one is always left over.
   * @param {number[]} has
   * @returns {number}
   */
  split(has) {
    return this.splits.best(has);
  }

  /** Whether every best split of kept dice uses the pattern that another roll has to confirm. */
  unconfirmed(dice) {
    const has = counts(dice);
    return this.free.best(has) < this.split(has);
  }

  /** What dice of a roll are worth if they are kept; 0 where that cannot be. */
  kept(roll, dice) {
    const has = counts(roll);
    const wanted = counts(dice);
    if (!dice.length || wanted.some((count, face) => count > has[face])) return 0;
    const nothing = dice.length === this.dice && !this.any(roll);
    const points = Math.max(0, this.split(wanted)) || (nothing ? this.none : 0);
    return points && points + (dice.length === roll.length ? this.hot_dice_bonus : 0);
  }

  /** What some dice of a roll decide by themselves, whatever else scores; mostly nothing. */
  decision(roll) {
    const has = counts(roll);
    return this.deciding.find(({ needs }) => needs.every((need, face) => need <= has[face]))?.what ?? null;
  }

  /** Whether nothing of a roll can be kept. */
  scoreless(roll) {
    return this.decision(roll) !== null || (!this.any(roll) && !(this.none && roll.length === this.dice));
  }

  any(roll) {
    const has = counts(roll);
    return this.counted.some(({ needs }) => needs.every((need, face) => need <= has[face]));
  }

  /** Where all scoring dice go: the most of them, then the most points. */
  keepAll(roll) {
    let best = { count: 0, points: 0, dice: rising(roll) };
    for (const part of parts(counts(roll))) {
      const [count, points] = [part.reduce((all, n) => all + n, 0), this.split(part)];
      if (points >= 0 && (count > best.count || (count === best.count && points > best.points)))
        best = { count, points, dice: facesOf(part) };
    }
    if (!best.count) best = { ...best, count: roll.length, points: this.none };
    return best.count === roll.length ? { ...best, points: best.points + this.hot_dice_bonus } : best;
  }

  /** SHA-256 over all that affects play. */
  async digest() {
    const { below_entry, dice, entry, finish, hot_dice, keep, minimum, none, penalty, target, tie } = this;
    const weights = FACES.map((face) => this.sides.filter((side) => side === face).length);
    const written = [...this.combinations].map(([key, points]) => [key.split(",").map(Number), points]);
    const text = inOrder({
      below_entry,
      combinations: written.sort(byDice),
      confirm: this.confirm
        ? Object.keys(spelled(new Map(meanings(this.confirm).map((key) => [key, true]))))[0]
        : undefined,
      dice,
      entry,
      finish,
      hot_dice,
      hot_dice_bonus: this.hot_dice_bonus || undefined,
      keep,
      last_round: unusual(this.last_round, "turn"),
      mercy: this.mercy || undefined,
      minimum,
      none,
      overshoot: unusual(this.overshoot, "counts"),
      penalty: penalty && { farkles: penalty.farkles, floor: penalty.floor ?? null, points: penalty.points },
      piggyback: this.piggyback || undefined,
      rolls: this.decided.size ? spelled(this.decided) : undefined,
      rounds: this.rounds ?? undefined,
      target,
      tie,
      weights: this.sides.length > FACES.length ? weights : undefined,
      wild: this.wild ?? undefined,
    });
    return hex(await sha256(new TextEncoder().encode(text)));
  }
}

/** The best splits under one table of combinations. */
class Splits {
  /** @param {Map<string, number>} table */
  constructor(table) {
    this.counted = [...table].map(([key, points]) => ({ needs: counts(key.split(",")), points }));
    this.known = new Map([["0,0,0,0,0,0", 0]]);
  }

  /**
   * The best split of exactly these dice, counted by face; -1 if one is always left over.
   * @param {number[]} has
   * @returns {number}
   */
  best(has) {
    const key = has.join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const lowest = has.findIndex(Boolean);
    let best = -1;
    for (const { needs, points } of this.counted) {
      if (!needs[lowest] || needs.some((need, face) => need > has[face])) continue;
      const rest = this.best(has.map((count, face) => count - needs[face]));
      if (rest >= 0) best = Math.max(best, rest + points);
    }
    this.known.set(key, best);
    return best;
  }
}

/** Data as JSON with its keys in order, also those that look like numbers, which an object has in an order of its own. */
function inOrder(found) {
  if (found === null || typeof found !== "object" || Array.isArray(found)) return JSON.stringify(found);
  const set = Object.keys(found).filter((key) => found[key] !== undefined);
  return `{${set.sort().map((key) => `${JSON.stringify(key)}:${inOrder(found[key])}`)}}`;
}

const unusual = (value, usual) => (value === usual ? undefined : value); // what a digest leaves out

/**
 * @param {any[]} one
 * @param {any[]} other
 */
function byDice([one], [other]) {
  const at = one.findIndex((die, place) => die !== other[place]);
  return at < 0 ? one.length - other.length : one[at] - (other[at] ?? 0);
}

const counts = (dice) => FACES.map((face) => dice.filter((die) => Number(die) === face).length);

/** Dice in rising order, from their counts by face. */
const facesOf = (counted) => FACES.flatMap((face) => Array(counted[face - 1]).fill(face));

/**
 * Every selection of counted dice; of equally many the lowest in rising order first.
 * @param {number[]} counted
 * @returns {Generator<number[]>}
 */
function* parts([most, ...more]) {
  if (most === undefined) return yield [];
  for (let count = most; count >= 0; count--) for (const rest of parts(more)) yield [count, ...rest];
}

/** Points such as "100a+50" where the letters stand for these faces. */
function worth(points, faces) {
  const terms = String(points)
    .split("+")
    .map((term) => /^(\d+)([a-z]?)$/.exec(term));
  return terms.reduce((sum, term) => sum + (term ? Number(term[1]) * (faces[term[2]] ?? 1) : 0), 0);
}

/**
 * Every choice of different faces for letters.
 * @param {string[]} letters
 * @param {Record<string, number>} faces
 * @returns {Generator<Record<string, number>>}
 */
function* facesFor([letter, ...more], faces = {}) {
  if (!letter) return yield faces;
  for (const face of FACES)
    if (!Object.values(faces).includes(face)) yield* facesFor(more, { ...faces, [letter]: face });
}

/** The faces of a die by its sides, all equally likely: each as often as it weighs. */
function sidesOf(weights) {
  const divisor = weights.reduce(greatestCommon);
  return FACES.flatMap((face) => Array(weights[face - 1] / divisor).fill(face));
}

const greatestCommon = (a, b) => (b ? greatestCommon(b, a % b) : a);

/** What each combination counts as: itself, or with wild dice the best they stand for. */
const readings = (table, wild) => (wild ? withWild(table, wild) : new Map([...table.keys()].map((key) => [key, key])));

/** What scores of a table without a pattern, wild dice included. */
function without(table, pattern, wild) {
  const asked = meanings(pattern);
  const others = new Map([...table].filter(([key]) => !asked.includes(key)));
  return new Map([...readings(others, wild)].map(([key, read]) => [key, others.get(read)]));
}

const byDecision = (one, other) => DECIDES.indexOf(one.what) - DECIDES.indexOf(other.what);

/** What dice decide by themselves: `rolls` written out as dice, for each the decision that counts first. */
function decidedDice(rolls, most) {
  const lines = Object.entries(rolls).map(([pattern, what]) => ({ pattern, what }));
  const known = lines.filter(({ pattern }) => pattern.length <= most).sort((one, other) => byDecision(other, one));
  return new Map(known.flatMap(({ pattern, what }) => meanings(pattern).map((key) => [key, what])));
}

/** Patterns for what dice mean, always the same ones: letters where all dice of their kind mean the same. */
function spelled(table) {
  const found = {};
  for (const [key, what] of table) {
    const falling = counts(key.split(",")).sort((one, other) => other - one);
    const letters = falling.map((count, at) => "abcdef"[at].repeat(count)).join("");
    const kind = meanings(letters);
    const alike = kind.some((other) => other !== key) && kind.every((other) => table.get(other) === what);
    found[alike ? letters : key.replaceAll(",", "")] = what;
  }
  return found;
}

/** What each combination counts as, if a wild die stands for any die of two or more: the best it can. */
function withWild(table, wild) {
  const found = new Map([...table.keys()].map((key) => [key, key]));
  for (const [key, points] of table) {
    const dice = key.split(",").map(Number);
    if (dice.length === 1) continue;
    const wilds = counts(dice).map((count, at) => (at === wild - 1 ? 0 : count));
    for (const replaced of parts(wilds)) {
      const read = counts(dice).map((count, at) => count - replaced[at]);
      read[wild - 1] += replaced.reduce((all, count) => all + count, 0);
      const changed = facesOf(read).join();
      if (points > (table.get(found.get(changed)) ?? 0)) found.set(changed, key);
    }
  }
  return found;
}

/** All dice that a pattern means, in rising order. */
const meanings = (pattern) =>
  [...(/^\d+$/.test(pattern) ? [{}] : facesFor([...new Set(pattern)]))].map((faces) =>
    rising([...pattern].map((sign) => faces[sign] ?? Number(sign))).join(),
  );

/** The score table written out as dice; digits beat letters. */
function combinations(score, most) {
  const [byLetters, byDigits] = [new Map(), new Map()];
  for (const [pattern, points] of Object.entries(score)) {
    if (pattern === "none" || pattern.length > most) continue;
    const digits = /^\d+$/.test(pattern);
    const best = new Map();
    for (const faces of digits ? [{}] : facesFor([...new Set(pattern)])) {
      const key = rising([...pattern].map((sign) => faces[sign] ?? Number(sign))).join();
      best.set(key, Math.max(best.get(key) ?? 0, worth(points, faces)));
    }
    for (const [key, found] of best) (digits ? byDigits : byLetters).set(key, found);
  }
  return new Map([...byLetters, ...byDigits]);
}
