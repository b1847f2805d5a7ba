// A game as a table shows it: `reduce` makes the next view of a view and one event, and nothing else does.

import { BOT_NAMES } from "./bots.js";
import { rolling } from "./engine/rolling.js";

/** @import { Felt, GameEvent, Keep, LogEntry, Seat, View } from "./types" */

const HOUR = 3600; // seconds

/**
 * A game of which nothing is known yet.
 * @type {any}
 */
export const EMPTY = Object.freeze({
  seq: 0,
  status: null,
  name: "",
  public: false,
  by_invitation: false,
  open_to_all: false,
  replaced_invites: 0,
  advice: false,
  clock: null,
  rules: null,
  seats: [],
  commitment: null,
  serverSeed: null,
  day: null,
  counted: false,
  before: null,
  next: null,
  state: null,
  deadline: null,
  felt: null,
  kept: [],
  took: [],
  hot: false,
  late: false,
  turns: [],
  log: [],
  reactions: [],
  winners: [],
  closed: null,
});

/**
 * The view one event later; one that was seen before changes nothing.
 * @param {View} view
 * @param {GameEvent} event
 * @returns {View}
 */
export function reduce(view, event) {
  if (event.seq <= view.seq) return view;
  const change = CHANGES[event.kind];
  return { ...view, ...(change && change(view, event, event.data)), seq: event.seq };
}

/**
 * What everybody at the table is called; bots get names that no person has.
 * @param {Pick<View, "seats">} view
 * @returns {any[]}
 */
export function names(view) {
  const people = view.seats.map((seat) => seat.kind === "person" && seat.name);
  const free = BOT_NAMES.filter((name) => !people.includes(name));
  return view.seats.map((seat) => (seat.kind === "bot" ? free.shift() : seat.name));
}

/**
 * Whose move it is, or null.
 * @param {View} view
 */
export const mover = (view) => (view.status === "playing" && view.state && !view.state.over ? view.state.player : null);

/**
 * Whether other people sit at the table.
 * @param {View} view
 * @param {number | null} you
 */
export const hasOthers = ({ seats }, you) =>
  seats.some(({ kind, left }, seat) => kind === "person" && seat !== you && !left);

/**
 * Whether others may take so long that nobody waits at the table.
 * @param {View} view
 * @param {number | null} you
 */
export const isSlow = (view, you) => hasOthers(view, you) && (!view.clock || view.clock.seconds >= HOUR);

/**
 * Who is ahead in a last round; a total that others only equal stays ahead unless the win is shared.
 * @param {View} view
 */
export function leaders({ state, rules }) {
  if (!state || !isLastRound({ state, rules })) return [];
  const { totals } = state;
  const starter = state.starter ?? 0;
  const highest = Math.max(...totals);
  const inTurn = totals.map((_, at) => (starter + at) % totals.length).filter((seat) => totals[seat] === highest);
  return rules.table.tie === "shared" || rules.table.rounds ? inTurn : inTurn.slice(0, 1);
}

/**
 * Whether it is the last round: of those who still move after somebody reached the target, or of all rounds.
 * @param {Pick<View, "state" | "rules">} view
 */
export function isLastRound({ state, rules }) {
  const round = roundOf({ state, rules });
  return state.last_round || (round !== null && !state.over && round === rules.table.rounds);
}

/**
 * The round that is played, where a game has a number of them; null where it has not, or has not begun.
 * @param {Pick<View, "state" | "rules">} view
 */
export function roundOf({ state, rules }) {
  const { rounds } = rules.table;
  return rounds && state ? Math.min(rounds, (state.round ?? 0) + 1) : null;
}

/**
 * Whether a keep ends the turn, which is banked by itself.
 * @param {View} view
 * @param {Keep | null} keep
 */
export function endsTurn({ state, rules: { table } }, keep) {
  if (!keep) return false;
  return (table.last_round === "one-roll" && state.last_round) || (!keep.left && table.hot_dice === "end");
}

