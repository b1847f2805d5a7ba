// Every decision of somebody: how many were good, the slips with what they cost, or all of them.

import { html, useEffect, useRef } from "../lib/preact.js";
import { Dice } from "../rules/sheet.js";
import { t } from "../texts.js";
import { choicesOf, isSeen, shownOf } from "./model.js";
import { Mark, word } from "./mark.js";
import { actionWords, called, nameOf, printed, signed, told } from "./words.js";

const COUNTED = ["fine", "slip", "mistake", "blunder"];
const fine = (judgement) => ["best", "good"].includes(judgement);

export function Decisions({ model, who, setWho, all, setAll, moment, onChoose }) {
  const choices = choicesOf(model, who);
  const counts = COUNTED.map(
    (kind) =>
      choices.filter(({ choice }) => (kind === "fine" ? fine(choice.judgement) : choice.judgement === kind)).length,
  );
  const pill = (key, on, words, press) =>
    html`<button key=${key} type="button" class="pill" aria-pressed=${String(on)} onClick=${press}><span class="name">${words}</span></button>`;
  return html`<section class="card decisions" aria-labelledby="decisions">
    <div class="row spread"><h2 id="decisions">${t("web.review.decisions")}</h2>
      <div class="row filters">
        ${!model.solo && html`<div class="row" role="group" aria-label=${t("web.review.whose")}>${model.names.map((_, seat) => pill(seat, seat === who, nameOf(model, seat), () => setWho(seat)))}</div>`}
        <div class="row" role="group" aria-label=${t("web.review.which")}>${pill("slips", !all, t("web.review.slips"), () => setAll(false))}${pill("all", all, t("web.review.all", { count: choices.length }), () => setAll(true))}</div>
      </div></div>
    <ul class="counts">${COUNTED.map((kind, at) => html`<li key=${kind}><strong>${counts[at]}</strong><span><${Mark} judgement=${kind === "fine" ? "best" : kind} silent /> ${kind === "fine" ? t("web.review.fine") : word(kind)}</span></li>`)}</ul>
    <${Table} ...${{ model, who, all, choices, moment, onChoose }} />
  </section>`;
}

/** The rows, with one that the column adds up by; what is shown now stands above them if it is none of them. */
function Table({ model, who, all, choices, moment, onChoose }) {
  const rows = all
    ? choices
    : choices.filter((each) => isSeen(model, each)).sort((one, other) => other.choice.loss - one.choice.loss);
  const total = printed(model, model.report.seats[who].own_choices);
  const sum = rows.reduce((whole, { choice }) => whole + printed(model, choice.loss), 0);
  const rest = (model.solo ? total : -total) - sum;
  const others = choices.length - rows.length;
  const head = ["round", "dice", "chose", "best", "cost"];
  const box = useRef(null);
  useEffect(() => {
    // where the table scrolls by itself, what is shown stays in sight
    const now = box.current.querySelector("[aria-current]");
    const [outer, inner] = [box.current, now].map((each) => each.getBoundingClientRect());
    if (inner.top < outer.top + inner.height || inner.bottom > outer.bottom)
      box.current.scrollTop += inner.top - outer.top - outer.height / 2;
  }, [moment, all, who]);
  const row = (each) =>
    html`<${Row} key=${each.number} ...${{ model, moment: each, who, now: each === moment, onChoose }} />`;
  return html`<div class="rows" ref=${box} tabindex="0" role="group" aria-labelledby="decisions"><table>
    <thead><tr>${head.map((key) => html`<th key=${key} scope="col" class=${key === "cost" ? "number" : key === "round" ? "round" : null}>${t(`web.review.head.${key}`)}</th>`)}</tr></thead>
    ${!rows.includes(moment) && html`<tbody class="beside">${row(moment)}</tbody>`}
    <tbody>
      ${rows.map(row)}
      ${!rows.length && html`<tr class="sum"><td colspan="5">${t(`web.review.no-slips.${model.unit}`)}</td></tr>`}
      ${others > 0 && html`<tr class="sum rest"><td colspan="4">${t(`web.review.others.${model.unit}`, { count: others })}</td><td class="number"><${Mark} judgement="good" silent /> ${told(model, rest)}</td></tr>`}
      ${others === 0 && rest !== 0 && html`<tr class="sum rest"><td colspan="4">${t("web.review.rounding")}</td><td class="number">${told(model, rest)}</td></tr>`}
      <tr class="sum whole"><th scope="row" colspan="4">${called(model, who, "web.review.in-all")}</th><td class="number">${told(model, total, true)}</td></tr>
    </tbody>
  </table></div>`;
}

/** A click anywhere in a row shows its moment; by keyboard its first cell is the button. */
function Row({ model, who, moment, now, onChoose }) {
  const {
    choice,
    luck,
    step: { action, before, fell },
    round,
    seat,
  } = moment;
  const shown = shownOf(moment);
  const dice = before.rolled.length ? fell : !choice && action.roll;
  const worse = choice && choice.best !== choice.action && choice.loss > 0;
  const label = t("web.review.of", { name: nameOf(model, seat), round });
  return html`<tr class=${`${shown.judgement ?? "none"} ${now ? "now" : ""}`} aria-current=${now ? "true" : null} onClick=${() => onChoose(moment)}>
    <td class="round"><button type="button" class="plain" aria-label=${label} onClick=${(event) => {
      event.stopPropagation();
      onChoose(moment);
    }}>${round}</button></td>
    <td class="lay">${dice ? html`<${Dice} faces=${dice} />` : html`<span class="quiet">${t("web.review.points", { points: before.points })}</span>`}</td>
    <td class="chose">${seat !== who && choice && html`<span class="quiet name">${nameOf(model, seat)}</span>: `}${choice ? actionWords(choice.action, before) : called(model, seat, "web.review.rolled-by")}</td>
    <td class="best">${choice?.best ? html`<span class="label">${t("web.review.head.best")}: </span>${actionWords(worse ? choice.best : choice.action, before)}` : ""}</td>
    <td class="number cost"><${Mark} judgement=${shown.judgement} /> ${choice ? told(model, printed(model, choice.loss)) : signed(model, luck.after[who] - luck.before[who])}</td>
  </tr>`;
}
