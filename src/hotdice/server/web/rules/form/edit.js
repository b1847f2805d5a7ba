// Changes of one entry in the text of a rules file; comments and the order of everything else stay.

import { isBelow, isSame, scan } from "./toml.js";

/** A value as a rules file writes it. */
export function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  return typeof value === "string" ? JSON.stringify(value).replaceAll("\x7f", "\\u007f") : String(value);
}

const keyText = (key) => (/^[\w-]+$/.test(key) ? key : written(key));
const spliced = (text, [begin, end], instead) => text.slice(0, begin) + instead + text.slice(end);
const lineEnd = (text) => (text.includes("\r\n") ? "\r\n" : "\n");
const entryAt = (scanned, path) => scanned.entries.find((each) => isSame(each.path, path));

/** What is changed could be read before. */
function read(text) {
  const scanned = scan(text);
  if (!scanned) throw new Error("a text that cannot be made out");
  return scanned;
}

/** The text with this value, as it is written, at a path. */
export function put(text, path, raw) {
  const scanned = read(text);
  const entry = entryAt(scanned, path);
  if (entry) return spliced(text, entry.value, raw);
  const around = entryAt(scanned, path.slice(0, -1));
  const line = `${keyText(path.at(-1))} = ${raw}`;
  if (around) return intoBraces(text, scanned, around, line);
  if (path.length > 1) return intoTable(text, scanned, path, line);
  const place =
    exampleOf(text, scanned, path[0]) ?? lastLine(scanned, (each) => each.path.length === 1 || isDotted(scanned, each));
  return insertLine(text, place ?? beginning(text), line);
}

function intoBraces(text, scanned, around, line) {
  const last = scanned.entries.filter(({ braces }) => braces === around).at(-1);
  return last ? spliced(text, [last.value[1], last.value[1]], `, ${line}`) : spliced(text, around.value, `{ ${line} }`);
}

function intoTable(text, scanned, path, line) {
  const home = path.slice(0, -1);
  const table = scanned.tables.find((each) => isSame(each.path, home));
  if (table) {
    const end = endOfSection(text, scanned, table);
    return insertLine(
      text,
      lastLine(scanned, ({ lines }) => lines[0] >= table.lines[0] && lines[0] < end) ?? table.lines[1],
      line,
    );
  }
  const dotted = lastLine(scanned, (each) => isBelow(each.path, home) && isDotted(scanned, each));
  if (dotted !== null) return insertLine(text, dotted, `${home.map(keyText).join(".")}.${line}`);
  const end = lineEnd(text);
  return insertLine(text, text.length, `${text.trim() ? end : ""}[${home.map(keyText).join(".")}]${end}${line}`);
}

/** Whether an entry stands above all tables. */
const isDotted = (scanned, { lines }) => scanned.tables.every((table) => lines[0] < table.lines[0]);

const endOfSection = (text, scanned, table) =>
  Math.min(text.length, ...scanned.tables.map((each) => each.lines[0]).filter((begin) => begin > table.lines[0]));

/** Where the last line of such entries ends; null without any. */
function lastLine(scanned, is) {
  const ends = scanned.entries.filter((each) => each.lines && is(each)).map(({ lines }) => lines[1]);
  return ends.length ? Math.max(...ends) : null;
}

/** The end of the comment that shows how a field is written, such as `# wild = 2`. */
function exampleOf(text, scanned, field) {
  const found = new RegExp(`^[ \\t]*#[ \\t]*${field}[ \\t]*=.*(?:\\n|$)`, "m").exec(text);
  if (!found) return null;
  const free = scanned.entries.every(({ value }) => found.index < value[0] || found.index >= value[1]);
  return free && isDotted(scanned, { lines: [found.index] }) ? found.index + found[0].length : null;
}

const beginning = (text) => (text.startsWith("\ufeff") ? 1 : 0);

function insertLine(text, at, line) {
  const end = lineEnd(text);
  const before = at > beginning(text) && text[at - 1] !== "\n" ? end : "";
  return spliced(text, [at, at], `${before}${line}${end}`);
}

/** The text without what is at a path: an entry, or a table with all that is in it. */
export function remove(text, path) {
  const scanned = read(text);
  const isGone = (each) => isSame(each.path, path) || isBelow(each.path, path);
  const places = [
    ...scanned.tables.filter(isGone).map(({ lines }) => lines),
    ...scanned.entries.filter(isGone).flatMap((entry) => placeOf(scanned, entry, path)),
  ];
  return places.sort(([one], [other]) => other - one).reduce((rest, place) => spliced(rest, place, ""), text);
}

/** What goes with an entry: its lines; between braces a comma, and nothing where the braces go with it. */
function placeOf(scanned, entry, path) {
  if (!entry.braces) return [entry.lines];
  if (!isSame(entry.path, path)) return [];
  const row = scanned.entries.filter(({ braces }) => braces === entry.braces);
  const at = row.indexOf(entry);
  if (at > 0) return [[row[at - 1].value[1], entry.value[1]]];
  return [[entry.begin, row.length > 1 ? row[1].begin : entry.value[1]]];
}

/** The text in which the entry at a path has another key, at its old place. */
export function rename(text, path, key) {
  const entry = entryAt(read(text), path);
  return entry ? spliced(text, entry.key, keyText(key)) : text;
}
