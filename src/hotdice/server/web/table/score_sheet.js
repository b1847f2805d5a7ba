// The score sheet: every turn of everybody, one round in a row.

import { html } from "../lib/preact.js";
import { far, n, t } from "../texts.js";
import { roundOf } from "../view.js";
import { Dialog } from "./dialog.js";

export function Part({ view, names, you, onClose }) {
  const columns = names.map((_, seat) => view.turns.filter((turn) => turn.seat === seat));
  const rounds = Math.max(0, ...columns.map((turns) => turns.length));
  const { table } = view.rules;
  const title = table.rounds ? `${t("web.sheet")} · ${far(table, roundOf(view))}` : t("web.sheet");
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <table class="scores">
      <thead><tr>
        <th scope="col">${t("web.sheet.round")}</th>
        ${names.map((name, seat) => html`<th key=${seat} scope="col" class="number"><span>${seat === you ? t("web.chance.you") : name}</span></th>`)}
      </tr></thead>
      <tbody>${Array.from(
        { length: rounds },
        (_, round) => html`<tr key=${round}>
        <th scope="row">${round + 1}</th>
        ${columns.map((turns, seat) => html`<td key=${seat} class="number">${turns[round] && cell(turns[round], names)}</td>`)}
      </tr>`,
      )}</tbody>
    </table>
  <//>`;
}

function cell(turn, names) {
  const { penalty, lostTotal, total } = turn;
  const lost = penalty + lostTotal;
  return html`<span class="quiet small">${became(turn, names)}${lost ? ` −${n(lost)}` : ""}</span> <span class="strong">${n(total)}</span>`;
}

/** What became of a turn. */
function became({ points, farkle, passed, won, tooMuch }, names) {
  if (won) return t("web.sheet.won");
  if (farkle) return t("web.sheet.farkle");
  if (passed) return t("web.sheet.passed");
  if (tooMuch && tooMuch.to !== null) return t("web.sheet.given", { points: tooMuch.points, name: names[tooMuch.to] });
  return tooMuch ? t("web.sheet.too-much") : `+${n(points)}`;
}
