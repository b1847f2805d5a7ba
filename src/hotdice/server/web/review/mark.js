// How good a choice was: a tick, one, two or three dots, and the word beside it.

import { html } from "../lib/preact.js";
import { t } from "../texts.js";

const DOTS = { slip: 1, mistake: 2, blunder: 3 };

/** The sign alone; whoever cannot see it is told the word, unless that stands beside it. */
export function Mark({ judgement, silent = false }) {
  const dots = DOTS[judgement];
  const inside = dots ? Array.from({ length: dots }, (_, at) => html`<i key=${at}></i>`) : (SIGNS[judgement] ?? "–");
  const label = silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": word(judgement) };
  return html`<span class="mark ${judgement ?? "none"}" ...${label}>${inside}</span>`;
}

const SIGNS = { best: "✓", good: "✓", lucky: "↑", unlucky: "↓" };

/** The word for a judgement, or for a choice that is not judged. */
export const word = (judgement) => t(`web.review.judgement.${judgement ?? "none"}`);
