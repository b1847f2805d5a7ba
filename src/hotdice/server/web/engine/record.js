// The text of a record, line by line: its header, and every move that follows the rules.

import { Refusal, State } from "./state.js";
import { Rules } from "./scoring.js";
import { checkRollOff } from "./roll_off.js";
import { rolling } from "./rolling.js";
import { plain, wrongField } from "./rules_fields.js";

const HEX = /^[0-9a-f]{64}$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const SEAT = ["kind", "commitment", "seed"];
const LONGEST_SEAT = 1000;
const MOST_SEATS = 255;

/**
 * A record as far as it follows its rules: `{seats, fair, rules, steps, state, broken}`.
 *
 * A step is `{line, before, after, dice}`; `broken` is `{line, refusal}` of the first line that
 * does not follow. A first line that is none is thrown as a Refusal.
 */
export async function read(text) {
  const lines = whole(text);
  if (!lines.length) throw new Refusal("record/empty");
  const { seats, totals, fair, rules, rollOff } = await begin(lines[0]);
  const start = new State(rules, totals ?? seats.map(() => 0), rolling(seats.length, rollOff)[0]);
  /** @type {{ seats: string[], fair: any, rules: any, rollOff: (number | null)[][], steps: any[], state: State, broken: { line: number, refusal: Refusal } | null }} */
  const record = { seats, fair: fair ?? null, rules, rollOff, steps: [], state: start, broken: null };
  for (const [at, line] of lines.slice(1).entries()) {
    try {
      const before = record.state;
      const { after, dice } = move(before, decode(line), line);
      record.steps.push({ line: at + 2, before, after, dice });
      record.state = after;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      record.broken = { line: at + 2, refusal };
      break;
    }
  }
  return record;
}

/** The lines; one that was cut off at the end is left out. */
function whole(text) {
  const lines = text.split("\n");
  const last = lines.pop();
  if (!last) return lines;
  try {
    decode(last);
  } catch {
    return lines;
  }
  return [...lines, last];
}

function decode(line) {
  let found;
  try {
    found = JSON.parse(line);
  } catch (error) {
    throw new Refusal("record/json", { reason: error.message });
  }
  return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
}

async function begin(line) {
  const header = decode(line);
  const need = (holds, reason) => {
    if (!holds) throw new Refusal("record/header", { reason });
  };
  need(Number.isInteger(header.hotdice), "hotdice");
  const table = plain(header.rules);
  need(table, "rules");
  need(wrongField(table) === null, `rules.${wrongField(table)}`);
  need(typeof header.digest === "string", "digest");
  const { seats } = header;
  need(Array.isArray(seats) && seats.length > 0 && seats.length <= MOST_SEATS, "seats");
  for (const seat of seats) need(typeof seat === "string" && seat.trim() && seat.length <= LONGEST_SEAT, "seats");
  const totals = header.totals ?? null;
  const fit = (total) => Number.isInteger(total) && total < new Rules(table).aim;
  need(!totals || (Array.isArray(totals) && totals.length === seats.length && totals.every(fit)), "totals");
  const rollOff = header.roll_off ?? [];
  need(Array.isArray(rollOff) && rollOff.every((thrown) => Array.isArray(thrown)), "roll_off");
  checkRollOff(rollOff, seats.length);
  const other = (header.seed ?? null) !== null || (header.dice ?? null) !== null;
  if (header.fair && other) throw new Refusal("fair/dice");
  if (header.hotdice !== 1) throw new Refusal("record/version", { found: header.hotdice, known: 1 });
  const rules = new Rules(table);
  const right = await rules.digest();
  if (right !== header.digest) throw new Refusal("record/digest", { found: header.digest, right });
  if ((header.fair ?? null) !== null) checkFair(header.fair, seats, need);
  return { ...header, totals, rules, rollOff };
}

/** Refuse seeds that cannot stand in a record. */
function checkFair(fair, seats, need) {
  need(typeof fair === "object" && typeof fair.commitment === "string", "fair.commitment");
  need(
    Object.keys(fair).every((key) => ["commitment", "seats", "server_seed", "day"].includes(key)),
    "fair",
  );
  const { day = null } = fair;
  if (day !== null && !DAY.test(day)) throw new Refusal("fair/day", { found: day });
  need(Array.isArray(fair.seats), "fair.seats");
  if (fair.seats.length !== seats.length)
    throw new Refusal("fair/seats", { found: fair.seats.length, wanted: seats.length });
  fair.seats.forEach((seat, at) => {
    need(seat !== null && typeof seat === "object", "fair.seats");
    need(
      Object.keys(seat).every((key) => SEAT.includes(key)),
      "fair.seats",
    );
    const has = [(seat.commitment ?? null) !== null, (seat.seed ?? null) !== null];
    const fits = { person: has[0] && has[1], bot: !has[0] && !has[1], fallback: !has[1] };
    need(Object.hasOwn(fits, seat.kind), "fair.seats.kind");
    if (!fits[seat.kind]) throw new Refusal(`fair/${seat.kind}`, { seat: at + 1 });
    if (seat.kind === "bot" && !isBot(seats[at])) throw new Refusal("fair/no-bot", { seat: at + 1 });
  });
  const written = [fair, ...fair.seats].flatMap((each) => [each.commitment, each.server_seed, each.seed]);
  for (const found of written)
    if ((found ?? null) !== null && !HEX.test(found)) throw new Refusal("fair/hex", { found });
}

/** Whether a bot sits there. */
export const isBot = (seat) => seat.toLowerCase().startsWith("bot:");

function move(state, found, line) {
  const keys = Object.keys(found);
  const value = found[keys[0]];
  const numbers = Array.isArray(value) ? value : [value];
  const integers = numbers.every(Number.isSafeInteger) && !/[.eE]/.test(line.replace(/"[^"]*"/g, ""));
  if (keys.length === 1 && integers) {
    if (Array.isArray(value)) {
      if (keys[0] === "roll") return { after: state.roll(value), dice: value };
      if (keys[0] === "keep") return { after: state.keep(value), dice: null };
    } else if (keys[0] === "bank") {
      const after = state.bank();
      if (value !== state.gain) throw new Refusal("record/bank", { found: value, right: state.gain });
      return { after, dice: null };
    } else if (keys[0] === "take") {
      const after = state.take();
      if (value !== after.points) throw new Refusal("record/take", { found: value, right: after.points });
      return { after, dice: null };
    } else if (keys[0] === "pass") {
      if (value !== state.points) throw new Refusal("record/pass", { found: value, right: state.points });
      return { after: state.pass(), dice: null };
    }
  }
  throw new Refusal("record/line", { found: line.trim() });
}
