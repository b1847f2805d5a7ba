// Dice, and the keys that change them: 1 to 6, letters for any faces, and one that takes the last die away.

import { html } from "../../lib/preact.js";
import { t } from "../../texts.js";

const FACES = [..."123456"];
const LETTERS = [..."abcdef"];
export const MOST = 10; // dice

/** Small dice; letters stand for any face, and what is neither is shown as it is. */
export const Signs = ({ pattern }) => html`<span class="faces" aria-hidden="true">
  ${[...pattern].map((sign, at) => html`<${Sign} key=${at} sign=${sign} />`)}</span>`;

const Sign = ({ sign }) =>
  html`<span class="die tiny">${html`<i class=${FACES.includes(sign) ? `face f${sign}` : "face"} data-sign=${FACES.includes(sign) ? null : sign.toUpperCase()}></i>`}</span>`;

/** The letters that may be wanted: three, and one more than there are. */
const offered = (pattern) =>
  LETTERS.slice(0, Math.max(3, LETTERS.findLastIndex((letter) => pattern.includes(letter)) + 2));

/** The keys. */
export function Pad({ pattern, onPattern }) {
  const full = pattern.length >= MOST;
  return html`<div class="pad" role="group" aria-label=${t("web.form.pad")}>
    ${[...FACES, ...offered(pattern)].map(
      (sign) => html`<button type="button" key=${sign} disabled=${full} onClick=${() => onPattern(pattern + sign)}
        aria-label=${FACES.includes(sign) ? sign : t("web.form.any-face", { letter: sign.toUpperCase() })}><${Sign} sign=${sign} /></button>`,
    )}
    <button type="button" disabled=${!pattern} aria-label=${t("web.form.back")} onClick=${() => onPattern(pattern.slice(0, -1))}>⌫</button>
  </div>
  <p class="small quiet">${t("web.form.letters")}</p>`;
}

/** The pattern after a key of the keyboard; null for one that says nothing here. */
export function typed(pattern, key) {
  if (key === "Backspace") return pattern.slice(0, -1);
  const sign = key.toLowerCase();
  return [...FACES, ...LETTERS].includes(sign) && pattern.length < MOST ? pattern + sign : null;
}

/** The button that shows dice and opens their keys; with the focus on it they can be typed as well. */
export function DiceButton({ pattern, name, open, onOpen, onPattern, ...more }) {
  const press = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = typed(pattern, event.key);
    if (next === null || next === pattern) return;
    event.preventDefault();
    onPattern(next);
  };
  return html`<button type="button" class="combination" ...${more} aria-expanded=${open} aria-label=${t("web.form.change-dice", { name })}
      onClick=${onOpen} onKeyDown=${press}>
    <span class="faces"><${Signs} pattern=${pattern} />${open && pattern.length < MOST && html`<span class="die tiny next"></span>`}</span>
    <small class="quiet">${name}</small>
  </button>`;
}
