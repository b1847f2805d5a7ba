// One's turn is noticed while the page is out of sight: a badge, a vibration, a notification; all gone when one looks.

import { html, useLayoutEffect, useRef } from "../lib/preact.js";
import { kept } from "../store.js";
import { apart, t, titled } from "../texts.js";
import { mover } from "../view.js";
import { still } from "./felt.js";

const BUZZ = [120, 80, 120]; // milliseconds: on, off, on

/** Whether there are notifications that nobody was asked about yet. */
const askable = () => globalThis.Notification?.permission === "default";

/** A browser's refusal of something that the game goes on without. */
const unless = (promise) => Promise.resolve(promise).catch(() => {});

/** What has made it one's turn, in one sentence. */
function happened({ turns }, names, you) {
  const last = turns.findLast(({ seat }) => seat !== you);
  if (!last) return t("web.notice.began");
  const { seat, points, farkle, passed, tooMuch, total } = last;
  const what = farkle ? "farkled" : passed ? "passed" : tooMuch ? "too-much" : points ? "banked" : "nothing";
  return t(`web.notice.${what}`, { name: names[seat], points, total });
}

/** Show a notification; a function that takes it away. Phones show only those that a worker brings. */
function notify(title, options) {
  const gone = new AbortController();
  const show = async () => {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (gone.signal.aborted) return;
    if (worker?.active) {
      await worker.showNotification(title, options);
      const close = async () => {
        for (const each of await worker.getNotifications({ tag: options.tag })) each.close();
      };
      if (gone.signal.aborted) await close();
      else gone.signal.addEventListener("abort", close);
      return;
    }
    const shown = new Notification(title, options);
    shown.onclick = () => {
      focus();
      shown.close();
    };
    gone.signal.addEventListener("abort", () => shown.close());
  };
  unless(show());
  return () => gone.abort();
}

/** Tell that it is one's turn, in every way there is; a function that takes it back. */
function tell({ game, view, names, you, turn }) {
  const moves = !still();
  const silent = kept("sound") === false;
  if (moves && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  unless(navigator.setAppBadge?.());
  const others = names
    .filter((name, seat) => seat !== you && name)
    .map(apart)
    .join(", ");
  const title = t("web.notice.title", { game: view.name || titled(view.rules), names: others });
  const options = {
    body: happened(view, names, you),
    tag: `${game} ${turn}`,
    icon: "/icon-192.png",
    data: location.href,
    ...(silent ? { silent } : moves && { vibrate: BUZZ }), // both together are refused
  };
  const close = globalThis.Notification?.permission === "granted" ? notify(title, options) : () => {};
  return () => {
    close();
    unless(navigator.clearAppBadge?.());
  };
}

/** Tells of turns that begin out of sight, unless that is not wanted; where turns take long, asks whether it is. */
export function Part({ game, view, names, you, wanted, slow, onWanted }) {
  const turn = mover(view) === you && !view.late ? view.turns.length : null;
  const before = useRef(turn); // the turn that was there already, or that was told of
  const takeBack = useRef(null);
  const look = () => {
    if (document.hidden) return;
    takeBack.current?.();
    takeBack.current = null;
  };
  useLayoutEffect(() => {
    // nothing is painted while nobody looks
    const begins = turn !== null && turn !== before.current;
    before.current = turn;
    if (!begins) return;
    takeBack.current?.();
    takeBack.current = document.hidden && wanted !== false ? tell({ game, view, names, you, turn }) : null;
  }, [turn]);
  useLayoutEffect(() => {
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      takeBack.current?.();
    };
  }, []);
  if (wanted !== null || !slow || !askable()) return null;
  return html`<p class="ask">
    <button type="button" class="slim" onClick=${() => onWanted(true)}>${t("web.notice.yes")}</button>
    <button type="button" class="plain slim" onClick=${() => onWanted(false)}>${t("web.notice.no")}</button></p>`;
}
