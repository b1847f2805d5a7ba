// The score sheet: every turn of everybody, one round in a row.

import { html } from "../lib/preact.js";
import { n, t } from "../texts.js";
import { Dialog } from "./dialog.js";

export function Part({ view, names, you, onClose }) {
  const columns = names.map((_, seat) => view.turns.filter((turn) => turn.seat === seat));
  const rounds = Math.max(0, ...columns.map((turns) => turns.length));
  return html`<${Dialog} title=${t("web.sheet")} onClose=${onClose}>
    <table class="scores">
      <thead><tr>
        <th scope="col">${t("web.sheet.round")}</th>
        ${names.map((name, seat) => html`<th key=${seat} scope="col" class="number"><span>${seat === you ? t("web.chance.you") : name}</span></th>`)}
      </tr></thead>
      <tbody>${Array.from(
        { length: rounds },
        (_, round) => html`<tr key=${round}>
        <th scope="row">${round + 1}</th>
        ${columns.map((turns, seat) => html`<td key=${seat} class="number">${turns[round] && cell(turns[round])}</td>`)}
      </tr>`,
      )}</tbody>
    </table>
  <//>`;
}

function cell({ points, farkle, passed, penalty, total }) {
  const what = farkle ? t("web.sheet.farkle") : passed ? t("web.sheet.passed") : `+${n(points)}`;
  return html`<span class="quiet small">${what}${penalty ? ` −${n(penalty)}` : ""}</span> <span class="strong">${n(total)}</span>`;
}
