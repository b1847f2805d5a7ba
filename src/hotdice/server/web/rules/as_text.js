// The rules file itself: what is wrong stands at its line.

import { html, useMemo, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { Code } from "./code.js";

/** The file; `current` is whether the answer in `checked` is about this text. */
export function AsText({ text, onText, checked, current }) {
  const [jump, setJump] = useState(null);
  const { answer } = checked;
  const mistakes = answer?.mistakes ?? [];
  const marked = useMemo(() => new Set(mistakes.map(({ line }) => line)), [answer]);
  return html`
    <${Code} id="toml" ...${{ text, onText, marked, jump }} label=${t("web.rules.file")} describedBy="checked mistakes" />
    <p id="checked" role="status" class="checked">${verdict(checked, current, mistakes.length)}</p>
    <${Mistakes} mistakes=${mistakes} onLine=${(line) => setJump({ line })} />
    ${answer?.notes.map((each) => html`<p class="quiet small">${each}</p>`)}`;
}

/** What is wrong, each with the way to its line. */
const Mistakes = ({ mistakes, onLine }) => html`<ul id="mistakes" class="mistakes">
    ${mistakes.map(
      ({ line, message }) =>
        html`<li>${
          line
            ? html`<button type="button" class="slim" onClick=${() => onLine(line)}><b>${t("web.rules.line", { line })}</b> ${message}</button>`
            : html`<p>${message}</p>`
        }</li>`,
    )}
  </ul>`;

/** Whether the rules can be played, in a few words. */
export function verdict({ answer, trouble }, current, count) {
  if (trouble) return html`<span class="bad">${trouble}</span>`;
  if (!answer || !current) return t("web.rules.checking");
  if (count === 0) return html`<span class="good">✓ ${t("web.rules.fine")}</span>`;
  return html`<span class="bad">✗ ${t("web.rules.mistakes", { count })}</span>`;
}
