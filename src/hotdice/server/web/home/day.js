// The day's dice in a line: whether one has played them, and when the next ones come.

import { html, useEffect, useState } from "../lib/preact.js";
import { ending, useCountdown } from "../day/clock.js";
import { lookUp, noteDay, ofDay } from "../day/own.js";
import { sum } from "../day/shared.js";
import { ask } from "../store.js";
import { t } from "../texts.js";

export function DaysDice() {
  const [now, setNow] = useState(null);
  const look = () =>
    ask("GET", "/api/day").then(
      (today) => {
        noteDay(today.date, { commitment: today.commitment });
        setNow({ today, left: ending(today.now, today.until) });
      },
      () => {}, // without the server there are no dice of the day either
    );
  useEffect(() => {
    look();
    const seen = () => document.hidden || look();
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, []);
  return html`<a class="card days-dice" href="/day">
    <span class="row spread"><strong>${t("web.day.title")}</strong>${now && html`<${Stand} key=${now.today.date} today=${now.today} />`}</span>
    <span class="row spread small quiet"><span>${t("web.day.what")}</span>${now && html`<${Left} left=${now.left} onEnd=${look} />`}</span>
  </a>`;
}

const Left = ({ left, onEnd }) => html`<span>${t("web.day.next", { time: useCountdown(left, onEnd) })}</span>`;

/** Not played, under way, or so many points. */
function Stand({ today: { date } }) {
  const [own, setOwn] = useState(() => ofDay(date));
  useEffect(() => {
    lookUp(date).then((found) => found && setOwn(found));
  }, []);
  const over = own?.status === "over" && t("web.day.points", { points: sum(own.rounds) });
  const said = { playing: t("web.day.open"), over, closed: t("web.status.closed") }[own?.status] ?? t("web.day.new");
  return html`<span class="tag">${said}</span>`;
}
