// What many games say: how many were won, how well they were played, how lucky the dice were, and where chances went.

/** @import { GameGroup, Leak, MyGame } from "../types" */

export const ENOUGH = 100; // decisions; fewer say nothing of a level
const SURE = 2; // standard errors
const FEWEST = 10; // decisions; with fewer not even the spread is known

/** Whether somebody played alone: then turns count instead of chances. */
export const isAlone = ({ names }) => names.length === 1;

/** The part of a win that a game was: 1, less if it was shared, or 0. */
export const wonOf = ({ winners, seat }) => (winners.includes(seat) ? 1 / winners.length : 0);

/** Whether a game was played to its end. */
export const isOver = ({ status }) => status === "over";

const sum = (list, part) => list.reduce((whole, each) => whole + part(each), 0);

/** Skill and luck of games, in all; those without a review are left out. */
export function summed(games) {
  const skills = games.map(({ skill }) => skill).filter(Boolean);
  const decisions = sum(skills, (each) => each.decisions);
  const lost = sum(skills, (each) => each.lost);
  return {
    reviewed: skills.length,
    decisions,
    perDecision: decisions ? lost / decisions : null,
    luck: sum(skills, (each) => each.luck),
    band: SURE * Math.sqrt(sum(skills, (each) => each.variance)),
    level: levelOf(skills.find((each) => each.most_lost)?.most_lost ?? null, decisions, lost),
  };
}

/** The level that loses about as much in a decision: 0 is worse than all, 11 better; null where that is not known. */
function levelOf(mostLost, decisions, lost) {
  if (!mostLost || decisions < ENOUGH) return null;
  return mostLost.filter((most) => lost / decisions <= most).length;
}

/**
 * Games by rules and opponents, most games first.
 * @param {MyGame[]} games
 * @returns {GameGroup[]}
 */
export function groupsOf(games) {
  const found = new Map();
  for (const each of games.filter(isOver)) {
    const { digest, names, bots, seat } = each;
    const against = names.map((name, at) => ({ name, bot: bots[at] })).filter((_, at) => at !== seat);
    const key = JSON.stringify([digest, ...against.map(({ name, bot }) => bot ?? name).sort()]);
    if (!found.has(key)) found.set(key, { key, title: each.title, digest, against, games: [] });
    found.get(key).games.push(each);
  }
  return [...found.values()]
    .map((group) => ({ ...group, won: sum(group.games, wonOf), ...summed(group.games) }))
    .sort((one, other) => other.games.length - one.games.length);
}

/**
 * The kinds of decisions that went wrong, the greatest loss first.
 * @param {MyGame[]} games
 * @returns {Leak[]}
 */
export function leaksOf(games) {
  const found = new Map();
  for (const losses of games.flatMap(({ skill }) => skill?.losses ?? [])) {
    const key = `${losses.kind} ${losses.dice}`;
    const before = found.get(key);
    found.set(key, before ? added(before, losses) : losses);
  }
  return [...found.values()]
    .filter(({ errors }) => errors)
    .map((losses) => ({ ...losses, sure: isSure(losses) }))
    .sort((one, other) => other.lost - one.lost);
}

const added = (one, other) => ({
  ...one,
  decisions: one.decisions + other.decisions,
  errors: one.errors + other.errors,
  lost: one.lost + other.lost,
  squares: one.squares + other.squares,
});

/** Whether a loss is more than chance, as the review of past games in the terminal has it. */
function isSure({ decisions, lost, squares }) {
  const apart = Math.max(0, squares - lost ** 2 / decisions);
  return decisions >= FEWEST && lost > SURE * Math.sqrt((apart * decisions) / (decisions - 1));
}
