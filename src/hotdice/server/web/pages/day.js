// The day's dice: today's, and at an address of its own every day before that can still be looked at.

import { html, useEffect, useState } from "../lib/preact.js";
import { dateSaid, ending, numberOf } from "../day/clock.js";
import { noteDay, ofDay, playDay } from "../day/own.js";
import { Past } from "../day/past.js";
import { Commitment } from "../day/secret.js";
import { sum } from "../day/shared.js";
import { Today } from "../day/today.js";
import { ask, isAway, subject } from "../store.js";
import { n, t } from "../texts.js";

export const stylesheets = ["/day/day.css"];

const DAY = 86_400_000; // milliseconds

export function Page({ path, navigate, setAway }) {
  const date = subject(path);
  const [now, setNow] = useState(null);
  const [wrong, setWrong] = useState(null);
  const look = () =>
    ask("GET", "/api/day").then(
      (today) => {
        noteDay(today.date, { commitment: today.commitment });
        setNow({ today, left: ending(today.now, today.until) });
      },
      (refused) => (isAway(refused) ? setAway(true) : setWrong(refused)),
    );
  useEffect(() => {
    document.title = `${t("web.day.title")} · Hot Dice`;
    look();
    const seen = () => document.hidden || look(); // the clock of a phone that sleeps may stand still
    document.addEventListener("visibilitychange", seen);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      document.title = "Hot Dice";
    };
  }, []);
  if (wrong)
    return html`<section class="card message"><h1 tabindex="-1">${t("web.day.title")}</h1><p class="bad" role="alert">${wrong.message}</p>
      <a class="button hot" href="/day">${t("web.day.today")}</a></section>`;
  if (!now) return html`<h1 tabindex="-1">${t("web.day.title")}</h1><p class="coming"></p>`;
  const { today, left } = now;
  if (date && date !== today.date)
    return html`<${OneDay} key=${date} ...${{ date, navigate }} onMissing=${(refused) => (isAway(refused) ? setAway(true) : setWrong(refused))} />`;
  return html`<${Today} key=${today.date} ...${{ today, left, navigate }} onEnd=${look} />
    <${Commitment} commitment=${today.commitment} />
    ${today.earlier.length > 0 && html`<${Latest} key=${today.earlier[0]} today=${today} />`}
    <${Earlier} days=${today.earlier} />`;
}

/** The day before, or the last one that somebody came. */
function Latest({ today }) {
  const [date] = today.earlier;
  const of = t("web.day.of", { number: numberOf(date), date: dateSaid(date) });
  const yesterday = Date.parse(today.date) - Date.parse(date) === DAY;
  return html`<section class="stack" aria-labelledby="latest">
    <div class="row spread"><h2 id="latest">${yesterday ? `${t("web.day.yesterday")} · ${of}` : of}</h2>
      <a class="alone" href=${`/day/${date}`}>${t("web.day.more")}</a></div>
    <${Past} date=${date} brief />
  </section>`;
}

function Earlier({ days }) {
  return html`<section class="stack" aria-labelledby="earlier"><h2 id="earlier">${t("web.day.earlier")}</h2>
    <p class="quiet">${days.length ? t("web.day.earlier.what", { count: 30 }) : t("web.day.earlier.none")}</p>
    <ul class="days">${days.map((date) => {
      const own = ofDay(date);
      return html`<li key=${date}><a class="button slim" href=${`/day/${date}`}>
        <span>${t("web.day.of", { number: numberOf(date), date: dateSaid(date) })}</span>
        ${own?.counted && own.rounds && html`<small class="quiet">${n(sum(own.rounds))}</small>`}</a></li>`;
    })}</ul></section>`;
}

/** A day that is over, with its dice to play without counting. */
function OneDay({ date, navigate, onMissing }) {
  const [wrong, setWrong] = useState(null);
  const play = () =>
    playDay(date, false).then(
      (game) => navigate(`/game/${game}`),
      (refused) => setWrong(refused.message),
    );
  return html`<div class="row spread"><h1 tabindex="-1">${t("web.day.of", { number: numberOf(date) || "?", date: dateOr(date) })}</h1>
      <a class="alone" href="/day">${t("web.day.today")}</a></div>
    <${Past} date=${date} onMissing=${onMissing} />
    <div class="row"><button type="button" onClick=${play}>${t("web.day.again")}</button><span class="bad" role="alert">${wrong}</span></div>`;
}

/** What stands in the address may be no day at all. */
const dateOr = (date) => (Number.isNaN(Date.parse(date)) ? date : dateSaid(date));
