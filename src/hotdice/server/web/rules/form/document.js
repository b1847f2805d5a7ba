// The text of a rules file as its entries: what they are, and the text after a change of one.

import { put, remove, rename, written } from "./edit.js";
import { isSame, scan, valueAt } from "./toml.js";

/**
 * What the form reads and how it changes the text; null for a text that cannot be made out.
 * @param {string} text
 * @param {(step: (text: string) => string) => void} change
 */
export function documentOf(text, change) {
  const scanned = scan(text);
  if (!scanned) return null;
  const at = (path) => valueAt(scanned, path);
  const same = (value, other) =>
    value === other || (Array.isArray(value) && Array.isArray(other) && isSame(value, other));
  return {
    at,
    /** The entries of a table, in their order. */
    entries: (table) => {
      const found = at([table]);
      return found instanceof Map ? [...found] : [];
    },
    set: (path, value) => same(at(path), value) || change((now) => put(now, path, written(value))),
    /** A field that begins as it is written here. */
    begin: (path, raw) => change((now) => put(now, path, raw)),
    remove: (path) => change((now) => remove(now, path)),
    rename: (path, key) => change((now) => rename(now, path, key)),
  };
}
