// What a game was made of, below its end: the curve of the chance, luck and skill, key moments.

import { html, useEffect, useState } from "../lib/preact.js";
import { Account } from "../review/account.js";
import { Curve } from "../review/chart.js";
import { load } from "../review/load.js";
import { keyMoments } from "../review/model.js";
import { counted, KeyMoments } from "../review/moments.js";
import { Coming } from "./end.js";

/** Nothing at all where the server has no review. */
export function Part({ game }) {
  const [model, setModel] = useState();
  useEffect(() => {
    let gone = false;
    load(game).then(
      (found) => gone || setModel(found),
      () => gone || setModel(null),
    ); // the end stands without it
    return () => {
      gone = true;
    };
  }, []);
  if (model === undefined) return html`<${Coming} />`;
  if (!model?.moments.length) return null;
  const who = model.you ?? model.state.winners?.[0] ?? 0;
  const moments = keyMoments(model, who);
  return html`<div class="review summary">
    <${Curve} ...${{ model, who, pins: moments.map(counted) }} />
    <${Account} ...${{ model, who }} />
    <${KeyMoments} ...${{ model, who, game, moments }} />
  </div>`;
}
