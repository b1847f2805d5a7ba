// What a game was made of, below its end: the curve of the chance, luck and skill, key moments.

import { html, useEffect, useState } from "../lib/preact.js";
import { Account } from "../review/account.js";
import { Curve } from "../review/chart.js";
import { load } from "../review/load.js";
import { collect } from "../mine/collect.js";
import { isSlip, keyMoments, worst } from "../review/model.js";
import { counted, KeyMoments } from "../review/moments.js";
import { actionWords, signed } from "../review/words.js";
import { seatIn } from "../store.js";
import { useStylesheets } from "../stylesheet.js";
import { t } from "../texts.js";
import { Coming } from "./end.js";

/** The worst choice of whoever looks, in one line, and its place in the review; null without a slip. */
function worstOf(model) {
  const moment = model.you === null ? null : worst(model, model.you);
  if (!moment || !isSlip(moment)) return null;
  const { choice, step, round, number } = moment;
  const chosen = actionWords(choice.action, step.before);
  const amount = signed(model, model.solo ? choice.loss : -choice.loss);
  return { place: `#${number}`, said: t("web.end.worst", { round, chosen, amount }) };
}

/** Nothing at all where the server has no review; what was worst is told above. */
export function Part({ game, onWorst }) {
  const [model, setModel] = useState();
  const styled = useStylesheets(["/rules/rules.css", "/review/review.css"]);
  useEffect(() => {
    const known = seatIn(game);
    let gone = false;
    load(game)
      .then(
        (found) => {
          if (gone) return;
          setModel(found);
          onWorst(worstOf(found));
        },
        () => gone || setModel(null), // the end stands without it
      )
      .then(() => known && collect(known))
      .catch(() => {}); // "my games" looks again
    return () => {
      gone = true;
    };
  }, []);
  if (model === undefined || !styled) return html`<${Coming} />`;
  if (!model?.moments.length) return null;
  const who = model.you ?? model.state.winners?.[0] ?? 0;
  const moments = keyMoments(model, who);
  return html`<div class="review summary">
    <${Curve} ...${{ model, who, pins: moments.map(counted) }} />
    <${Account} ...${{ model, who }} />
    <${KeyMoments} ...${{ model, who, game, moments }} />
  </div>`;
}
