// One field of the rules, by its kind.

import { html } from "../../lib/preact.js";
import { known, t } from "../../texts.js";
import { Choice } from "./combinations.js";
import { Input } from "./input.js";
import { DiceButton, Pad, Signs } from "./pad.js";
import { nameOf, numberOf, shown } from "./words.js";
import { Wrong } from "./wrong.js";

const STEPS = 10; // a number with no more values has keys for one less and one more

/** A field with its label, its hint and what is wrong with it; `path` leads to a part of a table too. */
export function Field({ field, path = [field.name], ...more }) {
  const name = path.join(".");
  const sentences = more.wrong(name);
  const id = `field-${name}`;
  const hint = `web.form.${name}.hint`;
  const about = { id, "aria-invalid": sentences.length > 0, "aria-describedby": `hint-${name} wrong-${name}` };
  const Kind = KINDS[field.kind === "number" && field.usual !== null && field.most <= STEPS ? "steps" : field.kind];
  return html`<div class=${`form-field of-${field.kind}`}>
    <${Kind} ...${{ field, path, about, ...more }} label=${t(`web.form.${name}`)} />
    ${known(hint) && html`<p id=${`hint-${name}`} class="small quiet">${t(hint)}</p>`}
    <${Wrong} id=${`wrong-${name}`} sentences=${sentences} />
  </div>`;
}

const Text = ({ file, path, about, label }) => html`
  <label class="field" for=${about.id}>${label}</label>
  <${Input} ...${about} value=${shown(file.at(path))} onValue=${(typed) => file.set(path, typed)} onEmpty=${() => file.remove(path)} />`;

const Numeric = ({ field, file, path, about, label }) => html`
  <label class="field" for=${about.id}>${label}</label>
  <${Input} ...${about} inputmode=${field.least < 0 ? "text" : "numeric"} placeholder=${field.usual ?? t("web.form.none")}
    value=${shown(file.at(path))} onValue=${(typed) => file.set(path, numberOf(typed))} onEmpty=${() => file.remove(path)} />`;

function Steps({ field, file, path, about, label }) {
  const value = file.at(path) ?? field.usual;
  const step = (by) => file.set(path, Math.min(field.most, Math.max(field.least, (Number(shown(value)) || 0) + by)));
  return html`
    <span class="field" id=${`label-${about.id}`}>${label}</span>
    <div ...${about} class="steps" role="group" aria-labelledby=${`label-${about.id}`}>
      <button type="button" disabled=${value <= field.least} aria-label=${t("web.form.less", { label })} onClick=${() => step(-1)}>−</button>
      <output>${shown(value)}</output>
      <button type="button" disabled=${value >= field.most} aria-label=${t("web.form.more", { label })} onClick=${() => step(1)}>+</button>
    </div>`;
}

function Select({ field, file, path, about, label }) {
  const value = shown(file.at(path) ?? field.usual);
  return html`
    <label class="field" for=${about.id}>${label}</label>
    <${Choice} ...${about} value=${value} choices=${field.choices} name=${field.name} onValue=${(found) => found === value || file.set(path, found)} />`;
}

const Toggle = ({ about, label, on, onChange }) => html`
  <label class="check"><input type="checkbox" role="switch" ...${about} checked=${on} onChange=${(event) => onChange(event.target.checked)} />${label}</label>`;

const Switch = ({ file, path, about, label }) => html`
  <${Toggle} ...${{ about, label }} on=${file.at(path) === true} onChange=${(on) => file.set(path, on)} />`;

/** A face of the die, or none. */
function Face({ field, file, path, about, label }) {
  const value = file.at(path);
  const faces = Array.from({ length: field.most }, (_, at) => at + 1);
  const option = (
    face,
    content,
  ) => html`<label><input type="radio" name=${about.id} aria-label=${face ?? t("web.form.none")}
    checked=${value === (face ?? undefined)} onChange=${() => (face ? file.set(path, face) : file.remove(path))} /><span>${content}</span></label>`;
  return html`<fieldset ...${about} class="choice of-faces"><legend>${label}</legend>
    ${option(null, t("web.form.none"))}
    ${faces.map((face) => option(face, html`<${Signs} pattern=${String(face)} />`))}
  </fieldset>`;
}

/** A field that is there or not, and what it has when it is. */
const Optional = ({ field, file, path, about, label, children }) => html`
  <${Toggle} ...${{ about, label }} on=${file.at(path) !== undefined} onChange=${(on) => (on ? file.begin(path, field.begin) : file.remove(path))} />
  ${file.at(path) !== undefined && children}`;

function Pattern({ open, setOpen, ...props }) {
  const { file, path } = props;
  const pattern = shown(file.at(path));
  const isOpen = open?.table === path[0];
  const set = (dice) => file.set(path, dice);
  return html`<${Optional} ...${props}>
    <${DiceButton} pattern=${pattern} name=${nameOf(pattern)} open=${isOpen} onPattern=${set}
      onOpen=${() => setOpen(isOpen ? null : { table: path[0] })} />
    ${isOpen && html`<${Pad} pattern=${pattern} onPattern=${set} />`}
  <//>`;
}

function Weights(props) {
  const { file, path } = props;
  const value = file.at(path);
  const weights = Array.isArray(value) ? value : [];
  const set = (at, weight) => file.set(path, Object.assign([...weights], { [at]: weight }));
  return html`<${Optional} ...${props}><div class="weights">
    ${[1, 2, 3, 4, 5, 6].map(
      (face, at) => html`<label key=${face}><${Signs} pattern=${String(face)} />
        <${Input} inputmode="numeric" aria-label=${t("web.form.weights.of", { face })} value=${shown(weights[at])} onValue=${(typed) => set(at, numberOf(typed))} onEmpty=${() => set(at, 1)} /></label>`,
    )}
  </div><//>`;
}

function Parts(props) {
  const { field, path, file, wrong } = props;
  return html`<${Optional} ...${props}><div class="parts">
    ${field.parts.map((part) => html`<${Field} key=${part.name} field=${part} path=${[...path, part.name]} ...${{ file, wrong }} />`)}
  </div><//>`;
}

const KINDS = {
  text: Text,
  number: Numeric,
  steps: Steps,
  choice: Select,
  switch: Switch,
  face: Face,
  pattern: Pattern,
  weights: Weights,
  parts: Parts,
};
