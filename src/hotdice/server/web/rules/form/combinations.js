// The tables of dice in the form: what scores, and the rolls that are decided by themselves.

import { html, useEffect, useRef } from "../../lib/preact.js";
import { t } from "../../texts.js";
import { Input } from "./input.js";
import { DiceButton, Pad } from "./pad.js";
import { nameOf, pointsOf, pointsShown } from "./words.js";
import { Wrong } from "./wrong.js";

/** Whether the dice that are being tapped are those of another line, so that the text does not have them. */
export const isTwice = (open, file) =>
  Boolean(open?.dice !== undefined && file?.entries(open.table)[open.at]?.[0] !== open.dice);

/** All lines of a table, and the way to one more; `open` is the line whose dice are being changed. */
export function Combinations({ field, file, wrong, open, setOpen }) {
  const table = field.name;
  const lines = file.entries(table);
  const keys = lines.map(([key]) => key);
  const add = (key) => {
    if (!keys.includes(key)) file.set([table, key], field.choices.at(-1) ?? "");
    if (key !== "none") setOpen({ table, at: keys.includes(key) ? keys.indexOf(key) : keys.length, dice: key });
  };
  const change = (at, dice) => {
    setOpen({ table, at, dice });
    if (!keys.some((key, other) => key === dice && other !== at)) file.rename([table, keys[at]], dice);
  };
  const drop = (key) => {
    setOpen(null);
    file.remove([table, key]);
  };
  return html`
    <ul class="lines-of-dice">
      ${lines.map(
        ([key, value], at) => html`<${Line} key=${at} ...${{ field, file, value, wrong, drop }} pattern=${key}
          open=${open?.table === table && open.at === at ? open : null}
          onOpen=${() => setOpen(open?.table === table && open.at === at ? null : { table, at, dice: key })}
          onPattern=${(dice) => change(at, dice)} />`,
      )}
    </ul>
    <${Wrong} id=${`wrong-${table}`} sentences=${wrong(table)} />
    <button type="button" onClick=${() => add("")}>${t(`web.form.${table}.add`)}</button>
    ${table === "score" && !keys.includes("none") && html`<button type="button" class="slim plain" onClick=${() => add("none")}>${t("web.form.add-none")}</button>`}`;
}

/** One line: its dice, their name, and what they are worth or decide. */
function Line({ field, file, pattern, value, wrong, drop, open, onOpen, onPattern }) {
  const line = useRef(null);
  const dice = open?.dice ?? pattern;
  const name = nameOf(dice);
  const id = `wrong-${field.name}.${pattern}`;
  const sentences = open && dice !== pattern ? [t("web.form.wrong.twice")] : wrong(`${field.name}.${pattern}`);
  useEffect(() => {
    if (open && dice === "") line.current.querySelector("button").focus();
  }, [Boolean(open)]);
  const about = {
    "aria-label": t(`web.form.${field.name}.value`, { name }),
    "aria-invalid": sentences.length > 0,
    "aria-describedby": id,
  };
  const set = (found) => file.set([field.name, pattern], found);
  return html`<li ref=${line}>
    ${pattern === "none" ? html`<span class="combination"><small class="quiet">${name}</small></span>` : html`<${DiceButton} pattern=${dice} ...${{ name, onOpen, onPattern }} open=${Boolean(open)} />`}
    ${
      field.choices.length
        ? html`<${Choice} value=${value} choices=${field.choices} name=${field.name} onValue=${set} ...${about} />`
        : html`<${Input} placeholder=${t("web.form.points")} value=${pointsShown(value)} onValue=${(typed) => set(pointsOf(typed))} onEmpty=${() => set("")} inputmode=${/[a-z]/.test(pattern) && pattern !== "none" ? "text" : "numeric"} ...${about} />`
    }
    <${Wrong} id=${id} sentences=${sentences} />
    ${
      open &&
      html`<div class="stack opened">
      <${Pad} pattern=${dice} onPattern=${onPattern} />
      ${field.name === "score" && html`<${Times} pattern=${pattern} value=${value} onValue=${set} />`}
      <div class="row"><button type="button" class="slim" onClick=${onOpen}>${t("web.form.done")}</button>
        <button type="button" class="slim plain" onClick=${() => drop(pattern)}>${t("web.form.remove")}</button></div>
    </div>`
    }
    ${pattern === "none" && html`<button type="button" class="slim plain" onClick=${() => drop(pattern)}>${t("web.form.remove")}</button>`}
  </li>`;
}

/** The choices of a line or a field; a value that is none of them is shown as it is. */
export const Choice = ({ value, choices, name, onValue, ...more }) => html`
  <select ...${more} value=${value} onChange=${(event) => onValue(event.target.value)}>
    ${!choices.includes(value) && html`<option value=${value}>${String(value)}</option>`}
    ${choices.map((choice) => html`<option value=${choice}>${t(`web.form.${name}.${choice}`)}</option>`)}
  </select>`;

/** Of one number of points: whether it is times the face of a letter. */
function Times({ pattern, value, onValue }) {
  const [, factor, by] = /^(\d+)([a-z]?)$/.exec(String(value)) ?? [];
  const letters = /^[a-z]+$/.test(pattern) ? [...new Set(pattern)] : [];
  if (!factor) return null;
  return html`<div class="row">${letters.map(
    (letter) => html`<button type="button" class="slim" aria-pressed=${by === letter}
      onClick=${() => onValue(by === letter ? Number(factor) : factor + letter)}>${t(letters.length > 1 ? "web.form.times-letter" : "web.form.times-face", { letter: letter.toUpperCase() })}</button>`,
  )}</div>`;
}
