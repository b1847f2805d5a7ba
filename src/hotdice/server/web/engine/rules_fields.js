// Whether a table can be rules at all: its fields, their kinds and their limits, a second time after
// `Rules` in `rules/rules.py`.

const MOST = 1_000_000;
const NUMBERS = {
  dice: [1, 10],
  target: [1, MOST],
  entry: [0, MOST],
  minimum: [0, MOST],
  hot_dice_bonus: [0, MOST],
  wild: [1, 6],
  rounds: [1, 1000],
};
const FLAGS = ["piggyback", "mercy"];
const MOST_SIDES = 60;
const PENALTY = { farkles: [1, 1000], points: [1, MOST], floor: [-MOST, MOST] };
const CHOICES = {
  keep: ["any", "all"],
  below_entry: ["nothing", "refuse"],
  hot_dice: ["may", "must", "end"],
  tie: ["first", "shared"],
  finish: ["last-round", "immediate", "equal-turns"],
  last_round: ["turn", "one-roll"],
  overshoot: ["counts", "lose-turn", "welfare"],
};
const DECIDES = ["win", "lose-total", "farkle"];
const NAME = /^[a-z0-9-]{1,60}(\+.*)?$/; // one of changed rules tells what was changed
const PATTERN = /^([1-6]+|[a-z]+)$/;
const POINTS = /^\d{1,9}[a-z]?(\+\d{1,9}[a-z]?)*$/;

const isTable = (found) => found !== null && typeof found === "object" && !Array.isArray(found);
const within = (number, [least, most]) => Number.isInteger(number) && least <= number && number <= most;

/** A table without what is null, at any depth; null if it is none. */
export function plain(found) {
  if (!isTable(found)) return null;
  const set = Object.entries(found).filter(([, value]) => value !== null);
  return Object.fromEntries(set.map(([key, value]) => [key, isTable(value) ? plain(value) : value]));
}

/** The first field that cannot stand in rules, or null. */
export function wrongField(table) {
  for (const [field, value] of Object.entries(table)) if (!fits(field, value)) return field;
  return ["name", "score"].find((field) => !(field in table)) ?? null;
}

function fits(field, value) {
  if (field === "name") return typeof value === "string" && NAME.test(value);
  if (field === "title") return typeof value === "string";
  if (Object.hasOwn(NUMBERS, field)) return within(value, NUMBERS[field]);
  if (Object.hasOwn(CHOICES, field)) return CHOICES[field].includes(value);
  if (FLAGS.includes(field)) return typeof value === "boolean";
  if (field === "confirm") return typeof value === "string" && value !== "none" && patternFits(value);
  if (field === "penalty") return penaltyFits(value);
  if (field === "weights") return weightsFit(value);
  if (field === "rolls") return isTable(value) && rollsFit(Object.entries(value));
  return field === "score" && isTable(value) && scoreFits(Object.entries(value));
}

function penaltyFits(penalty) {
  if (!isTable(penalty) || !("farkles" in penalty) || !("points" in penalty)) return false;
  return Object.entries(penalty).every(([key, value]) => Object.hasOwn(PENALTY, key) && within(value, PENALTY[key]));
}

function weightsFit(weights) {
  if (!Array.isArray(weights) || weights.length !== 6) return false;
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.every((weight) => within(weight, [1, MOST_SIDES])) && sum <= MOST_SIDES;
}

const patternFits = (pattern) => PATTERN.test(pattern) && new Set(pattern).size <= 6;

function rollsFit(rolls) {
  const fit = ([pattern, decides]) => pattern !== "none" && patternFits(pattern) && DECIDES.includes(decides);
  return rolls.length <= 64 && rolls.every(fit);
}

function scoreFits(score) {
  return (
    score.length > 0 &&
    score.length <= 64 &&
    score.every(([pattern, points]) => {
      if (pattern !== "none" && !patternFits(pattern)) return false;
      if (!within(points, [1, MOST]) && !(typeof points === "string" && POINTS.test(points))) return false;
      const letters = String(points).match(/[a-z]/g) ?? [];
      return letters.every((letter) => pattern !== "none" && pattern.includes(letter));
    })
  );
}
