// How many games were won, and how well they were played, by rules and opponents.

import { html } from "../lib/preact.js";
import { amount, signed } from "../review/words.js";
import { percent } from "../table/felt.js";
import { botSaid } from "../table/people.js";
import { apart, n, spoken, t, titled } from "../texts.js";
import { ENOUGH, isAlone } from "./statistics.js";

/** @import { GameGroup } from "../types" */

const COLUMNS = ["rules", "games", "won", "level", "lost", "luck"];

/** What `review/words.js` needs to know of games. */
export const unitOf = (game) => (isAlone(game) ? { solo: true, unit: "turns" } : { solo: false, unit: "chances" });

/** Opponents in a row: people by their names, bots by how well they play. */
export const againstSaid = (against) =>
  against.length
    ? against.map(({ name, bot }) => (bot ? botSaid({ bot }) : apart(name ?? "?"))).join(", ")
    : t("web.mine.alone");

export function Statistics({ groups }) {
  return html`<section class="card" aria-labelledby="statistics">
    <h2 id="statistics">${t("web.mine.statistics")}</h2>
    <div class="scroller" tabindex="0" role="group" aria-labelledby="statistics"><table class="statistics">
      <thead><tr>${COLUMNS.map((column) => html`<th key=${column} scope="col" class=${column === "rules" ? null : "number"}>${t(`web.mine.column.${column}`)}</th>`)}</tr></thead>
      <tbody>${groups.map((group) => html`<${Row} key=${group.key} group=${group} />`)}</tbody>
    </table></div>
    <p class="quiet small">${t("web.mine.statistics.what", { enough: ENOUGH })}</p>
  </section>`;
}

/** @param {{ group: GameGroup }} props */
function Row({ group }) {
  const { games, won, perDecision, luck, band, level, reviewed } = group;
  const unit = unitOf(games[0]);
  const whole = Number.isInteger(won) ? n(won) : won.toLocaleString(spoken(), { maximumFractionDigits: 1 });
  const cell = (column, value, more = "") =>
    html`<td class="number" data-column=${t(`web.mine.column.${column}`)}>${value}${more && html`<small class="quiet">${more}</small>`}</td>`;
  return html`<tr>
    <th scope="row">${titled(group)}<small class="quiet">${againstSaid(group.against)}</small></th>
    ${cell("games", n(games.length))}
    ${unit.solo ? cell("won", "–") : cell("won", whole, percent(won / games.length))}
    ${cell("level", level === null ? "–" : n(level))}
    ${cell("lost", perDecision === null ? "–" : amount(unit, perDecision))}
    ${reviewed ? cell("luck", signed(unit, luck), `± ${amount(unit, band)}`) : cell("luck", "–")}
  </tr>`;
}