/**
 * Where each seat stands at the end: whoever has won, then from the highest total on.
 * @param {View} view
 */
export function ranking({ seats, winners, state: { totals } }) {
  const won = (seat) => Number(winners.includes(seat));
  return seats.map((_, seat) => seat).sort((one, other) => won(other) - won(one) || totals[other] - totals[one]);
}

/**
 * The dice kept in this turn before the next roll; those of a turn that farkled lie there until then.
 * @param {View} view
 */
export const keptBefore = (view) => (view.felt && view.felt.lost !== null ? [] : view.kept);

/** The dice that lie beside the roll: those of the roll that were kept by themselves lie in it. */
export const keptBeside = ({ felt, kept }) => (felt?.taken ? kept.slice(0, -felt.taken.length) : kept);

/**
 * A chance such as "5/18" as a number.
 * @param {string} fraction
 */
export function chance(fraction) {
  const [above, below = 1] = fraction.split("/").map(Number);
  return above / below;
}

/** @type {Record<string, (view: View, event: GameEvent, data: any) => Partial<View>>} */
const CHANGES = {
  created: (view, event, data) => ({
    status: "waiting",
    name: data.name,
    public: data.public,
    by_invitation: Boolean(data.by_invitation),
    advice: data.advice,
    clock: data.clock,
    rules: data.rules,
    seats: data.seats,
    commitment: data.commitment,
    day: data.day ?? null,
    before: data.before,
  }),
  arranged: (view, event, data) => ({
    seats: data.seats,
    rules: data.rules,
    public: data.public,
    by_invitation: data.by_invitation,
    open_to_all: data.open_to_all,
    replaced_invites: data.replaced_invites ?? 0,
  }),
  joined: (view, event, data) => ({
    seats: sit(view, event.seat, {
      name: data.name,
      commitment: data.commitment,
      taken: true,
      ...("was" in data && { was: data.was }),
    }),
    log: told(view, event, ["web.log.joined"]),
  }),
  full: () => ({ status: "revealing" }),
  revealed: (view, event, data) => ({ seats: sit(view, event.seat, { seed: data.seed }) }),
  started: (view, event, data) => ({
    status: "playing",
    state: data.state,
    deadline: data.deadline,
    seats: view.seats.map((seat, at) => ({ ...seat, fair: data.fair[at] })),
    log: told(view, event, ["web.log.started"], ...rolledOff(data.roll_off ?? [])),
  }),
  rolled(view, event, data) {
    const by = kinds(data);
    const felt = { ...feltOf(event, data.dice), ...endOf(by), taken: by.kept?.dice || null };
    const kept = by.kept ? [...keptBefore(view), ...by.kept.dice] : keptBefore(view);
    return { ...after(view, event, data), felt, kept: by.farkle || !allBack(view, data) ? kept : [] };
  },
  kept(view, event, data) {
    const kept = [...view.kept, ...data.dice];
    return {
      ...after(view, event, data),
      felt: bankedFelt(view, event, data, data.dice),
      kept: allBack(view, data) ? [] : kept,
    };
  },
  banked: (view, event, data) => ({ ...after(view, event, data), felt: bankedFelt(view, event, data), kept: [] }),
  took: (view, event, data) => ({ ...after(view, event, data), felt: null, kept: [] }),
  passed: (view, event, data) => ({ ...after(view, event, data), felt: null, kept: [] }),
  late: (view, event, data) => ({ late: true, deadline: null, log: told(view, event, [`web.log.late-${data.then}`]) }),
  clock: (view, event, data) => ({ deadline: data.deadline }),
  over: (view, event, data) => ({
    status: "over",
    winners: data.winners,
    serverSeed: data.server_seed,
    counted: Boolean(data.counted),
    deadline: null,
    log: told(view, { ...event, seat: data.winners[0] }, [
      data.winners.length > 1 ? "web.log.shared" : "web.log.won",
      { points: Math.max(...data.totals) },
    ]),
  }),
  renamed: (view, event, data) => ({
    seats: sit(view, event.seat, { name: data.name }),
    log: told(view, event, ["web.log.renamed", { before: view.seats[event.seat].name }]),
  }),
  reacted: (view, event, data) => ({
    reactions: [...view.reactions.slice(-9), { seq: event.seq, seat: event.seat, reaction: data.reaction }],
    log: reacted(view, event, data.reaction),
  }),
  left: (view, event, data) => ({
    seats: sit(
      view,
      event.seat,
      data.status === "waiting" ? { name: null, taken: false, commitment: null, was: null } : { left: true },
    ),
    log: told(view, event, [goesOn(view, event, data), { name: view.seats[event.seat].name }]),
  }),
  rematch: (view, event, data) => ({ next: data.game }),
  closed: (view, event, data) => ({
    status: "closed",
    closed: data.reason,
    serverSeed: data.server_seed,
    deadline: null,
  }),
};

