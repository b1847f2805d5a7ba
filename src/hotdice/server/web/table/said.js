// What the felt says above and below its dice: whose points, how many, and what became of them.

import { apart, t } from "../texts.js";
import { isLastRound, leaders } from "../view.js";

/** @import { Felt, View } from "../types" */

/**
 * What became of the roll or the turn on the felt, if that is to be said; nothing while dice roll.
 * @param {Felt | null} felt
 * @returns {"won" | "lost" | "spared" | "too-much" | "banked" | null}
 */
export function endOf(felt) {
  if (!felt) return null;
  if (felt.won) return "won";
  if (felt.lost !== null) return "lost";
  if (felt.spared) return "spared";
  if (felt.tooMuch) return "too-much";
  return felt.banked > 0 ? "banked" : null;
}

const WHOSE = { won: "web.rolled-win", banked: "web.banked", "too-much": "web.too-much" };

/** Whose points stand there. */
export function whoseSaid(end, who, names, you) {
  const key = WHOSE[end];
  if (key) return t(who === you ? `${key}.you` : key, { name: names[who] });
  return who === you ? t("web.your-turn-points") : t("web.turn-points", { name: names[who] });
}

/** Whom to beat in a last round: told to whoever has to, and to the others; nothing before it. */
export function lastRoundSaid(view, names, you) {
  const { state, rules } = view;
  if (!isLastRound(view)) return null;
  const { table } = rules;
  const ahead = leaders(view);
  const points = state.totals[ahead[0]];
  const shared = table.tie === "shared" || table.rounds;
  const exact = !table.rounds && (table.overshoot ?? "counts") !== "counts"; // nobody gets beyond the target
  const called = ahead.map((seat) => (seat === you ? t("web.chance.you") : apart(names[seat])));
  const leads = t("web.last-round", { names: called.join(", "), points });
  const aim = exact ? (shared ? "exact" : null) : shared ? "shared" : "first";
  const mine = state.player === you && !ahead.includes(you) && aim;
  const said = mine ? t(`web.last-round.${aim}`, { points }) : leads;
  return table.last_round === "one-roll" ? `${said} ${t("web.last-round.one-roll")}` : said;
}

/** Why a turn is lost: nothing scores, or some dice decide it by themselves. */
function lostSaid({ lost, lostTotal, decided }) {
  const dice = decided.join(" ");
  if (lostTotal) return t("web.lost-total", { dice, total: lostTotal });
  const why = t(decided.length ? "web.lost-decided" : "web.lost-why", { dice });
  return lost > 0 ? t("web.lost", { why, points: lost }) : t("web.lost-nothing", { why });
}

/** What became of points that would have passed the target. */
function tooMuchSaid({ state }, { tooMuch, seat }, names, you) {
  const { to, points } = tooMuch;
  if (to === null) return t("web.too-much.lost", { total: state.totals[seat] });
  return t(to === you ? "web.too-much.given.you" : "web.too-much.given", {
    name: names[to],
    points,
    total: state.totals[to],
  });
}

/**
 * The line below the points.
 * @param {View} view
 * @param {any} now
 */
export function lineSaid(view, { keep, end, rolling, mine, names, you }) {
  const { state } = view;
  const felt = /** @type {Felt} */ (view.felt); // which is there where something ended
  if (rolling) return t("web.rolling");
  if (end === "won") return t("web.rolled-win.what", { dice: felt.decided.join(" ") });
  if (end === "lost") return lostSaid(felt);
  if (end === "spared") return t("web.spared.what");
  if (end === "too-much") return tooMuchSaid(view, felt, names, you);
  if (end === "banked") return t("web.total", { total: state.totals[felt.seat] });
  if (keep) return pickedSaid(state, keep);
  if (state.rolled.length && mine) return t("web.pick");
  if (state.roll_first && !state.rolled.length) return t(`web.roll-first.${state.roll_first}`, { count: state.dice });
  if (view.hot) return t("web.hot", { count: state.dice });
  return state.turn_points ? t("web.kept-before", { points: state.turn_points }) : " ";
}

function pickedSaid({ turn_points: before }, { points: now, bank_refused: refused }) {
  const said = t(before ? "web.picked" : "web.picked-first", { before, now });
  return refused === "bank/unconfirmed" ? `${said} · ${t("web.to-confirm")}` : said;
}

/** What may be taken over now, and by whom; nothing mostly. */
export function offerSaid({ state }, names, you) {
  if (!state.offer) return null;
  const { points, dice } = state.offer;
  const key = state.player === you ? "web.offer.you" : "web.offer";
  return t(key, { name: names[state.player], points, count: dice });
}
