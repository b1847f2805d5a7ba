// The chances of a game as a line, with a mark for every slip; a click or the arrow keys choose a moment.

import { html, useLayoutEffect, useRef, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { choicesOf, isSlip, shownOf } from "./model.js";
import { called, judged, nameOf, short } from "./words.js";

const EDGE = { left: 44, right: 12, top: 14, bottom: 30 };
const LABEL = 56; // pixels that a round on the axis needs
const USUAL = 640;
const PIN = 12; // the radius of a number on the line
const NARROW = { below: 480, height: 116 }; // on a phone the felt and its sentence have to be seen as well

/** The width of an element, now and after every change. */
function useWidth(ref) {
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const look = () => setWidth(ref.current.clientWidth);
    const watch = new ResizeObserver(look);
    watch.observe(ref.current);
    look();
    return () => watch.disconnect();
  }, []);
  return width;
}

/** From values to pixels. Alone the axis has the turns there were; else it goes from 0 to 100. */
function scaleOf(model, width, height) {
  const {
    report: { moves },
    solo,
  } = model;
  const last = Math.max(1, moves.length);
  const seen = moves.flatMap(({ before, after }) => [before[0], after[0]]);
  const [low, high] = solo
    ? [Math.floor(Math.min(...seen, model.start[0])), Math.ceil(Math.max(...seen, model.start[0]))]
    : [0, 1];
  const x = (at) => EDGE.left + (at / last) * (width - EDGE.left - EDGE.right);
  const y = (value) => EDGE.top + ((high - value) / (high - low || 1)) * (height - EDGE.top - EDGE.bottom);
  const step = solo ? Math.max(1, Math.ceil((high - low) / 4)) : 0.25;
  const grid = Array.from({ length: 1 + Math.floor((high - low) / step + 1e-9) }, (_, at) => low + at * step);
  return { x, y, grid, last, base: solo ? model.start[0] : 1 / model.names.length };
}

/** The line of a seat; where the approximation jumps between two turns, it jumps. */
function lineOf({ report: { moves } }, seat, { x, y }) {
  return moves
    .map(({ before, after }, at) => `${at ? "L" : "M"}${x(at)} ${y(before[seat])}L${x(at + 1)} ${y(after[seat])}`)
    .join("");
}

export function Chart({ model, who, moment, onChoose }) {
  const box = useRef(null);
  const width = useWidth(box);
  const height = width < NARROW.below ? NARROW.height : Math.round(Math.min(280, 0.42 * width));
  const scale = scaleOf(model, width, height);
  const shown = shownOf(moment);
  const choose = (event) => {
    const along = event.clientX - box.current.getBoundingClientRect().left;
    const away = (each) => Math.abs(scale.x(shownOf(each).x) - along);
    onChoose(model.moments.reduce((one, other) => (away(other) < away(one) ? other : one)));
  };
  const at = model.moments.indexOf(moment);
  const words = tipOf(model, who, moment);
  return html`<section class="card chart" aria-labelledby="chart">
    <div class="row spread"><h2 id="chart">${model.solo ? t("web.review.chart.turns") : called(model, who, "web.review.chart")}</h2><${Legend} model=${model} who=${who} /></div>
    <div class="plot" ref=${box}>
      <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} onClick=${choose} role="slider" tabindex="0" aria-labelledby="chart"
        aria-valuemin="1" aria-valuemax=${model.moments.length} aria-valuenow=${at + 1} aria-valuetext=${words}>
        <${Axes} ...${{ model, scale, width, height }} />
        ${model.names.length <= 2 && html`<${Areas} ...${{ model, who, scale, width, height }} />`}
        ${model.names.map((_, seat) => (seat === who || model.names.length > 2) && html`<path key=${seat} class="curve ${seat === who ? "mine" : `other o${seat}`}" d=${lineOf(model, seat, scale)} />`)}
        <line class="cursor" x1=${scale.x(shown.x)} x2=${scale.x(shown.x)} y1=${EDGE.top - 8} y2=${height - EDGE.bottom} />
        ${choicesOf(model, who)
          .filter(isSlip)
          .map(
            ({ number, choice }) =>
              html`<${Dot} key=${number} judgement=${choice.judgement} x=${scale.x(choice.x)} y=${scale.y(choice.after[who])} />`,
          )}
        <circle class="here" cx=${scale.x(shown.x)} cy=${scale.y(shown.after[who])} r="9" />
      </svg>
      <${Tip} x=${scale.x(shown.x)} width=${width} words=${words} />
    </div>
  </section>`;
}

/** The same line to look at alone; `pins` are the places on it that have a number. */
export function Curve({ model, who, pins }) {
  const box = useRef(null);
  const width = useWidth(box);
  const height = Math.round(Math.min(260, Math.max(180, 0.36 * width)));
  const scale = scaleOf(model, width, height);
  return html`<section class="card chart" aria-labelledby="curve">
    <h2 id="curve">${model.solo ? t("web.review.chart.turns") : called(model, who, "web.review.chart")}</h2>
    <div class="plot" ref=${box}><svg class="still" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-labelledby="curve">
      <${Axes} ...${{ model, scale, width, height }} />
      ${model.names.length <= 2 && html`<${Areas} ...${{ model, who, scale, width, height }} />`}
      <path class="curve mine" d=${lineOf(model, who, scale)} />
      <${Pins} places=${pins.map(({ x, after }) => ({ x: scale.x(x), y: scale.y(after[who]) }))} ...${{ width, height }} />
    </svg></div>
  </section>`;
}

