// Everything that a review is made of, from the server.

import { ask, seatIn } from "../store.js";
import { loadStylesheet } from "../stylesheet.js";
import { names } from "../view.js";
import { modelOf } from "./model.js";

/** The model of a game's review; the record comes last, so that it has every move of the report. */
export async function load(game) {
  const place = `/api/games/${encodeURIComponent(game)}`;
  const [report, snapshot] = await Promise.all([ask("GET", `${place}/review`), ask("GET", place), loadStylesheet("/rules/rules.css"), loadStylesheet("/review/review.css")]);
  const answer = await fetch(`${place}/record`).catch(() => null);
  const text = answer?.ok ? await answer.text() : await ask("GET", `${place}/record`); // which throws what is wrong
  return modelOf({ report, text, names: names(snapshot), you: seatIn(game)?.seat ?? null });
}
