// A review as its page shows it: the moments of a game, each with the choice, the dice and the position before it.

import { read } from "../engine/record.js";

const ERRORS = ["slip", "mistake", "blunder"];
const MARKED = { chances: 0.15, turns: 1.5 }; // luck from which on it stands in the list
const SEEN = { chances: 0.01, turns: 0.1 }; // a loss from which on it stands in the table

/** What the page is about: a report and the text of its record, names by seat, and whose game it was, or null. */
export async function modelOf({ report, text, names, you = /** @type {number | null} */ (null) }) {
  const { rules, steps, state } = await read(text);
  const solo = names.length === 1;
  const unit = solo ? "turns" : "chances";
  const lines = text.split("\n");
  const moments = momentsOf(report, stepsSeen(steps, lines, rules));
  return { report, rules, names, you, solo, unit, moments, state, start: report.seats.map(({ start }) => start) };
}

/**
 * The steps of a record with their action, the dice as they lay there and those kept before in the turn, roll by roll;
 * `hot` where others were kept before them, until all dice came back.
 */
function stepsSeen(steps, lines, rules) {
  let kept = [];
  let hot = false;
  let fell = [];
  return steps.map((step) => {
    const action = JSON.parse(lines[step.line - 1]);
    const seen = { ...step, action, kept, hot, fell, taken: action.keep ?? null };
    if (action.roll) {
      fell = action.roll;
      if (rules.keep === "all" && !rules.scoreless(fell)) seen.taken = rules.keepAll(fell).dice;
    }
    if (seen.taken) kept = [...kept, seen.taken];
    const { after } = step;
    const back = !after.rolled.length && after.dice === rules.dice;
    hot = !after.fresh && (hot || (back && kept.length > 0));
    if (after.fresh || back) kept = [];
    return seen;
  });
}

/** One moment for each action of the record that changed a chance: a choice, dice, or both. */
function momentsOf({ moves }, steps) {
  const byNumber = new Map();
  moves
    .filter(({ number }) => number <= steps.length)
    .forEach((move, at) => {
      const { number, seat, round } = move;
      if (!byNumber.has(number))
        byNumber.set(number, { number, seat, round, choice: null, luck: null, step: steps[number - 1], at });
      byNumber.get(number)[move.kind === "luck" ? "luck" : "choice"] = { ...move, x: at + 1 };
    });
  return [...byNumber.values()];
}

/** The change that a moment is shown by: its choice, or else its dice. */
export const shownOf = ({ choice, luck }) => choice ?? luck;

/** Whether a moment is a slip or worse. */
export const isSlip = ({ choice }) => ERRORS.includes(choice?.judgement);

/** Whether a choice lost so much that it has a row of its own; a passed turn too, though nobody judges it. */
export const isSeen = ({ unit }, { choice }) => choice !== null && choice.loss >= SEEN[unit];

/** What somebody's own chance gained by a change; alone fewer turns are a gain. */
export function gain({ solo }, { before, after }, seat) {
  const change = after[seat] - before[seat];
  return solo ? -change : change;
}

/** Moments whose dice changed somebody's chance a lot, the largest first. */
export function markedLuck(model, who) {
  const size = ({ luck }) => Math.abs(gain(model, luck, who));
  return model.moments
    .filter((moment) => moment.luck && size(moment) >= MARKED[model.unit])
    .sort((one, other) => size(other) - size(one));
}

/** The choices of a seat, in the order of the game. */
export const choicesOf = ({ moments }, seat) => moments.filter(({ choice }) => choice?.seat === seat);

/** The worst choice of a seat, or of all; without any the first moment. */
export function worst({ moments }, who = null) {
  const mine = moments.filter(
    ({ choice, seat }) => choice && choice.action !== "pass" && (who === null || seat === who),
  );
  const found = mine.reduce((one, other) => (other.choice.loss > (one?.choice.loss ?? 0) ? other : one), null);
  return found ?? mine[0] ?? moments[0] ?? null;
}

/** The moment that a link such as `#41` names, by the number of its action; null without one. */
export const momentOf = ({ moments }, link) => moments.find(({ number }) => link === `#${number}`) ?? null;

/** The moments that a game turned on, in their order: the worst choice of a seat, then the largest changes of its chance. */
export function keyMoments(model, seat, count = 3) {
  const size = (moment) =>
    Math.max(...[moment.choice, moment.luck].filter(Boolean).map((change) => Math.abs(gain(model, change, seat))));
  const slip = worst(model, model.you);
  const first = slip && isSlip(slip) ? [slip] : [];
  const others = model.moments
    .filter((moment) => !first.includes(moment))
    .sort((one, other) => size(other) - size(one));
  return [...first, ...others].slice(0, count).sort((one, other) => one.number - other.number);
}

/** The slip of a seat that comes after a moment, from the start again after the last one; null without any. */
export function nextSlip(model, seat, moment) {
  const slips = choicesOf(model, seat).filter(isSlip);
  return slips.find(({ number }) => number > moment.number) ?? slips[0] ?? null;
}

/** The position that an action leads to; of a roll the one before, as nobody knows its dice. */
export function positionAfter(state, action) {
  const [word, ...dice] = action.split(" ");
  if (word === "keep") return state.keep(dice.map(Number));
  if (word === "take") return state.take();
  return word === "bank" ? state.bank() : state;
}
