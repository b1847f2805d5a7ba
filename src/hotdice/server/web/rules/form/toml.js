// Where everything stands in the text of a rules file, so that one entry can be changed and the rest stays as it is.

const SPACE = /[ \t]*/y;
const GAP = /(?:[ \t\r\n]|#[^\n]*)*/y; // between the elements of an array
const LINE_END = /[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y;
const PART = /[A-Za-z0-9_-]+|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'/y;
const STRING = /"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*'/y;
const SCALAR = /[\w.:+-]+/y;
const WHOLE = /^[+-]?(?:0|[1-9](?:_?\d)*)$/;
const OTHER = /^(?:0[xob][\da-fA-F_]+|[+-]?(?:inf|nan)|[+-]?\d[\w.:+-]*)$/; // other numbers, and dates

/**
 * One entry: its path, where its key and its value begin and end, and the value. One of a table in braces has the
 * `braces` that it stands in; others have the place of their lines.
 * @typedef {{ path: string[], begin: number, key: number[], value: number[], plain: any, lines: number[] | null, braces: Entry | null }} Entry
 */

class Unreadable extends Error {}

/** Reads a text from front to back. */
class Reader {
  constructor(text) {
    this.text = text;
    this.at = text.startsWith("\ufeff") ? 1 : 0;
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {{ path: string[], lines: number[] }[]} */
    this.tables = [];
  }

  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) throw new Unreadable();
    this.at = pattern.lastIndex;
    return found[0];
  }

  /** Whether this comes next; it is taken if it does. */
  comes(sign) {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  need(sign) {
    if (!this.comes(sign)) throw new Unreadable();
  }

  all() {
    let table = [];
    while (this.at < this.text.length) {
      const begin = this.at;
      this.take(SPACE);
      if (/[#\r\n]|^$/.test(this.text.charAt(this.at))) this.take(LINE_END);
      else if (this.comes("[")) {
        table = this.keys().path;
        this.need("]");
        this.take(LINE_END);
        this.tables.push({ path: table, lines: [begin, this.at] });
      } else {
        const entry = this.entry(table, null);
        this.take(LINE_END);
        entry.lines = [begin, this.at];
      }
    }
    return { entries: this.entries, tables: this.tables };
  }

  /** A dotted key, where it begins, and where its last part stands. */
  keys() {
    const path = [];
    const places = [];
    do {
      this.take(SPACE);
      const begin = this.at;
      const part = this.take(PART);
      path.push(/^["']/.test(part) ? unquoted(part) : part);
      places.push([begin, this.at]);
      this.take(SPACE);
    } while (this.comes("."));
    return { path, begin: places[0][0], last: places[places.length - 1] };
  }

  entry(table, braces) {
    const { path, begin, last } = this.keys();
    this.need("=");
    this.take(SPACE);
    const from = this.at;
    /** @type {Entry} */
    const entry = { path: [...table, ...path], begin, key: last, value: [], plain: null, lines: null, braces };
    this.entries.push(entry);
    entry.plain = this.value(entry);
    entry.value = [from, this.at];
    return entry;
  }

  value(entry) {
    if (this.comes("{")) return this.inline(entry);
    if (this.comes("[")) return this.array();
    if (/["']/.test(this.text.charAt(this.at))) return unquoted(this.take(STRING));
    const word = this.take(SCALAR);
    if (word === "true" || word === "false") return word === "true";
    if (WHOLE.test(word)) return whole(word);
    if (OTHER.test(word)) return { raw: word };
    throw new Unreadable();
  }

  inline(entry) {
    this.take(SPACE);
    if (this.comes("}")) return {};
    const before = this.entries.length;
    do this.entry(entry.path, entry);
    while ((this.take(SPACE), this.comes(",")));
    this.need("}");
    return tableOf(this.entries.slice(before), entry.path.length);
  }

  array() {
    const found = [];
    this.take(GAP);
    while (!this.comes("]")) {
      const nowhere = { path: [], begin: 0, key: [], value: [], plain: null, lines: null, braces: null };
      const before = this.entries.length;
      found.push(this.value(nowhere));
      this.entries.length = before; // tables inside are values and no entries
      this.take(GAP);
      if (!this.comes(",")) {
        this.need("]");
        break;
      }
      this.take(GAP);
    }
    return found;
  }
}

const whole = (word) => {
  const number = Number(word.replaceAll("_", ""));
  return Number.isSafeInteger(number) ? number : { raw: word };
};

const ESCAPES = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

function unquoted(written) {
  const long = /^("""|''')/.test(written);
  const size = long ? 3 : 1;
  const inside = written.slice(size, -size);
  const text = long ? inside.replaceAll("\r\n", "\n").replace(/^\n/, "") : inside;
  if (written.startsWith("'")) return text;
  return text.replace(/\\(?:u(\w{4})|U(\w{8})|[ \t]*\n\s*|(.))/g, (_, short, full, sign) => {
    if (short || full) return codePoint(short ?? full);
    if (sign === undefined) return "";
    if (!(sign in ESCAPES)) throw new Unreadable();
    return ESCAPES[sign];
  });
}

function codePoint(digits) {
  const number = parseInt(digits, 16);
  if (!(number <= 0x10ffff)) throw new Unreadable();
  return String.fromCodePoint(number);
}

/** The table that entries make, without so many first parts of their paths. */
function tableOf(entries, depth) {
  const table = Object.create(null);
  for (const { path, plain } of entries) {
    const own = path.slice(depth);
    const home = own.slice(0, -1).reduce((around, part) => (around[part] ??= Object.create(null)), table);
    if (typeof home === "object" && !Array.isArray(home)) home[own.at(-1)] ??= plain;
  }
  return table;
}

/** The entries and tables of a text, or null where it cannot be made out. */
export function scan(text) {
  try {
    return new Reader(text).all();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Whether two paths are the same. */
export const isSame = (one, other) => one.length === other.length && one.every((part, at) => part === other[at]);

/** Whether a path leads into this table. */
export const isBelow = (path, table) => path.length > table.length && isSame(path.slice(0, table.length), table);

/** The value at a path: of an entry, or of a table a `Map` of its own entries in their order; undefined if there is none. */
export function valueAt(scanned, path) {
  const entry = scanned.entries.find((each) => isSame(each.path, path));
  if (entry && !isBraces(scanned, entry)) return entry.plain;
  const below = scanned.entries.filter((each) => isBelow(each.path, path) && each.path.length === path.length + 1);
  const there = entry || below.length || scanned.tables.some((each) => isSame(each.path, path));
  return there ? new Map(below.map((each) => [each.path.at(-1), each.plain])) : undefined;
}

const isBraces = (scanned, entry) =>
  typeof entry.plain === "object" && !Array.isArray(entry.plain) && !("raw" in entry.plain);
