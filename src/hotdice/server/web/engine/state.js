// A second implementation of play, for whoever checks a record without any server: each move tried against
// the rules, or why it cannot be. The first is `rules/meaning.py` and `game/state.py`; tests/web/test_engine.py
// plays the same moves through both.

import { rising } from "./scoring.js";

/** @import { Rules } from "./scoring.js" */
/** @import { Offer } from "../types" */

/** Why something in a record cannot be: a code and what its sentence needs. */
export class Refusal extends Error {
  constructor(code, data = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/**
 * One moment of a game; `rolled` is empty except between a roll and its keep. What only some house rules need:
 * the offer to take over, why another roll has to score `first`, whether the first roll was `spared`, the finished
 * rounds, and whether a roll has `won`.
 */
export class State {
  /**
   * @param {Rules} rules
   * @param {number[]} totals
   * @param {number} beginner
   */
  constructor(rules, totals, beginner = 0) {
    this.rules = rules;
    this.totals = totals;
    this.farkles = totals.map(() => 0);
    this.beginner = beginner; // rounds go from there
    this.player = beginner;
    this.points = 0;
    this.dice = rules.dice;
    /** @type {number[]} */
    this.rolled = [];
    /** @type {number | null} */
    this.starter = null;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {"unconfirmed" | "taken-over" | null} */
    this.first = null;
    this.spared = false;
    this.rounds = 0;
    this.won = false;
  }

  get over() {
    return this.player === this.starter;
  }

  get fresh() {
    return !this.rolled.length && !this.points && !this.spared;
  }

  /** What the total would gain if the turn points were banked now. */
  get gain() {
    return this.isRecorded && !this.isTooMuch ? this.points : 0;
  }

  /** Whether a bank of the turn points would be enough to be recorded. */
  get isRecorded() {
    const { rules, points } = this;
    return points >= rules.minimum && (points >= rules.entry || this.totals[this.player] > 0);
  }

  /** Whether a bank of the turn points would pass a target that has to be reached exactly. */
  get isTooMuch() {
    return this.rules.overshoot !== "counts" && this.totals[this.player] + this.points > this.rules.aim;
  }

  roll(dice) {
    if (this.over) throw new Refusal("game/over");
    if (this.rolled.length) throw new Refusal("roll/keep-first", { roll: this.rolled });
    if (dice.length !== this.dice) throw new Refusal("roll/number", { count: dice.length, dice, wanted: this.dice });
    const wrong = dice.find((die) => die < 1 || die > 6);
    if (wrong !== undefined) throw new Refusal("roll/face", { die: wrong });
    if (this.rules.scoreless(dice)) return this.scoreless(this.rules.decision(dice));
    if (this.rules.keep === "any") return this.with({ rolled: rising(dice), offer: null, first: null, spared: false });
    const { points, dice: kept } = this.rules.keepAll(dice);
    return this.kept(points, dice.length - kept.length, kept);
  }

  keep(dice) {
    const { rolled } = this;
    if (!rolled.length) throw new Refusal(this.over ? "game/over" : "keep/no-roll");
    if (!dice.length) throw new Refusal("keep/nothing", { roll: rolled });
    const left = without(rolled, dice);
    if (left.length !== rolled.length - dice.length)
      throw new Refusal("keep/not-rolled", { count: dice.length, dice, roll: rolled });
    const points = this.rules.kept(rolled, dice);
    if (!points) throw new Refusal("keep/not-scoring", { count: dice.length, dice, roll: rolled });
    return this.kept(points, left.length, dice);
  }

  bank() {
    const refused = this.bankRefused();
    if (refused) throw refused;
    return this.banked();
  }

  bankRefused() {
    const { rules, points } = this;
    if (this.rolled.length || !points) {
      if (this.over) return new Refusal("game/over");
      return new Refusal(this.rolled.length ? "bank/keep-first" : "bank/nothing");
    }
    if (this.first) return new Refusal(`bank/${this.first}`);
    const short = (code, needed) => new Refusal(code, { points, needed, missing: needed - points });
    if (points < rules.minimum) return short("bank/minimum", rules.minimum);
    if (this.dice === rules.dice && rules.hot_dice === "must")
      return new Refusal("bank/hot-dice", { points, dice: rules.dice });
    const outside = points < rules.entry && this.totals[this.player] <= 0;
    return outside && rules.below_entry === "refuse" ? short("bank/entry", rules.entry) : null;
  }

  /** What the player before has banked is taken over, with the dice left; they must be rolled. */
  take() {
    if (this.over) throw new Refusal("game/over");
    if (!this.offer) throw new Refusal("take/nothing");
    return this.with({ ...this.offer, offer: null, first: "taken-over" });
  }

  /** The turn of somebody who was not there goes by. */
  pass() {
    if (this.over) throw new Refusal("game/over");
    return this.next(this.totals, this.farkles[this.player], this.starter);
  }

  kept(points, left, dice) {
    const { rules } = this;
    const state = this.with({
      points: this.points + points,
      dice: left || rules.dice,
      rolled: [],
      offer: null,
      first: rules.unconfirmed(dice) ? "unconfirmed" : null,
      spared: false,
    });
    const ends = (rules.hot_dice === "end" && !left) || (rules.last_round === "one-roll" && this.starter !== null);
    return ends ? state.banked() : state;
  }

  banked() {
    const { rules, player, dice } = this;
    const [seat, gain] = this.afterBank();
    const offered = rules.piggyback && seat === player ? gain : 0;
    return this.added(seat, gain, offered ? { points: offered, dice } : null);
  }

  /** The seat that gets something by a bank of the turn points, and how much. */
  afterBank() {
    const { rules, totals, player, points, gain } = this;
    const other = receiver(totals, player);
    const given = rules.overshoot === "welfare" && this.isRecorded && this.isTooMuch && other !== player;
    return given && totals[other] + points <= rules.aim ? [other, points] : [player, gain];
  }

  /**
   * The turn after a bank of points that a seat has got.
   * @param {number} seat
   * @param {number} points
   * @param {Offer | null} offer
   */
  added(seat, points, offer) {
    const total = this.totals[seat] + points;
    const starter = this.starter ?? (total >= this.rules.aim ? seat : null);
    return this.next(replaced(this.totals, seat, total), 0, starter, offer);
  }

  /** What follows on a roll of which nothing can be kept. */
  scoreless(decision) {
    const total = this.totals[this.player];
    if (decision === "win") return this.turn({ starter: this.player, won: true });
    if (decision) return this.farkle(decision === "lose-total" ? Math.min(total, 0) : total);
    if (this.rules.mercy && !this.points && !this.spared) return this.with({ spared: true, offer: null });
    return this.farkle(total);
  }

  farkle(total) {
    const { penalty } = this.rules;
    const count = penalty ? this.farkles[this.player] + 1 : 0;
    const due = penalty && count >= penalty.farkles;
    const fallen = due ? total - penalty.points : total;
    const left = due ? Math.max(fallen, Math.min(total, penalty.floor ?? fallen)) : total;
    return this.next(replaced(this.totals, this.player, left), due ? 0 : count, this.starter);
  }

  /**
   * The turn after this one, which leaves these totals and its player's farkles in a row.
   * @param {number[]} totals
   * @param {number} farkles
   * @param {number | null} starter
   * @param {Offer | null} offer
   */
  next(totals, farkles, starter, offer = null) {
    const { rules } = this;
    const changed = { totals, farkles: replaced(this.farkles, this.player, farkles) };
    const player = following(this, starter);
    const rounds = rules.rounds === null ? 0 : this.rounds + Number(player === this.beginner);
    if (rules.rounds !== null && rounds >= rules.rounds) {
      const highest = Math.max(...totals);
      const inOrder = totals.map((_, at) => (this.beginner + at) % totals.length);
      const [first] = inOrder.filter((seat) => totals[seat] === highest);
      return this.turn({ ...changed, rounds, player: first, starter: first });
    }
    return this.turn({ ...changed, rounds, player, starter, offer: player === starter ? null : offer });
  }

  /**
   * The beginning of a turn.
   * @param {Partial<State>} changes
   */
  turn(changes) {
    const fresh = { points: 0, dice: this.rules.dice, rolled: [], offer: null, first: null, spared: false };
    return this.with({ ...fresh, ...changes });
  }

  /**
   * @param {Partial<State>} changes
   * @returns {State}
   */
  with(changes) {
    return Object.assign(Object.create(State.prototype), this, changes);
  }
}

/** Whose turn comes after a player's; the game is over when it is that of who began the end. */
function following({ rules, totals, player, beginner }, starter) {
  if (starter !== null && rules.finish === "immediate") return starter;
  const next = (player + 1) % totals.length;
  return next === beginner && starter !== null && rules.finish === "equal-turns" ? starter : next;
}

/** The seat with the lowest other total, of equals the next in the order of play; the seat itself if it is alone. */
function receiver(totals, seat) {
  const others = totals.slice(1).map((_, at) => (seat + 1 + at) % totals.length);
  const lowest = Math.min(...others.map((other) => totals[other]));
  return others.find((other) => totals[other] === lowest) ?? seat;
}

const replaced = (list, at, value) => list.map((old, place) => (place === at ? value : old));

function without(dice, others) {
  const left = [...dice];
  for (const die of others) if (left.includes(die)) left.splice(left.indexOf(die), 1);
  return left;
}
