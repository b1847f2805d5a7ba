// Numbers and actions of a review as people read them.

import { n, spoken, t } from "../texts.js";
import { word } from "./mark.js";

const DIGITS = { chances: 1, turns: 2 };
const SCALE = { chances: 100, turns: 1 };

/** A value as a whole number of its last printed digit: tenths of a point, hundredths of a turn. */
export const printed = ({ unit }, value) => Math.round(value * SCALE[unit] * 10 ** DIGITS[unit]) || 0;

/** Such a number in words, with its sign if that is wanted. */
export function told({ unit }, number, sign = false) {
  const digits = DIGITS[unit];
  const size = (Math.abs(number) / 10 ** digits).toLocaleString(spoken(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  if (!number) return size;
  return number < 0 ? `−${size}` : `${sign ? "+" : ""}${size}`;
}

/** A value as it is printed. */
export const amount = (model, value) => told(model, printed(model, value));

/** A gain or a loss as it is printed. */
export const signed = (model, value) => told(model, printed(model, value), true);

/** A whole chance as it is printed, without decimals where it has none. */
export const percentOf = (model, number) =>
  t("web.percent", { percent: number % 1000 ? told(model, number) : String(number / 10) });

/** A chance, or the turns of somebody alone. */
export const chanceOf = (model, value) =>
  model.solo
    ? t("web.review.turns", { turns: amount(model, value) })
    : t("web.percent", { percent: amount(model, value) });

/** What a choice loses: points of a chance, or turns. */
export const lossOf = (model, { loss }) =>
  model.solo ? chanceOf(model, loss) : t("web.review.percentage-points", { amount: amount(model, loss) });

/** Chances where little room is: in whole percent. */
export const short = (model, value) => (model.solo ? amount(model, value) : String(Math.round(100 * value)));

/**
 * Values as printed numbers that add up to `total`.
 *
 * What rounding leaves goes, one digit each, to those that it has changed most; never to the one at `fixed`.
 */
export function shares(model, values, total, fixed) {
  const exact = values.map((value) => value * SCALE[model.unit] * 10 ** DIGITS[model.unit]);
  const found = exact.map((value) => Math.round(value) || 0);
  const free = values.map((_, at) => at).filter((at) => at !== fixed && exact[at]);
  for (let left = total - found.reduce((sum, each) => sum + each, 0); left && free.length; left -= Math.sign(left)) {
    const towards = (at) => Math.sign(left) * (exact[at] - found[at]);
    found[free.reduce((one, other) => (towards(other) > towards(one) ? other : one))] += Math.sign(left);
  }
  return found;
}

/** A sentence about somebody: its `.you` form for whoever looks. */
export const called = ({ names, you }, seat, key, data = {}) =>
  seat === you ? t(`${key}.you`, data) : t(key, { name: names[seat], ...data });

/** What somebody is called. */
export const nameOf = ({ names, you }, seat) => (seat === you ? t("web.chance.you") : names[seat]);

/** A judgement of what somebody did or rolled; their name stands before it unless the page is about them. */
export const judged = (model, who, seat, judgement) =>
  seat === who ? word(judgement) : t("web.review.judged", { name: nameOf(model, seat), judgement: word(judgement) });

/** An action of a report as people would say it, in a position. */
export function actionWords(action, state) {
  const [verb, ...dice] = action.split(" ");
  if (verb === "keep") return t("web.review.keep", { kept: dice.join(" ") });
  if (verb === "pass") return t("web.review.pass");
  const { offer } = state;
  const data =
    verb === "take" ? { count: offer.dice, points: offer.points } : { count: state.dice, points: state.gain };
  const words = t(`plan.${verb}`, data);
  return words[0].toUpperCase() + words.slice(1);
}

/** Everybody's totals in a row. */
export const totalsOf = (model, totals) =>
  totals.map((total, seat) => `${nameOf(model, seat)}\u00a0${n(total)}`).join(" · ");
