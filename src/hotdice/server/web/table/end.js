// The end of a game: the felt with the dice that won, another game in a tap, and what the game was made of.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { placeOf, takeSeat } from "../store.js";
import { apart, isPreset, n, t } from "../texts.js";
import { ranking } from "../view.js";
import { Die, indexesOf } from "./felt.js";
import { Later } from "./later.js";

const MOST_DICE = 6; // of a long turn the last ones

export function Part({ game, seat, view, names, you, navigate }) {
  const title = useRef(null);
  const [worst, setWorst] = useState(null);
  useEffect(() => {
    if (seat) title.current.focus();
    if (seat && !isPreset(view.rules))
      import("../mine/collect.js").then(({ collect }) => collect(seat)).catch(() => {});
  }, []);
  return html`<section class="end">
      <h2 tabindex="-1" ref=${title}>${view.day ? t("web.day.points", { points: view.state.totals[0] }) : headline(view, names, you)}</h2>
      <${Last} view=${view} />
      ${!view.day && html`<ol class="totals">${ranking(view).map((at) => html`<li key=${at} class=${view.winners.includes(at) ? "winner" : ""}><span>${at === you ? t("web.chance.you") : names[at]}</span><strong>${n(view.state.totals[at])}</strong></li>`)}</ol>`}
      ${view.day ? html`<${Later} part="day" name="Result" ...${{ game, seat, view }} />` : html`<${Next} ...${{ game, seat, view, navigate }} />`}
      ${!view.day && html`<a class="review-link" href=${`/review/${game}${worst ? worst.place : ""}`}>${t("web.end.review")}${worst && html` <strong>${worst.said}</strong>`}</a>`}
    </section>
    ${isPreset(view.rules) && html`<${Summary} game=${game} onWorst=${setWorst} />`}
    <div class="row links">
      <a class="button slim" href=${`/fair/${game}`}>${t("web.end.verify")}</a>
      <a class="button slim" href=${`/api/games/${game}/record`} download=${`${game}.jsonl`}>${t("web.end.record")}</a>
      <a class="button slim" href="/">${t("web.to-home")}</a>
    </div>`;
}

/** The place of what the game was made of, so that nothing below it moves when that comes. */
export const Coming = () =>
  html`<section class="card coming"><p class="quiet" role="status">${t("web.review.working")}</p></section>`;

/** What the game was made of, once that is loaded; of presets the best play is known to every server. */
function Summary({ game, onWorst }) {
  /** @type {[Function | null, Function]} */
  const [Loaded, setLoaded] = useState(() => Coming);
  useEffect(() => {
    import("./summary.js").then(
      ({ Part: found }) => setLoaded(() => found),
      () => setLoaded(null),
    ); // the end stands without it
  }, []);
  return Loaded && html`<${Loaded} game=${game} onWorst=${onWorst} />`;
}

/** Who has won. */
function headline({ winners }, names, you) {
  const won = winners.includes(you);
  const who = winners
    .filter((winner) => winner !== you)
    .map((winner) => apart(names[winner]))
    .join(", ");
  if (winners.length > 1) return t(won ? "web.end.shared.you" : "web.end.shared", { names: who });
  return won ? t("web.end.you") : t("web.end.won", { name: who });
}

/** The dice of the turn that won, and how long it took. */
function Last({ view: { turns, winners } }) {
  const best = turns.findLast(({ seat, points, won }) => seat === winners[0] && (points > 0 || won));
  const rounds = Math.max(...turns.map((turn) => turns.filter(({ seat }) => seat === turn.seat).length));
  if (!best) return null;
  return html`<p class="with">${best.won ? t("web.end.rolled", { dice: best.decided.join(" ") }) : t("web.end.with", { points: best.points })} · ${t("web.end.rounds", { count: rounds })}</p>
    ${best.dice.length > 0 && html`<div class="won" role="img" aria-label=${best.dice.join(" ")}>${best.dice.slice(-MOST_DICE).map((face, at) => html`<span class=${counts(best, at) ? "die" : "die idle"} key=${at}><${Die} face=${face} /></span>`)}</div>`}`;
}

/** Whether a die of the last turn counted: all that were kept, or those that decided a winning roll. */
const counts = ({ won, dice, decided }, at) => !won || indexesOf({ dice: decided }, dice, []).includes(at);

/** Another game with the same people; whoever watched can watch that too. */
function Next({ game, seat, view, navigate }) {
  const [wrong, setWrong] = useState(null);
  const again = async () => {
    try {
      const seated = await takeSeat(`/api/games/${game}/rematch`, {}, seat.token);
      navigate(placeOf(seated));
    } catch (refused) {
      setWrong(refused.message);
    }
  };
  return html`${view.next && html`<p>${t(seat ? "web.end.wanted" : "web.end.next")}</p>`}
    <p class="wrong" role="alert">${wrong}</p>
    ${seat && html`<button type="button" class="hot" onClick=${again}>${t(view.next ? "web.end.join" : "web.end.again")}</button>`}
    ${!seat && view.next && html`<a class="button hot" href=${`/game/${view.next}`}>${t("web.end.watch")}</a>`}`;
}
