// What the table does beside showing the game, each as a hook.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib/preact.js";
import { keep, kept, remember, seatIn } from "../store.js";
import { far, t, titled } from "../texts.js";

/** Whether a window is as `media` has it, now and after every change. */
export function useMedia(media) {
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const look = () => setMatches(media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, []);
  return matches;
}

/** Whether there are sounds, and how to change that. */
export function useSound(live, seat) {
  const [on, setOn] = useState(() => Boolean(kept("sound")));
  useEffect(() => {
    if (!on) return undefined;
    let listener = null;
    import("./sound.js").then(
      ({ play }) => {
        listener = (event, view) => play(event, view, seat?.seat);
        live.listeners.add(listener);
      },
      () => {},
    );
    return () => live.listeners.delete(listener);
  }, [on]);
  const change = (wanted) => {
    keep("sound", wanted);
    setOn(wanted);
  };
  return [on, change];
}

/** Whoever plays by keyboard stays at the dice when the die they stood on is gone. */
export function useFocusKept() {
  const hands = useRef(null);
  const inside = useRef(false);
  useEffect(() => {
    const note = ({ target }) => {
      inside.current = Boolean(hands.current?.contains(target));
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body)
      document.getElementById("roll")?.focus({ preventScroll: true });
  });
  return hands;
}

/** Another name that the server has taken is one's own from now on. */
export function useOwnName(name) {
  const before = useRef(null);
  useLayoutEffect(() => {
    // before the name is seen, and the page perhaps left
    if (before.current && name && name !== before.current) keep("name", name);
    before.current = name || before.current;
  }, [name]);
}

/** The seed of this seat is opened as soon as everybody is bound to theirs. */
export function useReveal(live, game, seat) {
  const { view } = live;
  const open = live.line?.state === "open";
  useEffect(() => {
    if (!seat || view.status !== "revealing" || !open) return;
    const known = seatIn(game);
    if (known?.seed && !view.seats[seat.seat].seed) live.line.say({ reveal: { seed: known.seed } });
  }, [view.status, open]);
}

/** The hints of a first game: those that are done, or null; and how to go on and to end them. */
export function useHints(game, seat) {
  const [hints, setHints] = useState(() => (seat && kept("hints")?.game === game ? kept("hints") : null));
  const skip = () => {
    keep("hints", null);
    setHints(null);
  };
  const learned = (step) =>
    setHints((now) => {
      const next = now && { ...now, done: [...now.done, step] };
      keep("hints", next);
      return next;
    });
  return { done: hints && hints.done, learned, skip };
}

/** The title of the page, focused once the table stands, for whoever has focused nothing else. */
export function useTitle(stands) {
  const title = useRef(null);
  useEffect(() => {
    if (stands && ["BODY", "MAIN"].includes(document.activeElement?.tagName ?? "BODY"))
      title.current.focus({ preventScroll: true });
  }, [stands]);
  return title;
}

/** The rules, and what scores where that is not beside the felt, at the top of the page. */
export function useTop(setTop, rules, round, wide, onOpen) {
  useEffect(() => {
    if (rules)
      setTop(html`<${RulesPill} ...${{ rules, round }} onOpen=${() => onOpen("rules_dialog")} />
      ${!wide && html`<button type="button" class="pill scores" onClick=${() => onOpen("scores")}>${t("web.scores")}</button>`}`);
    return () => setTop(null);
  }, [rules, round, wide]);
}

/** The rules of the game in a few words; the whole of them is a tap away. */
function RulesPill({ rules, round, onOpen }) {
  const said = t("web.rules-to", { name: titled(rules), far: far(rules.table, round) });
  const [name, rest] = said.split(/(?= · )/);
  return html`<button type="button" class="pill" title=${name} onClick=${onOpen}><span>${name}<span class="far">${rest}</span></span></button>`;
}

/** The game among those of this browser, and in the title of its window. */
export function useRemembered(game, seat, live, { view, names, mine }) {
  const { rules, status, state } = view;
  useEffect(() => {
    if (seat && status && seatIn(game)) {
      // whoever has left is not reminded of it
      remember({ game, status, title: rules.title, digest: rules.digest, names, totals: state?.totals });
    }
    document.title = `${mine ? "● " : ""}${view.name || (rules ? titled(rules) : "")} · Hot Dice`;
    return () => {
      document.title = "Hot Dice";
    };
  }, [live.view.status, mine, live.view.seats]);
}
