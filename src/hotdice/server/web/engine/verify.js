// Whether the dice of a record are the fair ones, checked here and now, without any server.
//
// The same verdict as `hotdice verify`: seeds against commitments, every move against the rules,
// every roll against the seeds. Runs in browsers and in Node 18 or newer.

import { combine, commitment, fairDice } from "./dice.js";
import { isBot, read } from "./record.js";
import { place } from "./roll_off.js";

const NEEDS_ROLL = ["keep/no-roll", "bank/nothing", "roll/number", "roll/face"];

/**
 * The verdict on the text of a record: `{verified, faults, rollOff, rolls, fallback, fair, names}`.
 *
 * A fault is `{line, code, data}`; a roll `{line, seat, turn, roll, found, right}`, all from 0 but the
 * line. `rollOff` has such rolls of the dice that decided who begins. Text that is no record is thrown as a Refusal. `naming` gives the players' names for their seats.
 */
export async function verify(text, naming = called) {
  const record = await read(text);
  const { fair } = record;
  const names = naming(record.seats);
  /** @type {{ verified: boolean, faults: any[], rollOff: any[], rolls: any[], fallback: string[], fair: any, names: string[] }} */
  const verdict = { verified: false, faults: [], rollOff: [], rolls: [], fallback: [], fair, names };
  const fault = (line, code, data = {}) => verdict.faults.push({ line, code, data });
  if (!fair) {
    fault(1, "fair/none");
    return verdict;
  }
  verdict.fallback = names.filter((_, seat) => fair.seats[seat].kind === "fallback");
  await seeds(fair, names, fault);
  let dice = null;
  if (!fair.server_seed) unrevealed(record, fault);
  else {
    dice = await fairDice(fair.server_seed, await combine(fair.seats.map(({ seed }) => seed)));
    verdict.rollOff = await rolledOff(record, dice, names, fault);
    verdict.rolls = await thrown(record, dice);
    wrong(verdict.rolls, names, fault);
  }
  if (record.broken) await broken(record, dice, names, fault);
  else if (dice && !record.state.over) fault(1 + record.steps.length, "fair/unfinished");
  verdict.verified = !verdict.faults.length;
  return verdict;
}

/** Why there is no seed of the server, and no roll can be checked. */
function unrevealed({ fair: { day }, state }, fault) {
  if (day) fault(1, "fair/secret", { day });
  else fault(1, state.over ? "fair/withheld" : "fair/unrevealed");
}

async function seeds(fair, names, fault) {
  if (fair.server_seed && (await commitment(fair.server_seed)) !== fair.commitment)
    fault(1, "fair/server-seed", { commitment: fair.commitment });
  for (const [seat, { seed, commitment: bound }] of fair.seats.entries())
    if (seed && (await commitment(seed)) !== bound)
      fault(1, "fair/player-seed", { name: names[seat], commitment: bound });
}

/** Every die of those that decided who begins, beside the one that the seeds give. */
async function rolledOff({ rollOff, rules }, dice, names, fault) {
  const rolls = [];
  for (const [round, faces] of rollOff.entries())
    for (const [seat, found] of faces.entries()) {
      if (found === null) continue;
      const [right] = await dice(place(seat, round, rules.sides));
      rolls.push({ line: 1, seat, roll: round, found: [found], right: [right], fair: found === right });
      if (found !== right) fault(1, "fair/roll-off", { name: names[seat], round: round + 1, right, found });
    }
  return rolls;
}

/** Counts the turns of each seat and the rolls of the turn going on. */
function counter(seats) {
  const turns = Array(seats).fill(0);
  let roll = 0;
  return {
    throw: ({ player, dice }) => ({ seat: player, turn: turns[player], roll, count: dice }),
    after({ before, after, dice }) {
      if (dice) roll++;
      if (!after.fresh) return;
      turns[before.player]++;
      roll = 0;
    },
  };
}

/** Every roll of the record beside the one that the seeds give. */
async function thrown(record, dice) {
  const rolls = [];
  const count = counter(record.seats.length);
  for (const step of record.steps) {
    if (step.dice) {
      const next = count.throw(step.before);
      const right = await dice({ ...next, sides: step.before.rules.sides });
      rolls.push({ line: step.line, ...next, found: step.dice, right, fair: same(step.dice, right) });
    }
    count.after(step);
  }
  return rolls;
}

const same = (one, other) => one.join() === other.join();
const told = (roll, names) => ({ roll: roll.roll + 1, turn: roll.turn + 1, name: names[roll.seat] });

/** Each roll that is not the right one, up to where it all goes astray. */
function wrong(rolls, names, fault) {
  const from = astray(rolls);
  for (const [at, roll] of rolls.slice(0, from + 1).entries()) {
    if (roll.fair) continue;
    const data = { ...told(roll, names), right: roll.right, found: roll.found };
    const later = rolls.slice(at + 1);
    const count = later.filter((each) => !each.fair).length;
    if (at < from) fault(roll.line, "fair/roll", data);
    else fault(roll.line, "fair/astray", { ...data, count, later: later.length });
  }
}

/** The roll from which on wrong ones outnumber right ones by the most; none if it is by one. */
function astray(rolls) {
  let [balance, most, from] = [0, 2, rolls.length];
  for (let at = rolls.length - 1; at >= 0; at--) {
    balance += rolls[at].fair ? -1 : 1;
    if (balance >= most) [most, from] = [balance, at];
  }
  return from;
}

/** Why the record goes no further; a roll that must have been there is named. */
async function broken(record, dice, names, fault) {
  const { line, refusal } = record.broken;
  if (!dice || !NEEDS_ROLL.includes(refusal.code)) {
    fault(line, "fair/broken", { refusal });
    return;
  }
  const count = counter(record.seats.length);
  record.steps.forEach(count.after);
  const next = count.throw(record.state);
  fault(line, "fair/missing", { ...told(next, names), right: await dice({ ...next, sides: record.rules.sides }) });
}

/** What the players are called, each differently: a bot by its own name. */
function called(seats) {
  const taken = new Set(seats.filter((seat) => !isBot(seat)));
  return seats.map((seat) => {
    if (!isBot(seat)) return seat;
    const bot = seat.slice(4);
    const name = bot[0].toUpperCase() + bot.slice(1);
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name} ${number}`;
    taken.add(unique);
    return unique;
  });
}
