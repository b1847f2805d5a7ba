// Every sentence of the app, in one language at a time, as the server has them.

/** @type {Record<string, string>} */
let sentences = {};
/** @type {Intl.NumberFormat | null} */
let numbers = null; // made when the first one is said, as that takes a while on a phone
let language = "en";

/** The languages that the server has: code and own name. */
export const languages = () =>
  Object.entries(JSON.parse(document.querySelector("meta[name=languages]")?.getAttribute("content") ?? "{}"));

/** The code of the language that is spoken now. */
export const spoken = () => language;

/** The language that was chosen here before, or else the browser's. */
export function usual() {
  const wanted = [localStorage.getItem("language"), ...navigator.languages];
  const codes = languages().map(([code]) => code);
  return wanted.map((tag) => (tag || "").slice(0, 2)).find((tag) => codes.includes(tag)) || "en";
}

/** Speak this language from now on. */
export async function speak(wanted) {
  const answer = await fetch(`/api/texts/${wanted}`);
  if (!answer.ok) throw new Error(`no texts in ${wanted}`);
  say(await answer.json(), wanted);
}

/** Speak with these sentences from now on. */
export function say(found, wanted) {
  sentences = found;
  numbers = null;
  language = wanted;
  document.documentElement.lang = wanted;
}

/**
 * A number as people read it; one below zero has a minus sign and no hyphen.
 * @param {number} number
 */
export const n = (number) => (numbers ??= new Intl.NumberFormat(language)).format(number).replace("-", "−");

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Somebody's words as they stand beside others: those from right to left move nothing around them. */
export const apart = (words) => (FROM_RIGHT.test(words) && !words.includes("\u2068") ? `\u2068${words}\u2069` : words);

/**
 * The sentence for a key; its `.one` form if there is one and `count` is 1.
 * @param {string} key
 * @param {Record<string, any>} data
 * @returns {string}
 */
export function t(key, data = {}) {
  const one = data.count === 1 && sentences[`${key}.one`];
  const sentence = one || sentences[key];
  if (sentence === undefined) return key;
  return sentence.replace(/\{\{|\}\}|\{([\w-]+)(?::,)?\}/g, (whole, name) => {
    if (!name) return whole[0];
    const value = data[name];
    return typeof value === "number" ? n(value) : apart(String(value ?? ""));
  });
}

/** Whether there is such a sentence. */
export const known = (key) => key in sentences;

/**
 * How far a game goes: to a target or for so many rounds, or which of them is played.
 * @param {{ target: number, rounds?: number | null }} rules
 * @param {number | null} round
 */
export function far({ target, rounds }, round = null) {
  if (!rounds) return t("web.far.target", { target });
  return round ? t("web.far.round", { round, all: rounds }) : t("web.far.rounds", { count: rounds });
}

/** Whether rules are a preset as it ships, whatever they are called. */
export const isPreset = ({ title, digest }) => known(`web.preset.${title}`) && digest === t(`web.preset.${title}`);

/** The title of rules: as somebody wrote it, or a preset's, translated; rules under its title that are not it say so. */
export function titled({ title, digest }) {
  const preset = `web.preset.${title}`;
  const translated = known(`web.title.${title}`) ? t(`web.title.${title}`) : title;
  if (!known(preset)) return translated;
  return isPreset({ title, digest }) ? translated : t("web.title-changed", { title: translated });
}
