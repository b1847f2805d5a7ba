// The account of a seat as bars: the start, what was lost, what was gained, and the result.

import { html } from "../lib/preact.js";
import { t } from "../texts.js";
import { choicesOf } from "./model.js";
import { amount, called, percentOf, printed, shares, told } from "./words.js";

const LINES = ["others_luck", "own_choices", "others_choices", "own_luck", "mixing", "remainder"];
const ALWAYS = ["own_choices", "own_luck"];
const STEP = { chances: 25, turns: 5 }; // between two lines of the axis

/** Lines as whole numbers of the last printed digit, losses first; they add up to what the result prints. */
export function linesOf(model, seat) {
  const account = model.report.seats[seat];
  const [start, result] = [account.start, account.result].map((value) => printed(model, value));
  const found = shares(
    model,
    LINES.map((line) => account[line]),
    result - start,
    LINES.indexOf("own_choices"),
  );
  const lines = LINES.map((line, at) => ({ line, value: found[at] })).filter(
    ({ line, value }) => value || ALWAYS.includes(line),
  );
  const lost = ({ value }) => (model.solo ? value > 0 : value < 0);
  return {
    start,
    result,
    lines: [...lines.filter(lost).map((each) => ({ ...each, lost: true })), ...lines.filter((each) => !lost(each))],
  };
}

/** Where each bar begins and ends, and the axis that has room for all of them. */
function barsOf(model, { start, result, lines }) {
  let at = start;
  const bars = lines.map(({ value, ...line }) => {
    const from = at;
    at += value;
    return { ...line, value, from: Math.min(from, at), to: Math.max(from, at) };
  });
  const unit = printed(model, model.solo ? STEP.turns : STEP.chances / 100);
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const low = unit * Math.floor(Math.min(0, ...ends) / unit);
  const high = unit * Math.ceil(Math.max(model.solo ? 0 : printed(model, 1), start, result, ...ends) / unit);
  const grid = Array.from({ length: 1 + (high - low) / unit }, (_, each) => (100 * each * unit) / (high - low));
  const place = (from, to) => ({
    insetInlineStart: `${(100 * (from - low)) / (high - low)}%`,
    inlineSize: `${(100 * (to - from)) / (high - low)}%`,
  });
  return { bars, grid, place };
}

export function Account({ model, who }) {
  const account = linesOf(model, who);
  const { bars, grid, place } = barsOf(model, account);
  const { lines } = account;
  const { decisions, lost_per_decision: lost, level } = model.report.seats[who];
  const whole = (key, label, value) =>
    html`<${Line} key=${key} ...${{ label, grid, style: place(0, value), whole: true }} value=${model.solo ? told(model, value) : percentOf(model, value)} />`;
  return html`<section class="card account" aria-labelledby="account">
    <div class="row spread"><h2 id="account">${t("web.review.account")}</h2><span class="quiet small">${called(model, who, `web.review.account.${model.unit}`)}</span></div>
    <ol>
      ${whole("start", t("web.review.start"), account.start)}
      ${bars.map(({ line, value, from, to, lost: hatched }) => html`<${Line} key=${line} label=${labelOf(model, who, line)} ...${{ grid, hatched, style: place(from, to) }} value=${told(model, value, true)} />`)}
      ${whole("result", resultOf(model, who), account.result)}
    </ol>
    ${lines.some(({ line }) => line === "remainder") && html`<p class="quiet small">${t("web.review.remainder.what")}</p>`}
    <p class="quiet small">${averageOf(model, who)}
      ${decisions > 0 && lost !== null && html` ${t("web.review.skill", { count: decisions, all: choicesOf(model, who).length, lost: amount(model, lost) })}`}
      ${level !== null && html` ${t("web.review.level", { level })}`} ${t("web.review.little")}</p>
  </section>`;
}

function Line({ label, value, grid, style, whole = false, hatched = false }) {
  return html`<li class=${whole ? "whole" : hatched ? "lost" : "won"}>
    <span>${label}</span>
    <span class="bars" aria-hidden="true">${grid.map((at) => html`<i key=${at} style=${{ insetInlineStart: `${at}%` }}></i>`)}<b style=${style}></b></span>
    <span class="number">${value}</span>
  </li>`;
}

function labelOf(model, who, line) {
  if (["mixing", "remainder"].includes(line)) return t(`web.review.${line}`);
  const [whose, what] = line.split("_");
  if (whose === "own") return called(model, who, `web.review.${what}-of`);
  return model.names.length === 2 ? called(model, 1 - who, `web.review.${what}-of`) : t(`web.review.${what}-others`);
}

/** What the last line is called. */
function resultOf({ report, solo, state }, who) {
  const { result } = report.seats[who];
  if (!state.over) return t("web.review.stopped");
  if (solo) return t("web.review.turns-played");
  return t(result === 0 ? "web.review.lost" : result === 1 ? "web.review.won" : "web.review.shared");
}

/** The result without all luck; one that is no chance is no share of the game either. */
function averageOf(model, who) {
  const { result, own_luck: own, others_luck: others } = model.report.seats[who];
  const adjusted = result - own - others;
  if (model.solo) return t("web.review.average.turns", { turns: amount(model, adjusted) });
  if (adjusted < 0 || adjusted > 1) return called(model, who, `web.review.average-${adjusted < 0 ? "lost" : "won"}`);
  return called(model, who, "web.review.average", { percent: String(Math.round(100 * adjusted)) });
}
