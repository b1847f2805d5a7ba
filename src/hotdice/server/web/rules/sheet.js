// Rule sheets: the Markdown that the server writes (headings, lists, tables, paragraphs) as elements.

import { html } from "../lib/preact.js";

const DICE = /^[1-6]( [1-6])*$/;
const PIPS = { 1: "c", 2: "ai", 3: "aci", 4: "agdi", 5: "agcdi", 6: "agbhdi" };
const PLACES = { a: [6, 6], b: [6, 12], d: [6, 18], c: [12, 12], g: [18, 6], h: [18, 12], i: [18, 18] };

/** Small dice, told as their faces. */
export const Dice = ({ faces }) => html`
  <span class="faces" role="img" aria-label=${faces.join(" ")}>${faces.map((face) => html`<${Die} face=${face} />`)}</span>`;

/** One small die. */
export const Die = ({ face }) => html`
  <svg class="pips" viewBox="0 0 24 24" aria-hidden="true">
    <rect x="1" y="1" width="22" height="22" rx="5" />
    ${[...PIPS[face]].map((place) => html`<circle cx=${PLACES[place][0]} cy=${PLACES[place][1]} r="2.6" />`)}
  </svg>`;

/** A sheet; `level` is the heading level of its title, which `untitled` leaves out. */
export function Sheet({ markdown, level = 2, untitled = false }) {
  const found = blocks(markdown).filter(({ kind, depth }) => !untitled || kind !== "heading" || depth > 1);
  return html`<div class="sheet">${scoresFirst(found).map((block) => SHOWN[block.kind](block, level - Number(untitled)))}</div>`;
}

/** The blocks with what scores, the part that has a table, before the other parts. */
function scoresFirst(found) {
  const starts = [...found.keys()].filter((at) => found[at].kind === "heading" && found[at].depth > 1);
  const parts = starts.map((start, at) => found.slice(start, starts[at + 1]));
  const scores = parts.filter((part) => part.some(({ kind }) => kind === "table"));
  return [...found.slice(0, starts[0]), ...scores.flat(), ...parts.filter((part) => !scores.includes(part)).flat()];
}

const SHOWN = {
  heading: ({ depth, text }, level) => html`<${`h${Math.min(6, depth + level - 1)}`}>${text}<//>`,
  list: ({ items }) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`,
  table: ({ head, rows }) => html`
    <table>
      <thead><tr>${head.map((cell, at) => html`<th scope="col" class=${side(at, head)}>${cell}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell, at) => html`<td class=${side(at, head)}>${shown(cell, at)}</td>`)}</tr>`)}</tbody>
    </table>`,
  text: ({ text }) => html`<p>${text}</p>`,
};

const side = (at, head) => (at === head.length - 1 ? "number" : null);
const shown = (cell, at) => (at === 0 && DICE.test(cell) ? html`<${Dice} faces=${cell.split(" ")} />` : cell);
const cells = (line) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The blocks of a text, which empty lines part. */
function blocks(markdown) {
  return markdown
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const lines = part.split("\n");
      const [, marks, text] = /^(#+) (.*)$/.exec(part) ?? [];
      if (marks) return { kind: "heading", depth: marks.length, text };
      if (lines.every((line) => line.startsWith("- ")))
        return { kind: "list", items: lines.map((line) => line.slice(2)) };
      if (lines.every((line) => line.startsWith("|"))) {
        const [head, , ...rows] = lines.map(cells);
        return { kind: "table", head, rows };
      }
      return { kind: "text", text: lines.join(" ") };
    });
}
