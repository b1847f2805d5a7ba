// The end of a game: who has won, another one in a tap, the dice to verify.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { placeOf, takeSeat } from "../store.js";
import { apart, n, t } from "../texts.js";
import { ranking } from "../view.js";

export function Part({ game, seat, view, names, you, navigate }) {
  const [wrong, setWrong] = useState(null);
  const title = useRef(null);
  useEffect(() => { if (seat) title.current.focus(); }, []);
  const again = async () => {
    try {
      const seated = await takeSeat(`/api/games/${game}/rematch`, {}, seat.token);
      navigate(placeOf(seated));
    } catch (refused) {
      setWrong(refused.message);
    }
  };
  const won = view.winners.includes(you);
  const who = view.winners.filter((winner) => winner !== you).map((winner) => apart(names[winner])).join(", ");
  const shared = view.winners.length > 1;
  return html`<section class="card end">
    <h2 tabindex="-1" ref=${title}>${shared ? t(won ? "web.end.shared.you" : "web.end.shared", { names: who }) : won ? t("web.end.you") : t("web.end.won", { name: who })}</h2>
    <ol>${ranking(view).map((at) => html`<li key=${at} class="row spread"><span>${at === you ? t("web.chance.you") : names[at]}</span><span class="strong">${n(view.state.totals[at])}</span></li>`)}</ol>
    ${view.next && html`<p>${t(seat ? "web.end.wanted" : "web.end.next")}</p>`}
    <p class="bad" role="alert">${wrong}</p>
    ${seat && html`<button type="button" class="hot" onClick=${again}>${t(view.next ? "web.end.join" : "web.end.again")}</button>`}
    ${!seat && view.next && html`<a class="button hot" href=${`/game/${view.next}`}>${t("web.end.watch")}</a>`}
    <div class="row">
      <a class="button slim" href=${`/review/${game}`}>${t("web.end.review")}</a>
      <a class="button slim" href=${`/fair/${game}`}>${t("web.end.verify")}</a>
      <a class="button slim" href=${`/api/games/${game}/record`} download=${`${game}.jsonl`}>${t("web.end.record")}</a>
      <a class="button slim" href="/">${t("web.to-home")}</a>
    </div>
  </section>`;
}