/** Who rolled what for who begins, a sentence for each round. */
function rolledOff(rounds) {
  return rounds.map((thrown, at) => {
    const left = rolling(thrown.length, rounds.slice(0, at + 1));
    return [left.length > 1 ? "tell.roll-again" : "tell.begins", { thrown, left }];
  });
}

/** What is said of somebody who leaves: who plays on for them, if people are left who care. */
function goesOn(view, { seat }, { status }) {
  const others = view.seats.some((other, at) => at !== seat && other.kind === "person" && other.taken && !other.left);
  if (status === "waiting" || !others) return "web.log.left";
  return view.clock?.then === "pass" ? "web.log.left-pass" : "web.log.left-bot";
}

/**
 * What all moves change alike: state, clock, score sheet and log.
 * @param {View} view
 * @param {any} event
 * @returns {Partial<View>}
 */
function after(view, event, data) {
  const by = kinds(data);
  const seat = event.seat;
  const total = data.state.totals[seat];
  const over = turnOver(data);
  const took = by["roll-won"] ? data.dice : [...view.took, ...((event.kind === "kept" ? data : by.kept)?.dice ?? [])];
  const turns = over
    ? [
        ...view.turns,
        {
          seat,
          dice: took,
          points: by.banked?.points || 0,
          farkle: Boolean(by.farkle),
          decided: endOf(by).decided,
          passed: Boolean(by.passed),
          won: Boolean(by["roll-won"]),
          tooMuch: tooMuch(by),
          penalty: by.penalty?.points || 0,
          lostTotal: by["total-lost"]?.points || 0,
          total,
        },
      ]
    : view.turns;
  return {
    state: data.state,
    deadline: data.deadline,
    turns,
    took: over ? [] : took,
    late: over ? false : view.late,
    hot: Boolean(by["hot-dice"]) && !isSingle(view) && !over,
    log: told(view, event, ...sentences(view, event, data)),
  };
}

/**
 * Dice of a seat on the felt, of which nothing is known yet.
 * @returns {Felt}
 */
export const feltOf = ({ seq, seat }, dice) => ({ seq, seat, dice, taken: null, ...endOf({}) });

/**
 * What became of a roll or of a turn.
 * @param {Record<string, any>} by
 */
function endOf(by) {
  return {
    lost: by.farkle ? by.farkle.points : null,
    lostTotal: by["total-lost"]?.points || 0,
    decided: (by.farkle ?? by["roll-won"])?.dice ?? [],
    spared: Boolean(by.spared),
    won: Boolean(by["roll-won"]),
    banked: by.banked?.points || 0,
    tooMuch: tooMuch(by),
  };
}

/**
 * Points that would have passed the target: whom they went to, or nobody. Null if there are none.
 * @param {Record<string, any>} by
 */
function tooMuch({ given, overshot }) {
  if (given) return { points: given.points, to: given.player };
  return overshot ? { points: overshot.points, to: null } : null;
}

