// Checks the fair dice of a record without Python: node examples/verify.mjs game.jsonl
// The code is that of the web app, which checks a game in the browser; it needs nothing else.

import { readFileSync } from "node:fs";
import { Refusal } from "../src/hotdice/server/web/engine/state.js";
import { verify } from "../src/hotdice/server/web/engine/verify.js";

try {
  const { verified, faults, rollOff, rolls, fallback } = await verify(readFileSync(process.argv[2], "utf8"));
  console.log(JSON.stringify({ verified, faults, rolls: rollOff.length + rolls.length, fallback }));
  process.exitCode = verified ? 0 : 1;
} catch (refusal) {
  if (!(refusal instanceof Refusal)) throw refusal;
  console.error(JSON.stringify({ code: refusal.code, data: refusal.data }));
  process.exitCode = 2;
}
