// The rules of the game a second time, for whoever checks a record without any server: each move tried
// against the rules, or why it cannot be. The first is `hotdice.game`; tests play both side by side.

import { rising } from "./scoring.js";

/** @import { Rules } from "./scoring.js" */

/** Why something in a record cannot be: a code and what its sentence needs. */
export class Refusal extends Error {
  constructor(code, data = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** One moment of a game; `rolled` is empty except between a roll and its keep. */
export class State {
  /**
   * @param {Rules} rules
   * @param {number[]} totals
   */
  constructor(rules, totals) {
    this.rules = rules;
    this.totals = totals;
    this.farkles = totals.map(() => 0);
    this.player = 0;
    this.points = 0;
    this.dice = rules.dice;
    /** @type {number[]} */
    this.rolled = [];
    /** @type {number | null} */
    this.starter = null;
  }

  get over() {
    return this.player === this.starter;
  }

  get fresh() {
    return !this.rolled.length && !this.points;
  }

  /** What the total would gain if the turn points were banked now. */
  get gain() {
    const { rules, points } = this;
    const below = points < rules.entry && this.totals[this.player] <= 0;
    return below || points < rules.minimum ? 0 : points;
  }

  roll(dice) {
    if (this.over) throw new Refusal("game/over");
    if (this.rolled.length) throw new Refusal("roll/keep-first", { roll: this.rolled });
    if (dice.length !== this.dice) throw new Refusal("roll/number", { count: dice.length, dice, wanted: this.dice });
    const wrong = dice.find((die) => die < 1 || die > 6);
    if (wrong !== undefined) throw new Refusal("roll/face", { die: wrong });
    if (this.rules.farkle(dice)) return this.farkle();
    if (this.rules.keep === "any") return this.with({ rolled: rising(dice) });
    const { count, points } = this.rules.keepAll(dice);
    return this.kept(points, dice.length - count);
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
    return this.kept(points, left.length);
  }

  bank() {
    const refused = this.bankRefused();
    if (refused) throw refused;
    return this.add(this.gain);
  }

  bankRefused() {
    const { rules, points } = this;
    if (this.rolled.length || !points) {
      if (this.over) return new Refusal("game/over");
      return new Refusal(this.rolled.length ? "bank/keep-first" : "bank/nothing");
    }
    const short = (code, needed) => new Refusal(code, { points, needed, missing: needed - points });
    if (points < rules.minimum) return short("bank/minimum", rules.minimum);
    if (this.dice === rules.dice && rules.hot_dice === "must")
      return new Refusal("bank/hot-dice", { points, dice: rules.dice });
    const outside = points < rules.entry && this.totals[this.player] <= 0;
    return outside && rules.below_entry === "refuse" ? short("bank/entry", rules.entry) : null;
  }

  /** The turn of somebody who was not there goes by. */
  pass() {
    if (this.over) throw new Refusal("game/over");
    return this.next(this.totals[this.player], this.farkles[this.player]);
  }

  kept(points, left) {
    const { rules } = this;
    const state = this.with({ points: this.points + points, dice: left || rules.dice, rolled: [] });
    return rules.hot_dice === "end" && !left ? state.add(state.gain) : state;
  }

  add(points) {
    const { player, rules } = this;
    const total = this.totals[player] + points;
    if (this.starter !== null || total < rules.target) return this.next(total, 0);
    const state = this.next(total, 0).with({ starter: player });
    return rules.finish === "immediate" ? state.with({ player }) : state;
  }

  farkle() {
    const { penalty } = this.rules;
    const total = this.totals[this.player];
    if (!penalty) return this.next(total, 0);
    const count = this.farkles[this.player] + 1;
    if (count < penalty.farkles) return this.next(total, count);
    const fallen = total - penalty.points;
    return this.next(Math.max(fallen, Math.min(total, penalty.floor ?? fallen)), 0);
  }

  next(total, farkles) {
    const { player } = this;
    return this.with({
      totals: replaced(this.totals, player, total),
      farkles: replaced(this.farkles, player, farkles),
      player: (player + 1) % this.totals.length,
      points: 0,
      dice: this.rules.dice,
      rolled: [],
    });
  }

  /**
   * @param {Partial<State>} changes
   * @returns {State}
   */
  with(changes) {
    return Object.assign(Object.create(State.prototype), this, changes);
  }
}

const replaced = (list, at, value) => list.map((old, place) => (place === at ? value : old));

function without(dice, others) {
  const left = [...dice];
  for (const die of others) if (left.includes(die)) left.splice(left.indexOf(die), 1);
  return left;
}
