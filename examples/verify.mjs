// Checks the fair dice of a record without Hot Dice: node examples/verify.mjs game.jsonl
// Written from docs/fair-dice.md; needs Web Crypto alone, so verify() runs in a browser too.

const { subtle } = globalThis.crypto ?? (await import("node:crypto")).webcrypto;
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const numbers = (...list) => bytes(list.map((n) => n.toString(16).padStart(8, "0")).join(""));
const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (data) => new Uint8Array(await subtle.digest("SHA-256", data));

/** All players' seeds as one: their number, then 00 for none, or 01 and the seed. */
export const combine = (seeds) =>
  sha256(join(numbers(seeds.length), ...seeds.map((s) => (s ? join([1], bytes(s)) : [0]))));

/** A function from seat, turn and roll (all from 0) and a number of dice to the dice. */
export async function fairDice(serverSeed, combined) {
  const use = { name: "HMAC", hash: "SHA-256" };
  const key = await subtle.importKey("raw", bytes(serverSeed), use, false, ["sign"]);
  return async (seat, turn, roll, count) => {
    const dice = [];
    for (let block = 0; dice.length < count; block++) {
      const message = join(combined, numbers(seat, turn, roll, block));
      const found = new Uint8Array(await subtle.sign("HMAC", key, message));
      dice.push(...[...found].filter((byte) => byte < 252).map((byte) => (byte % 6) + 1));
    }
    return dice.slice(0, count);
  };
}

const counts = (list) => [...list].reduce((all, x) => ({ ...all, [x]: (all[x] ?? 0) + 1 }), {});

/** Whether a roll scores nothing: no pattern of digits or of letters is in it. */
function farkle(dice, rules) {
  const faces = counts(dice);
  const largest = Object.values(faces).sort((a, b) => b - a);
  const fits = (pattern) => {
    if (pattern === "none") return dice.length === rules.dice; // then it scores if nothing else does
    const wanted = counts(pattern);
    if (/\d/.test(pattern)) return Object.entries(wanted).every(([f, n]) => faces[f] >= n);
    return Object.values(wanted).sort((a, b) => b - a).every((n, at) => largest[at] >= n);
  };
  return !Object.keys(rules.score).some(fits);
}

/** Every fault of a record's dice, each with its line; none if all of them are fair. */
export async function verify(text) {
  const [{ rules, fair, seats }, ...moves] = text.trim().split("\n").map((line) => JSON.parse(line));
  if (!fair?.server_seed) return [{ line: 1, fault: "no fair dice, or the seed is not revealed" }];
  const faults = [];
  for (const { seed, commitment } of [{ ...fair, seed: fair.server_seed }, ...fair.seats])
    if (seed && hex(await sha256(bytes(seed))) !== commitment)
      faults.push({ line: 1, fault: `a seed does not fit its commitment ${commitment}` });
  const dice = await fairDice(fair.server_seed, await combine(fair.seats.map((seat) => seat.seed)));
  const turns = seats.map(() => 0);
  let [seat, roll] = [0, 0];
  const next = () => {
    turns[seat]++;
    [seat, roll] = [(seat + 1) % seats.length, 0];
  };
  for (const [at, move] of moves.entries()) {
    if (move.bank !== undefined) next();
    if (!move.roll) continue;
    // where hot dice end the turn, only a new turn has all the dice
    if (rules.hot_dice === "end" && roll > 0 && move.roll.length === rules.dice) next();
    const right = await dice(seat, turns[seat], roll++, move.roll.length);
    if (right.join() !== move.roll.join())
      faults.push({ line: at + 2, fault: `should be ${right.join(" ")}` });
    if (farkle(move.roll, rules)) next();
  }
  return faults;
}

if (globalThis.process?.argv[1]?.endsWith("verify.mjs")) {
  const { readFileSync } = await import("node:fs");
  const faults = await verify(readFileSync(process.argv[2], "utf8"));
  console.log(JSON.stringify(faults));
  process.exitCode = faults.length ? 1 : 0;
}
