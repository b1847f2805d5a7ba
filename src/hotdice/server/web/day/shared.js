// A result to share: points by round as coarse blocks, the total and the day. It tells nothing of the dice.

import { html, useState } from "../lib/preact.js";
import { n, t } from "../texts.js";
import { numberOf } from "./clock.js";

const BLOCKS = [
  { least: 700, block: "🟥" },
  { least: 300, block: "🟧" },
  { least: 1, block: "🟨" },
  { least: 0, block: "⬛" },
];

const levelOf = (points) => BLOCKS.findIndex(({ least }) => points >= least);
export const sum = (rounds) => rounds.reduce((one, other) => one + other, 0);

/** The text to share. */
export function textOf(date, rounds) {
  const said = t("web.day.shared", { number: numberOf(date), points: sum(rounds) });
  const blocks = rounds.map((points) => BLOCKS[levelOf(points)].block).join("");
  return `${said}\n${blocks}\n${location.origin}/day/${date}`;
}

/** The points of every round, as fields in the colours of the blocks. */
export const Rounds = ({ rounds }) => html`<ol class="rounds" aria-label=${t("web.day.by-round")}>
  ${rounds.map((points, at) => html`<li key=${at} class=${`level${levelOf(points)}`}>${n(points)}</li>`)}</ol>`;

/** The text, and the button that gives it away: to another app, or where there is none to the clipboard. */
export function Shared({ date, rounds }) {
  const [copied, setCopied] = useState(false);
  const text = textOf(date, rounds);
  const share = async () => {
    if (navigator.share) return navigator.share({ text }).catch(() => {}); // closed without sharing
    const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    return setCopied(done);
  };
  return html`<div class="shared">
    <pre tabindex="0" aria-label=${t("web.day.blocks.said", { points: rounds.map(n).join(" ") })} role="img">${text}</pre>
    <button type="button" class="hot" onClick=${share}>${t("web.day.share")}</button>
    <p class="small" role="status">${copied && `✓ ${t("web.day.copied")}`}</p>
    <p class="small">${t("web.day.blocks")}</p>
  </div>`;
}