/** Numbers that point at places: of those in the upper half from below and the other way round, so that none covers another or its place. */
function Pins({ places, width, height }) {
  const [top, bottom] = [EDGE.top, height - EDGE.bottom - PIN];
  const numbered = places.map((place, at) => ({ ...place, number: at + 1 })).sort((one, other) => one.x - other.x);
  const rows = [top, bottom].map((to) =>
    numbered.filter(({ y }) => (y > (top + bottom) / 2 ? top : bottom) === to).map((place) => ({ ...place, to })),
  );
  return rows.flatMap((row) => {
    const spread = inRow(row, EDGE.left + PIN, width - EDGE.right - PIN);
    return row.map(({ x, y, to, number }, at) => {
      const label = spread[at];
      return html`<g class="pin" key=${number}><line x1=${x} x2=${label} y1=${y} y2=${to} /><circle cx=${x} cy=${y} r="4" /><circle cx=${label} cy=${to} r=${PIN} /><text x=${label} y=${to + 5} text-anchor="middle">${number}</text></g>`;
    });
  });
}

/** Where numbers stand in a row: as near to their places, which go to the right, as they can without touching. */
function inRow(row, least, most) {
  const apart = 2 * PIN + 2;
  const spread = [];
  for (const [at, { x }] of row.entries()) spread.push(Math.max(x, at ? spread[at - 1] + apart : least));
  for (let at = row.length - 1, room = most; at >= 0; at -= 1, room = spread[at + 1] - apart)
    spread[at] = Math.min(spread[at], room);
  return spread;
}

/** What stands beside the line of the moment that is shown. */
function tipOf(model, who, moment) {
  const { before, after, judgement } = shownOf(moment);
  const to = model.solo ? short(model, after[who]) : t("web.percent", { percent: short(model, after[who]) });
  const change = t("web.review.change", { before: short(model, before[who]), after: to }).replaceAll(" ", "\u00a0"); // one line
  return t(judgement ? "web.review.tip-judged" : "web.review.tip", {
    round: moment.round,
    judgement: judged(model, who, moment.seat, judgement),
    change,
  });
}

function Tip({ x, width, words }) {
  const right = x > width / 2;
  return html`<span class="tip" aria-hidden="true" style=${right ? { right: `${width - x + 10}px` } : { left: `${x + 10}px` }}>${words}</span>`;
}

/** Numbers at the side, rounds below. */
function Axes({ model, scale: { x, y, grid }, width, height }) {
  const starts = model.report.moves
    .map(({ round }, at) => ({ round, at }))
    .filter(({ round }, at, all) => !at || round > Math.max(...all.slice(0, at).map((each) => each.round)));
  const room = Math.max(1, Math.ceil((LABEL * starts.length) / (width - EDGE.left)));
  const below = height - EDGE.bottom;
  return html`${grid.map(
    (
      value,
    ) => html`<g key=${value} class="grid"><line x1=${EDGE.left} x2=${width - EDGE.right} y1=${y(value)} y2=${y(value)} />
      ${(model.solo || (100 * value) % 50 === 0) && html`<text x=${EDGE.left - 8} y=${y(value) + 5} text-anchor="end">${Math.round(model.solo ? value : 100 * value)}</text>`}</g>`,
  )}
    ${starts
      .filter((_, at) => at % room === 0)
      .map(
        (
          { round, at },
          place,
        ) => html`<g key=${round} class="grid"><line x1=${x(at)} x2=${x(at)} y1=${below} y2=${below + 5} />
      <text x=${place ? x(at) : 2} y=${height - 8} text-anchor=${place ? "middle" : "start"}>${place ? round : t("web.review.round", { round })}</text></g>`,
      )}`;
}

/** What lies above and below an even game. */
function Areas({ model, who, scale, width, height }) {
  const { x, y, last, base } = scale;
  const area = `${lineOf(model, who, scale)}L${x(last)} ${y(base)}L${x(0)} ${y(base)}Z`;
  return html`<clipPath id="above"><rect x="0" y="0" width=${width} height=${Math.max(0, y(base))} /></clipPath>
    <clipPath id="below"><rect x="0" y=${y(base)} width=${width} height=${Math.max(0, height - y(base))} /></clipPath>
    <path class=${model.solo ? "loss" : "gain"} clip-path="url(#above)" d=${area} /><path class=${model.solo ? "gain" : "loss"} clip-path="url(#below)" d=${area} />`;
}

/** A slip is a small ring, a mistake a ring with a point in it, a blunder full. */
const Dot = ({
  judgement,
  x,
  y,
}) => html`<g class="dot ${judgement}"><circle cx=${x} cy=${y} r=${judgement === "slip" ? 4.5 : 6.5} />
  ${judgement === "mistake" && html`<circle class="point" cx=${x} cy=${y} r="2" />`}</g>`;

/** What the marks mean, and which line is whose. */
function Legend({ model, who }) {
  const sign = (judgement) =>
    html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><${Dot} ...${{ judgement, x: 8, y: 8 }} /></svg>`;
  const many = model.names.length > 2;
  return html`<ul class="legend small quiet">
    ${["blunder", "mistake", "slip"].map((judgement) => html`<li key=${judgement}>${sign(judgement)} ${t(`web.review.judgement.${judgement}`)}</li>`)}
    ${many && model.names.map((_, seat) => html`<li key=${seat}><svg width="28" height="16" viewBox="0 0 28 16" aria-hidden="true"><path class="curve ${seat === who ? "mine" : `other o${seat}`}" d="M1 8H27" /></svg> <span class="name">${nameOf(model, seat)}</span></li>`)}
  </ul>`;
}
