// A game with the dice of a day: whether it counts and how long that is possible, and at its end the result.

import { html, useEffect, useState } from "../lib/preact.js";
import { endOf, numberOf, timeSaid } from "../day/clock.js";
import { noteDay, noteResult, ofDay } from "../day/own.js";
import { Rounds, Shared } from "../day/shared.js";
import { useStylesheets } from "../stylesheet.js";
import { t } from "../texts.js";

const SECOND = 1000; // milliseconds

/** Above the dice; `offset` is by how much the server's clock is ahead of the browser's. */
export function Part({ game, seat, day, offset }) {
  const { date, counts } = day;
  const left = () => endOf(date) - (Date.now() + offset);
  const [now, setNow] = useState(left);
  useEffect(() => {
    if (seat && counts && !ofDay(date)?.game) noteDay(date, { game, status: "playing" }); // it came from another device
    const timer = setInterval(() => setNow(left()), SECOND);
    return () => clearInterval(timer);
  }, [offset]);
  const number = numberOf(date);
  if (counts && now <= 0) return html`<p class="notice day-line">${t("web.day.too-late")}</p>`;
  return html`<p class="notice day-line">${counts ? t("web.day.line", { number, time: timeSaid(now) }) : t("web.day.line.uncounted", { number })}</p>`;
}

/** In place of another game, once it is over. */
export function Result({ game, seat, view }) {
  const { date, counts } = view.day;
  const styled = useStylesheets(["/day/day.css"]);
  useEffect(() => {
    if (seat && counts && ofDay(date)?.game === game) noteResult(date, view);
  }, []);
  if (!styled) return null;
  const rounds = view.turns.map(({ points }) => points);
  return html`<div class="daily stack">
    ${!view.counted && html`<p>${t("web.day.uncounted")}</p>`}
    <${Rounds} rounds=${rounds} />
    ${view.counted && html`<${Shared} date=${date} rounds=${rounds} />`}
    <a class=${`button ${view.counted ? "" : "hot"}`} href="/day">${t("web.day.title")}</a>
  </div>`;
}
