// Every choice with what it is worth, best first; a tap on one picks its dice.

import { html } from "../lib/preact.js";
import { t } from "../texts.js";
import { Choice } from "./advice.js";
import { Dialog } from "./dialog.js";

export function Part({ tip, view, onPick, onClose }) {
  const pick = (dice) => {
    onPick(dice);
    onClose();
  };
  return html`<${Dialog} title=${t("web.advice")} onClose=${onClose}>
    <ol class="choices">${tip.choices.map((choice, at) => html`<li key=${at}><${Choice} ...${{ choice, best: tip.choices[0], view, onPick: pick }} /></li>`)}</ol>
  <//>`;
}
