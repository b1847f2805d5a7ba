// One moment in words: how good the choice was, both branches with their chances, and why.

import { html } from "../lib/preact.js";
import { t } from "../texts.js";
import { hasOther } from "./moment_felt.js";
import { gain, isSlip } from "./model.js";
import { Mark, word } from "./mark.js";
import { actionWords, called, chanceOf, nameOf, signed } from "./words.js";

export function Sentence({ model, moment, reference }) {
  const { choice, luck, seat, round } = moment;
  const shown = choice ?? luck;
  const change = gain(model, shown, seat);
  const judgement =
    choice?.action === "pass"
      ? "passed"
      : choice?.kind === "mixing"
        ? "mixing"
        : (shown.judgement ?? (choice ? null : "luck"));
  return html`<section class="card sentence" aria-labelledby="moment" ref=${reference}>
    <div class="row spread verdict ${shown.judgement ?? ""}">
      <h2 id="moment"><${Mark} judgement=${shown.judgement} silent /> ${capital(word(judgement))}</h2>
      <strong class="number">${signed(model, model.solo ? -change : change)}</strong>
    </div>
    <p class="quiet small" role="status">${t("web.review.of", { name: nameOf(model, seat), round })}${" "}<span class="hidden-text">${word(judgement)}</span></p>
    ${choice ? html`<${Branches} ...${{ model, moment }} />` : html`<${Dice} ...${{ model, moment }} />`}
    <div class="why">${choice && reasons(model, moment).map((sentence, at) => html`<p key=${at} class=${at ? "quiet" : ""}>${sentence}</p>`)}
      ${choice && luck && html`<p class="quiet">${t("web.review.luck-after", { amount: signed(model, luck.after[seat] - luck.before[seat]) })}</p>`}</div>
  </section>`;
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
function Dice({ model, moment: { luck, seat } }) {
  return html`<p>${called(model, seat, "web.review.luck-told", { before: chanceOf(model, luck.before[seat]), after: chanceOf(model, luck.after[seat]) })}</p>`;
}

/** Why: what the server says of a slip, or a few words of anything else. */
function reasons(model, { choice, step }) {
  if (choice.action === "pass") return [t("web.review.passed-told")];
  if (choice.why.length) return choice.why;
  if (choice.kind === "mixing") return [t("web.review.mixing-told")];
  if (choice.judgement !== "good" || choice.best === choice.action) return [t("web.review.nothing-better")];
  return [
    t("web.review.better", { action: actionWords(choice.best, step.before), amount: chanceOf(model, choice.loss) }),
  ];
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