/** The dice of a turn that was banked, the last ones of a long one; they lie there until the next roll. Null before that. */
function bankedFelt(view, event, data, last = []) {
  const end = endOf(kinds(data));
  const dice = [...view.took, ...last].slice(-view.rules.table.dice);
  return (end.banked || end.tooMuch) && dice.length ? { ...feltOf(event, dice), ...end } : null;
}

const allBack = (view, data) => data.state.dice === view.rules.table.dice; // after hot dice, and for a new turn
const isSingle = (view) => view.rules.table.dice === 1;
const ENDS = ["banked", "given", "overshot", "farkle", "unrecorded", "passed", "roll-won"];
const turnOver = (data) => data.happened.some(({ kind }) => ENDS.includes(kind));
/** @type {(data: any) => Record<string, any>} */
const kinds = (data) => Object.fromEntries(data.happened.map((happened) => [happened.kind, happened]));
/** @type {(view: View, seat: number | null, changes: Partial<Seat>) => Seat[]} */
const sit = (view, seat, changes) => view.seats.map((old, at) => (at === seat ? { ...old, ...changes } : old));

/** What a move is told as: keys of sentences with their data. */
function* sentences(view, event, data) {
  const { state } = data;
  const by = kinds(data);
  if (event.kind === "rolled") {
    const { points } = by.farkle || {};
    const decided = by.farkle?.dice ?? [];
    const farkle = (decided.length ? "tell.decided" : "tell.farkle") + (points ? "" : "-none");
    yield [by.farkle ? farkle : "tell.rolled", { dice: data.dice, decided: decided.join(" "), points }];
  }
  const kept = event.kind === "kept" ? data : by.kept;
  if (kept) {
    const points = view.state.turn_points + kept.points;
    yield turnOver(data)
      ? ["tell.kept-last", { dice: kept.dice, points: kept.points, turn_points: points }]
      : ["tell.kept", { dice: kept.dice, points: kept.points, turn_points: points, dice_left: state.dice }];
  }
  for (const happened of data.happened) {
    const line = sentence(view, happened, data);
    if (line) yield line;
  }
}

/** What one thing that happened is told as, if it is told by itself. */
function sentence(view, { kind, player, points, dice }, data) {
  const { table } = view.rules;
  const { state } = data;
  const total = state.totals[player];
  const said = { seat: player, points, total };
  if (["kept", "farkle", "won"].includes(kind)) return null;
  if (kind === "hot-dice" && isSingle(view)) return null; // as earlier servers told it after every keep
  if (kind === "hot-dice") return turnOver(data) ? ["tell.hot-dice-end"] : ["tell.hot-dice", { all_dice: state.dice }];
  if (["penalty", "total-lost"].includes(kind) && !points) return null; // there is nothing to lose
  if (kind === "penalty") return ["tell.penalty", { count: table.penalty.farkles, ...said }];
  if (kind === "roll-won") return ["tell.roll-won", { dice, ...said }];
  if (kind === "last-round" && table.finish === "equal-turns") return ["tell.last-turns", said];
  return [`tell.${kind}`, said];
}

/** The log with a reaction: those between two other things that happen are one entry for each seat. */
function reacted(view, event, reaction) {
  const since = 1 + view.log.findLastIndex(({ lines: [[key]] }) => key !== REACTED);
  const before = view.log.slice(since).find(({ seat }) => seat === event.seat);
  if (!before) return told(view, event, [REACTED, { reactions: { [reaction]: 1 } }]);
  const [[, { reactions }]] = before.lines;
  const more = {
    ...before,
    lines: [[REACTED, { reactions: { ...reactions, [reaction]: 1 + (reactions[reaction] || 0) } }]],
  };
  return view.log.map((entry) => (entry === before ? more : entry));
}

const REACTED = "web.log.reacted";
/** @type {(view: View, event: any, ...lines: any[]) => LogEntry[]} */
const told = (view, event, ...lines) => [
  ...view.log,
  { seq: event.seq, time: event.time, seat: event.seat, by: event.by, lines },
];
