// House rules by form: every field of the rules file, each with what is wrong with it.

import { html, useState } from "../../lib/preact.js";
import { t } from "../../texts.js";
import { Combinations } from "./combinations.js";
import { Field } from "./fields.js";
import { sentence } from "./words.js";

const ALWAYS_OPEN = ["title", "dice", "target", "entry", "keep", "hot_dice", "finish", "penalty"];
const TABLES = ["score", "rolls"];

/** All paths that have a place in the form. */
function placesOf(fields, file) {
  const own = fields.flatMap(({ name, parts }) => [name, ...parts.map((part) => `${name}.${part.name}`)]);
  return new Set([...own, ...TABLES.flatMap((table) => file.entries(table).map(([key]) => `${table}.${key}`))]);
}

/** A mistake in the words of the form, in which fields are called as they are here. */
function told(mistake, fields) {
  const { field } = mistake.data;
  const isField = fields.some(({ name }) => name === String(field).split(".")[0]);
  return sentence(isField ? { ...mistake, data: { ...mistake.data, field: t(`web.form.${field}`) } } : mistake);
}

/** The form. `file` reads and changes the text; `open` is the line whose dice are being changed. */
export function Form({ fields, file, mistakes, notes, open, setOpen }) {
  const wrong = (path) => mistakes.filter(({ field }) => field === path).map((each) => told(each, fields));
  const places = placesOf(fields, file);
  const elsewhere = mistakes.filter(({ field }) => !places.has(field));
  const shared = { file, wrong, open, setOpen };
  const named = (name) => fields.find((field) => field.name === name);
  const more = fields.filter(({ name }) => !ALWAYS_OPEN.includes(name) && !TABLES.includes(name));
  return html`
    <div class="stack game">
      ${elsewhere.length > 0 && html`<div class="card" id="elsewhere">${elsewhere.map(({ line, message }) => html`<p class="bad">${line && html`<b>${t("web.rules.line", { line })}</b> `}${message}</p>`)}</div>`}
      <section class="card" aria-labelledby="the-game">
        <h2 id="the-game">${t("web.form.game")}</h2>
        <div class="fields">${ALWAYS_OPEN.map((name) => html`<${Field} key=${name} field=${named(name)} ...${shared} />`)}</div>
      </section>
    </div>
    <div class="stack scored">
      <section class="card" aria-labelledby="what-scores">
        <div class="row spread"><h2 id="what-scores">${t("web.form.score")}</h2><span class="small quiet">${t("web.form.tap")}</span></div>
        <${Combinations} field=${named("score")} ...${shared} />
        ${notes.map((each) => html`<p class="quiet small">${each}</p>`)}
      </section>
      <section class="card" aria-labelledby="what-decides">
        <h2 id="what-decides">${t("web.form.rolls")}</h2>
        <${Combinations} field=${named("rolls")} ...${shared} />
      </section>
    </div>
    <${More} fields=${more} ...${shared} />`;
}

/** The options that few games have; open while one of them has a mistake. */
function More({ fields, ...shared }) {
  const [wanted, setWanted] = useState(false);
  const used = fields.filter(
    ({ name, usual, required }) => !required && (shared.file.at([name]) ?? usual) !== usual,
  ).length;
  const isWrong = fields.some(({ name }) => shared.wrong(name).length);
  return html`<details class="card" open=${wanted || isWrong} onToggle=${(event) => setWanted(event.target.open)}>
    <summary><h2>${t("web.form.further")}</h2><span class="small quiet">${used > 0 && t("web.form.used", { count: used })}</span></summary>
    <div class="fields">${fields.map((field) => html`<${Field} key=${field.name} field=${field} ...${shared} />`)}</div>
  </details>`;
}
