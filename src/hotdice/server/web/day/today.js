// The day that it is: its game that counts, how long it goes on, and the result to share.

import { html, useEffect, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { dateSaid, useCountdown } from "./clock.js";
import { lookUp, ofDay, playDay } from "./own.js";
import { Rounds, Shared, sum } from "./shared.js";

/** `left` gives the milliseconds until the end of the day, after which `onEnd` is called. */
export function Today({ today, left, navigate, onEnd }) {
  const { date, number } = today;
  const [own, setOwn] = useState(() => ofDay(date));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(null);
  const time = useCountdown(left, onEnd);
  useEffect(() => {
    lookUp(date).then((found) => found && setOwn(found));
  }, [date]);
  const play = async () => {
    setBusy(true);
    setWrong(null);
    try {
      navigate(`/game/${await playDay(date, true)}`);
    } catch (refused) {
      setBusy(false);
      setWrong(refused.message);
    }
  };
  const ended = own?.status === "over" || own?.status === "closed";
  return html`<section class="felt daily">
    <h1 tabindex="-1">${t("web.day.title")}</h1>
    <p>${t("web.day.of", { number, date: dateSaid(date) })}</p>
    ${!today.counts && html`<p class="strong">${t("web.day.known")}</p>`}
    ${
      own?.status === "over"
        ? html`<p class="total">${t("web.day.points", { points: sum(own.rounds) })}</p>
      ${!own.counted && html`<p>${t("web.day.uncounted")}</p>`}
      <${Rounds} rounds=${own.rounds} /><${Shared} date=${date} rounds=${own.rounds} />
      <a class="alone" href=${`/game/${own.game}`}>${t("web.day.to-game")}</a>`
        : html`<p class="what">${t(own?.status === "closed" ? "web.day.unfinished" : "web.day.what")}</p>`
    }
    ${!ended && html`<button type="button" class="hot" disabled=${busy} onClick=${play}>${t(own?.game ? "web.day.go-on" : "web.day.play")}</button>`}
    <p class="bad" role="alert">${wrong}</p>
    <p class="left">${t(ended || !today.counts ? "web.day.next" : "web.day.in-time", { time })}</p>
  </section>`;
}
