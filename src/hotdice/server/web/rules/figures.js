// The figures that stay in sight: of the rules as they are, or without the lines that have mistakes.

import { useMemo, useRef } from "../lib/preact.js";
import { t } from "../texts.js";
import { useChecking } from "./checking.js";
import { remove } from "./form/edit.js";
import { scan } from "./form/toml.js";
import { describe } from "./form/words.js";

const TABLES = ["score", "rolls"];
const NEEDED = ["name", ...TABLES];

/** The path of what goes when a field is left out. */
function partOf(field) {
  const [table, ...key] = field.split(".");
  return TABLES.includes(table) && key.length ? [table, key.join(".")] : [table];
}

/** The text without what has a mistake, and the names of what was left out; null where something else is wrong. */
function without(text, mistakes) {
  if (!mistakes.length || mistakes.some(({ field }) => !field || NEEDED.includes(field)) || !scan(text)) return null;
  const parts = mistakes.map(({ field }) => partOf(field));
  const words = parts.map(([table, key]) =>
    key === undefined ? t(`web.form.${table}`) : describe(key) || t("web.form.new"),
  );
  return { text: parts.reduce(remove, text), what: [...new Set(words)].join(", ") };
}

/**
 * The last answer about rules without mistakes, what is to be said about it, and whether it is that of the text.
 * @param {{ text: string | null, answer: any }} checked
 * @param {string} text
 */
export function useFigures(checked, text) {
  const current = checked.text === text;
  const { answer } = checked;
  const rest = useMemo(() => (current && answer ? without(text, answer.mistakes) : null), [current, answer]);
  const other = useChecking(rest && rest.text);
  const last = useRef(null);
  const fits = rest !== null && other.text === rest.text && other.answer?.ok;
  if (answer?.ok) last.current = answer;
  else if (fits) last.current = other.answer;
  const waits = !current || (rest !== null && other.text !== rest.text);
  const isOther = current && answer && !answer.ok && last.current !== null; // than the rules of the text
  const about = fits ? t("web.rules.without", { what: rest.what }) : t("web.rules.before-mistakes");
  return { good: last.current, note: isOther ? about : null, waits };
}
