// What a rule does: the best expected turn, the chance of a farkle, and when to stop.

import { html } from "../lib/preact.js";
import { n, spoken, t } from "../texts.js";

/** A chance such as "5/162" or 0.03 as a number. */
export function chance(text) {
  const [above, below = 1] = String(text).split("/").map(Number);
  return above / below;
}

/** A chance as people read it. */
export function percent(part) {
  const digits = part < 0.1 ? 1 : 0;
  return `${new Intl.NumberFormat(spoken(), { maximumFractionDigits: digits }).format(100 * part)}\u00a0%`;
}

/** The figures of rules as the server tells them. */
export function Effects({ rules }) {
  const { odds } = rules;
  if (!odds)
    return html`<section class="card"><h2>${t("web.rules.does")}</h2><p class="quiet">${t("web.rules.no-odds")}</p></section>`;
  const dice = Object.keys(odds.farkle)
    .map(Number)
    .sort((a, b) => b - a);
  return html`
    <section class="card does" aria-labelledby="does">
      <h2 id="does">${t("web.rules.does")}</h2>
      <div class="facts">
        ${odds.expected_turn !== null && html`<p><b>${n(Math.round(odds.expected_turn))}</b> ${t("web.rules.turn")}</p>`}
        ${odds.entry_chance !== null && html`<p><b>${percent(odds.entry_chance)}</b> ${t("web.rules.entry-chance", { entry: rules.entry })}</p>`}
      </div>
      <${Stops} odds=${odds} dice=${dice} />
      <p class="quiet small">${t("web.rules.stop.about")}</p>
    </section>`;
}

/** One line for each number of dice: how often they farkle, and from which turn points to bank. */
function Stops({ odds, dice }) {
  const several = odds.bank_from.length > 1;
  return html`
    <table class=${several ? "stops several" : "stops"}>
      <caption class="hidden-text">${t("web.rules.stop.caption")}</caption>
      <thead>
        <tr>
          <th scope="col" rowspan=${several ? 2 : 1}>${t("web.rules.dice")}</th>
          <th scope="col" rowspan=${several ? 2 : 1}>${t("web.rules.farkle")}</th>
          <th scope=${several ? "colgroup" : "col"} class="number" colspan=${odds.bank_from.length}>${several ? t("web.rules.stop.after") : t("web.rules.stop")}</th>
        </tr>
        ${several && html`<tr>${odds.bank_from.map((_, count) => html`<th scope="col" class="number">${n(count)}</th>`)}</tr>`}
      </thead>
      <tbody>
        ${dice.map(
          (count) => html`
          <tr>
            <th scope="row">${n(count)}</th>
            <td><span class="odds"><span class="figure">${percent(chance(odds.farkle[count]))}</span>
              <span class="bar"><span style=${{ inlineSize: `${100 * chance(odds.farkle[count])}%` }}></span></span></span></td>
            ${odds.bank_from.map((from) => html`<td class="number">${from[count] === null ? html`<span class="quiet">${t("web.rules.never")}</span>` : n(from[count])}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>`;
}
