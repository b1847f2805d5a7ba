// A review: chart, felt, sentence and table are one thing, and whatever chooses a moment moves all of them.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { Account } from "./account.js";
import { MomentFelt } from "./moment_felt.js";
import { Chart } from "./chart.js";
import { Decisions } from "./decisions.js";
import { Luck } from "./luck.js";
import { momentOf, nextSlip, worst } from "./model.js";
import { Buttons, Sentence } from "./sentence.js";

const TYPING = "input, select, textarea, dialog";

/** The arrow keys go through the game, wherever the focus is except where it needs them itself. */
function useArrows({ back, on, first, last }) {
  useEffect(() => {
    const press = (event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.(TYPING)) return;
      const step = { ArrowLeft: back, ArrowRight: on, Home: first, End: last }[key];
      if (!step || (["Home", "End"].includes(key) && target.getAttribute?.("role") !== "slider")) return;
      event.preventDefault();
      step();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Which moment is shown, and the steps from one to another: each from where the last one led. */
function useMoments(model) {
  const { moments } = model;
  const [at, setAt] = useState(() => moments.indexOf(momentOf(model, location.hash) ?? worst(model, model.you))); // where the page opens
  const [other, setOther] = useState(false);
  const go = (next) => {
    setAt((now) => Math.min(moments.length - 1, Math.max(0, next(now))));
    setOther(false);
  };
  const show = (moment) => go((now) => (moment ? moments.indexOf(moment) : now));
  const slip = (who) => go((now) => moments.indexOf(nextSlip(model, who, moments[now]) ?? moments[now]));
  const steps = {
    back: () => go((now) => now - 1),
    on: () => go((now) => now + 1),
    first: () => go(() => 0),
    last: () => go(() => Infinity),
  };
  return { moment: moments[at], at, show, slip, steps, other, turn: () => setOther((now) => !now) };
}

/** Whether the page was painted once: what stands below the first screen of a phone comes after that. */
function usePainted() {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true));
    return () => clearTimeout(timer);
  }, []);
  return painted;
}

/** `model` is what `modelOf` makes of a report and its record. */
export function Review({ model }) {
  const { moment, at, show, slip, steps, other, turn } = useMoments(model);
  const [who, setWho] = useState(() => model.you ?? moment?.seat ?? 0);
  const [all, setAll] = useState(false);
  const card = useRef(null);
  const painted = usePainted();
  /** From a list that stands below: what it shows comes into sight. */
  const bring = (wanted) => {
    show(wanted);
    card.current?.scrollIntoView({ block: "nearest" });
  };
  /** Somebody else's game: their decisions, their chance, and their worst choice. */
  const look = (seat) => {
    setWho(seat);
    show(worst(model, seat));
  };
  useArrows(steps);
  if (!moment) return html`<section class="card"><p>${t("web.review.empty")}</p></section>`;
  const shared = { model, who, moment };
  const buttons = {
    back: at > 0 && steps.back,
    on: at < model.moments.length - 1 && steps.on,
    slip: nextSlip(model, who, moment) && (() => slip(who)),
    other: turn,
  };
  return html`
    ${!model.report.exact && html`<p class="hint">${t("web.review.approximate")}</p>`}
    <div class="review">
      <div class="shown">
        <${Chart} ...${shared} onChoose=${show} />
        <div class="moment">
          <${MomentFelt} ...${shared} other=${other} />
          <${Sentence} ...${shared} reference=${card} />
          <${Buttons} ...${{ moment, steps: buttons, other }} />
        </div>
      </div>
      <div class="told-all">${
        painted &&
        html`
        <${Decisions} ...${shared} ...${{ setWho: look, all, setAll }} onChoose=${bring} />
        <${Luck} ...${shared} onChoose=${bring} />
        <${Account} model=${model} who=${who} />`
      }</div>
    </div>`;
}
