// Everything that a review is made of, from the server.

import { ask, seatIn } from "../store.js";
import { names } from "../view.js";
import { modelOf } from "./model.js";

/** The model of a game's review. */
export async function load(game) {
  const place = `/api/games/${encodeURIComponent(game)}`;
  const record = recordOf(place);
  record.catch(() => {}); // what is wrong with the review is told first
  const [report, snapshot] = await Promise.all([ask("GET", `${place}/review`), ask("GET", place)]);
  const model = await modelOf({ report, text: await record, names: names(snapshot), you: seatIn(game)?.seat ?? null });
  await new Promise((done) => {
    setTimeout(done);
  }); // between two pieces of work a slow phone can answer to a tap
  return model;
}

async function recordOf(place) {
  const answer = await fetch(`${place}/record`).catch(() => null);
  return answer?.ok ? answer.text() : ask("GET", `${place}/record`); // which throws what is wrong
}
