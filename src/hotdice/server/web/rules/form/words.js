// Rules in words, a second time after `rules/sheet.py`; and what people type, as the rules file has it.

import { known, t } from "../../texts.js";

const numberWord = (count) => (count <= 10 ? t(`number.${count}`) : String(count));
const listed = (words) =>
  words.length < 2 ? words.join("") : t("and", { first: words.slice(0, -1).join(", "), last: words.at(-1) });

/** A combination in words, such as "three pairs"; nothing for one that is none yet. */
export function describe(pattern) {
  if (pattern === "none") return t("sheet.none");
  if (/^[a-z]+$/.test(pattern)) return letters(pattern);
  if (!/^[1-6]+$/.test(pattern)) return "";
  const dice = [...pattern].map(Number).sort();
  const count = dice.length;
  if (new Set(dice).size === 1) return t("sheet.same", { count, number: numberWord(count), face: dice[0] });
  if (count > 2 && dice.every((die, at) => die === dice[0] + at))
    return t("sheet.straight", { first: dice[0], last: dice[count - 1] });
  return dice.join(" ");
}

/** The same, with words for what is no combination yet. */
export const nameOf = (pattern) => describe(pattern) || t(pattern ? "web.form.no-combination" : "web.form.no-dice");

function letters(pattern) {
  const groups = [...new Set(pattern)]
    .map((letter) => pattern.split(letter).length - 1)
    .sort((one, other) => other - one);
  const alike = (count) => t("sheet.of-a-kind", { number: numberWord(count), count });
  const [size] = groups;
  if (groups.length === 1) return alike(size);
  if (new Set(groups).size === 1 && size <= 3) return t(`sheet.all-${size}`, { number: numberWord(groups.length) });
  return listed(groups.map((group) => (group < 3 ? t(`sheet.group-${group}`) : alike(group))));
}

const plainDigits = (typed) => typed.replace(/(\d)[.,'’ \u00a0\u202f](?=\d{3}(?!\d))/g, "$1").replace("−", "-");

/** What was typed as a whole number, or as it was typed. */
export function numberOf(typed) {
  const plain = plainDigits(typed.trim());
  return /^-?\d+$/.test(plain) && Number.isSafeInteger(Number(plain)) ? Number(plain) : typed.trim();
}

/** Typed points such as "100 × A + 250" as a rules file has them. */
export function pointsOf(typed) {
  const sum = plainDigits(typed.toLowerCase().trim())
    .replace(/\s*([×x*·])\s*(?=[a-z])/g, "")
    .replaceAll(" ", "");
  return /^\d+[a-z]?(\+\d+[a-z]?)+$|^\d+[a-z]$/.test(sum) ? sum : numberOf(typed);
}

/** Points of a rules file as people read them. */
export const pointsShown = (points) =>
  /^\d+[a-z]?(\+\d+[a-z]?)*$/.test(points)
    ? String(points)
        .replace(/(\d+)([a-z])/g, (_, factor, letter) => `${factor} × ${letter.toUpperCase()}`)
        .replaceAll("+", " + ")
    : shown(points);

/** Any value of a rules file in a text field. */
export const shown = (value) =>
  value === undefined ? "" : typeof value === "object" ? (value.raw ?? "") : String(value);

/** A mistake as the form says it: without the notation of the file where there are words for it. */
export function sentence({ code, data, message }) {
  const key = code === "pattern/form" && data.pattern === "" ? "web.form.wrong.no-dice" : `web.form.wrong.${code}`;
  return known(key) ? t(key, data) : message;
}
