// What scores, made from the rules of this game: what is picked is lit, and so is the farkle chance of the next roll.

import { Rules } from "../engine/scoring.js";
import { html, useMemo } from "../lib/preact.js";
import { n, t } from "../texts.js";
import { chance } from "../view.js";
import { Dialog } from "./dialog.js";
import { keepOf, percent } from "./felt.js";

const MOST = 14; // rows; where there are more, letters stand for the faces
const FACES = [1, 2, 3, 4, 5, 6];

const counts = (dice) => FACES.map((face) => dice.filter((die) => die === face).length);
const shape = (signs) =>
  [...new Set(signs)]
    .map((sign) => signs.filter((each) => each === sign).length)
    .sort()
    .join();

/** The rows of a score table: `{signs, points, is(dice)}`, in the order in which it is written. */
function rowsOf(rules) {
  const written = Object.entries(rules.score).filter(([pattern]) => pattern !== "none" && pattern.length <= rules.dice);
  const exact = (dice) => ({
    signs: dice,
    points: rules.combinations.get(dice.join()),
    is: (found) => found.join() === dice.join(),
  });
  const digits = new Set(written.map(([pattern]) => pattern).filter((pattern) => /^\d/.test(pattern)));
  const spread = written.flatMap(([pattern]) => {
    if (digits.has(pattern)) return [exact([...pattern].map(Number).sort())];
    if (new Set(pattern).size > 1) return [general(rules, pattern)];
    return FACES.filter((face) => !digits.has(String(face).repeat(pattern.length))).map((face) =>
      exact(Array(pattern.length).fill(face)),
    );
  });
  if (spread.length <= MOST) return spread;
  return written.map(([pattern]) =>
    digits.has(pattern) ? exact([...pattern].map(Number).sort()) : general(rules, pattern),
  );
}

/** A row for any faces: letters, and points such as "100 × A". */
function general(rules, pattern) {
  const points = String(rules.score[pattern]).replace(
    /(\d+)([a-z])/g,
    (_, factor, letter) => `${n(Number(factor))} × ${letter.toUpperCase()}`,
  );
  return {
    signs: [...pattern.toUpperCase()],
    points: /^\d+$/.test(points) ? Number(points) : points.replaceAll("+", " + "),
    is: (found) =>
      found.length === pattern.length && shape(found) === shape([...pattern]) && !(found.join("") in rules.score),
  };
}

/** The combinations that dice count as, the best way. */
function combinationsOf(rules, dice) {
  const found = [];
  let has = counts(dice);
  while (has.some(Boolean)) {
    const best = rules.split(has);
    const step = rules.counted.find(({ needs, points }) => {
      const rest = has.map((count, face) => count - needs[face]);
      return rest.every((count) => count >= 0) && rules.split(rest) >= 0 && rules.split(rest) + points === best;
    });
    if (best < 0 || !step) return [];
    const part = FACES.flatMap((face) => Array(step.needs[face - 1]).fill(face));
    found.push(rules.readAs.get(part.join()).split(",").map(Number));
    has = has.map((count, face) => count - step.needs[face]);
  }
  return found;
}

/** A pattern as people read it: its dice, letters large. */
const signsOf = (pattern) => [...pattern.toUpperCase()].join(" ");

const Dice = ({ signs }) => html`<span class="faces" role="img" aria-label=${signs.join(" ")}>
  ${signs.map((sign, at) => html`<span key=${at} class="die tiny">${typeof sign === "number" ? html`<i class="face f${sign}"></i>` : html`<i class="face">${sign}</i>`}</span>`)}</span>`;

/** What is special about dice and rolls under these rules, and about what becomes of points; a sentence for each. */
function* options(rules) {
  if (rules.entry) yield t("web.scores.entry", { entry: rules.entry });
  if (rules.minimum) yield t("web.scores.minimum", { minimum: rules.minimum });
  if (rules.penalty) yield t("web.scores.penalty", { count: rules.penalty.farkles, points: rules.penalty.points });
  if (rules.wild) yield t("web.scores.wild", { face: rules.wild });
  for (const [pattern, what] of Object.entries(rules.rolls))
    if (pattern.length <= rules.dice) yield t(`web.scores.rolls-${what}`, { dice: signsOf(pattern) });
  if (rules.sides.length > FACES.length) yield t("web.scores.weights", { weights: counts(rules.sides).join(":") });
  if (rules.confirm && rules.confirm.length <= rules.dice)
    yield t("web.scores.confirm", { dice: signsOf(rules.confirm) });
  if (rules.mercy) yield t("web.scores.mercy");
  if (rules.piggyback) yield t("web.scores.piggyback");
  if (rules.overshoot !== "counts") yield t(`web.scores.overshoot-${rules.overshoot}`, { target: rules.target });
  if (rules.rounds) yield t("web.scores.rounds", { count: rules.rounds });
  else if (rules.finish === "equal-turns") yield t("web.scores.equal-turns", { target: rules.target });
  if (rules.last_round === "one-roll") yield t("web.scores.one-roll-end");
}

/** The list itself. */
function Scores({ view, picked, mine }) {
  const { table, farkle } = view.rules;
  const rules = useMemo(() => new Rules(table), [view.rules]);
  const rows = useMemo(() => rowsOf(rules), [rules]);
  const keep = mine && view.state ? keepOf(view.state, picked) : null;
  const taken = mine && view.felt?.seat === view.state?.player ? view.felt.taken : null; // kept by itself, where all is
  const lit = combinationsOf(rules, keep?.dice ?? taken ?? []);
  const left = keep ? keep.left || table.dice : view.state?.dice;
  return html`<ul class="worths">
      ${rows.map((row, at) => {
        const on = lit.some(row.is);
        return html`<li key=${at} class=${on ? "lit" : ""}><${Dice} signs=${row.signs} /><span>${on && html`<span aria-label=${t("web.scores.picked")}>✓ </span>`}<b>${typeof row.points === "number" ? n(row.points) : row.points}</b></span></li>`;
      })}
      ${rules.none > 0 && html`<li><span>${t("web.scores.none")}</span><b>${n(rules.none)}</b></li>`}
      ${rules.hot_dice_bonus > 0 && html`<li><span>${t("web.scores.bonus")}</span><b>${n(rules.hot_dice_bonus)}</b></li>`}
    </ul>
    ${[...options(rules)].map((sentence) => html`<p key=${sentence} class="small">${sentence}</p>`)}
    <h3>${t("web.scores.farkle")}</h3>
    <ul class="risks">
      ${Array.from({ length: table.dice }, (_, at) => table.dice - at).map(
        (dice) => html`<li key=${dice} class=${dice === left ? "next" : ""}>
        <span>${t("web.dice-count", { count: dice })}</span><progress value=${chance(farkle[dice])} aria-hidden="true"></progress><span>${percent(chance(farkle[dice]))}</span></li>`,
      )}
    </ul>
    <p class="small quiet">${t("web.scores.one-roll")}</p>`;
}

/** Beside the felt, where there is room. */
export function Beside(props) {
  return html`<h2>${t("web.scores")}</h2><${Scores} ...${props} />`;
}

/** In front of the table, a tap away. */
export function Part({ onClose, ...props }) {
  return html`<${Dialog} title=${t("web.scores")} onClose=${onClose}><${Scores} ...${props} /><//>`;
}
