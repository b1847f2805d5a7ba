// How long a day goes on, by the server's clock: that of the browser counts for nothing.

import { useEffect, useState } from "../lib/preact.js";
import { spoken, t } from "../texts.js";

const SECOND = 1000; // milliseconds
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR * SECOND;
const BEFORE_FIRST = Date.UTC(2025, 11, 31);

/** The number of a day in results: 1 January 2026 is day 1. */
export const numberOf = (date) => (Date.parse(date) - BEFORE_FIRST) / DAY;

/** The end of a day, in milliseconds since 1970. */
export const endOf = (date) => Date.parse(date) + DAY;

/** A day as people read it. */
export const dateSaid = (date) =>
  new Intl.DateTimeFormat(spoken(), { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(date));

/** A function that gives the milliseconds until a time, `now` being what the server's clock shows. */
export function ending(now, until) {
  const since = performance.now();
  return () => until - now - (performance.now() - since);
}

/** A time to wait in words. */
export function timeSaid(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  if (seconds < MINUTE) return t("web.day.seconds", { count: seconds });
  const minutes = Math.floor(seconds / MINUTE);
  if (seconds < HOUR) return t("web.day.minutes", { count: minutes });
  return t("web.day.hours", { hours: Math.floor(seconds / HOUR), minutes: minutes % MINUTE });
}

/** The time left in words; `onEnd` is called when there is none. */
export function useCountdown(left, onEnd) {
  const [said, setSaid] = useState(() => timeSaid(left()));
  useEffect(() => {
    setSaid(timeSaid(left()));
    const timer = setInterval(() => {
      setSaid(timeSaid(left()));
      if (left() > 0) return;
      clearInterval(timer);
      onEnd();
    }, SECOND);
    return () => clearInterval(timer);
  }, [left]);
  return said;
}
