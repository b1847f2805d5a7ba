// One moment in words: how good the choice was, both branches with their chances, and why.

import { html } from "../lib/preact.js";
import { t } from "../texts.js";
import { hasOther } from "./moment_felt.js";
import { gain, isSlip, worst } from "./model.js";
import { Mark, word } from "./mark.js";
import { actionWords, called, chanceOf, judged, lossOf, nameOf, signed } from "./words.js";

/** What a moment changed for whoever the page is about, and what its mover chose between. */
export function Sentence({ model, who, moment, reference }) {
  const { choice, luck, seat, round } = moment;
  const shown = choice ?? luck;
  const change = gain(model, shown, who);
  const judgement =
    choice?.action === "pass"
      ? "passed"
      : choice?.kind === "mixing"
        ? "mixing"
        : (shown.judgement ?? (choice ? null : "luck"));
  const isWorst = isSlip(moment) && moment === worst(model, seat);
  const [first, ...rest] = choice ? reasons(model, moment) : [];
  return html`<div class="card saying"><section class="sentence" aria-labelledby="moment" ref=${reference}>
    <div class="verdict ${shown.judgement ?? ""}">
      <h2 id="moment"><${Mark} judgement=${shown.judgement} silent /> ${isWorst ? called(model, seat, "web.review.worst") : capital(judged(model, who, seat, judgement))}</h2>
      <p class="number change ${change > 0 ? "good" : "bad"}">${signed(model, model.solo ? -change : change)}</p>
      <p class="quiet small" role="status">${t("web.review.of", { name: nameOf(model, seat), round })}${isWorst && ":"} <span class=${isWorst ? "" : "hidden-text"}>${word(judgement)}</span></p>
      ${!model.solo && html`<p class="quiet small number">${called(model, who, "web.review.for")}</p>`}
    </div>
    ${choice && seat !== who && html`<p class="quiet small">${called(model, seat, "web.review.chart")}</p>`}
    ${choice ? html`<${Branches} ...${{ model, moment }} />` : html`<${Dice} ...${{ model, who, moment }} />`}
    ${first && html`<p class="why">${first}</p>`}</section>
    <div class="more">${rest.map((sentence) => html`<p key=${sentence} class="quiet">${sentence}</p>`)}
      ${choice && luck && html`<p class="quiet">${called(model, who, `web.review.luck-after.${model.unit}`, { amount: signed(model, luck.after[who] - luck.before[who]) })}</p>`}</div></div>`;
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** What the best and the chosen action have, as bars. */
function Branches({ model, moment: { choice, step, seat } }) {
  const most = model.solo ? Math.max(choice.before[seat], choice.after[seat]) : 1;
  const branches =
    choice.best && choice.best !== choice.action && choice.loss > 0 ? [[choice.best, choice.before[seat], "good"]] : [];
  branches.push([choice.action, choice.after[seat], isSlip({ choice }) ? "lost" : branches.length ? "" : "good"]);
  return html`<ul class="branches">${branches.map(
    ([action, chance, kind], at) => html`<li key=${at} class=${kind}>
    <span>${actionWords(action, step.before)}</span>
    <span class="bars" aria-hidden="true"><b style=${{ inlineSize: `${(100 * chance) / most}%` }}></b></span>
    <span class="number">${chanceOf(model, chance)}</span></li>`,
  )}</ul>`;
}

/** What the dice alone did. */
function Dice({ model, who, moment: { luck } }) {
  return html`<p>${called(model, who, "web.review.luck-told", { before: chanceOf(model, luck.before[who]), after: chanceOf(model, luck.after[who]) })}</p>`;
}

/** Why: what the server says of a slip, or a few words of anything else. */
function reasons(model, { choice, step }) {
  if (choice.action === "pass") return [t("web.review.passed-told")];
  if (choice.why.length) return choice.why.map((sentence) => sentence.replaceAll(" %", "\u00a0%"));
  if (choice.kind === "mixing") return [t("web.review.mixing-told")];
  if (choice.judgement !== "good" || choice.best === choice.action) return [t("web.review.nothing-better")];
  return [t("web.review.better", { action: actionWords(choice.best, step.before), amount: lossOf(model, choice) })];
}

/** `steps` are what the buttons do: the moment before, the next one, the next slip, the other branch. */
export function Buttons({ moment, steps, other }) {
  const button = (name, words, does, more = {}) =>
    html`<button type="button" class=${name} aria-disabled=${does ? null : "true"} onClick=${() => does && does()} ...${more}>${words}</button>`;
  return html`<div class="steps">
    ${button("back", "‹", steps.back, { "aria-label": t("web.review.back"), "aria-keyshortcuts": "ArrowLeft" })}
    ${button("slip", t("web.review.next-slip"), steps.slip)}
    ${button("on", "›", steps.on, { "aria-label": t("web.review.on"), "aria-keyshortcuts": "ArrowRight" })}
    ${button("other", t("web.review.what-if"), hasOther(moment) && steps.other, { "aria-pressed": String(other) })}
  </div>`;
}
