// What was proved about a game, and what it rests on: faults, seeds, and every roll.

import { html } from "../lib/preact.js";
import { Dice } from "../rules/sheet.js";
import { apart, t } from "../texts.js";
import { sentence } from "./fault.js";

const LATER = ["fair/unrevealed", "fair/secret"]; // nothing is wrong, it is only too early

const early = ({ faults }) => faults.length > 0 && faults.every(({ code }) => LATER.includes(code));

/** The verdict in one sentence. */
export function headline(verdict) {
  const { verified, faults, rollOff, rolls } = verdict;
  if (verified) return `✓ ${t("web.fair.proved", { count: rollOff.length + rolls.length })}`;
  const day = verdict.fair?.day ? ".day" : "";
  return early(verdict) ? t(`web.fair.early${day}`) : `✗ ${t("web.fair.faults", { count: faults.length })}`;
}

/** `own` is the seat of this browser with the seed that it drew, if it sat at the table. */
export function Verdict({ verdict, own }) {
  const { verified, faults, rolls, fair, fallback } = verdict;
  const kind = verified ? "proved" : early(verdict) ? "early" : "faults";
  const alone = fair && !fair.seats.some(({ seed }) => seed);
  return html`
    <section class=${`card verdict ${kind}`} aria-labelledby="verdict">
      <h2 id="verdict" tabindex="-1">${headline(verdict)}</h2>
      <p>${t(`web.fair.${kind}${kind === "early" && fair.day ? ".day" : ""}.what`)}</p>
      ${
        faults.length > 0 &&
        html`
        <ol class="found">${faults.map(
          ({ line, code, data }) => html`
          <li><b>${t("web.fair.line", { line })}</b> ${sentence(code, data)} <code>${code}</code></li>`,
        )}
        </ol>`
      }
      ${verified && fair.day && html`<p>${t("verify.day", { day: fair.day })}</p>`}
      ${!fair?.day && fallback.length > 0 && html`<p>${t("verify.fallback", { names: fallback.map(apart).join(", ") })}</p>`}
      ${verified && !fair.day && alone && html`<p>${t("verify.alone")}</p>`}
    </section>
    ${fair && html`<${Seeds} verdict=${verdict} own=${own} />`}
    ${rolls.length > 0 && html`<${Rolls} verdict=${verdict} />`}`;
}

/** Everybody's commitment and seed, and whether they fit. */
function Seeds({ verdict, own }) {
  const { fair, faults, names } = verdict;
  const unfit = (code, name) => faults.some((fault) => fault.code === code && fault.data.name === name);
  const server = {
    kind: "server",
    name: t("web.fair.server"),
    commitment: fair.commitment,
    seed: fair.server_seed,
    unfit: unfit("fair/server-seed"),
  };
  const seats = fair.seats.map((seat, at) => ({
    ...seat,
    name: names[at],
    unfit: unfit("fair/player-seed", names[at]),
    mine: own?.seat === at && own.seed,
  }));
  return html`
    <section class="card">
      <h2>${t("web.fair.seeds")}</h2>
      <p class="quiet small">${t("web.fair.seeds.what")}</p>
      <ul class="seeds">${[server, ...seats].map((seat) => html`<${Seed} ...${seat} />`)}</ul>
    </section>`;
}

function Seed({ kind, name, commitment, seed, unfit, mine }) {
  return html`
    <li>
      <div class="row spread"><b>${name}</b><span class=${`pill ${kind === "fallback" ? "warn" : ""}`}>${t(`web.fair.kind.${kind}`)}</span></div>
      ${commitment && html`<p><span class="quiet small">${t("web.fair.commitment")}</span> <code>${commitment}</code></p>`}
      ${seed && html`<p><span class="quiet small">${t("web.fair.seed")}</span> <code>${seed}</code></p>`}
      ${seed && html`<p class=${`small ${unfit ? "bad" : "good"}`}>${unfit ? `✗ ${t("web.fair.unfit")}` : `✓ ${t("web.fair.fits")}`}</p>`}
      ${mine && html`<p class=${`small ${seed === mine ? "good" : "bad"}`}>${seed === mine ? `✓ ${t("web.fair.mine")}` : `✗ ${t("web.fair.not-mine")}`}</p>`}
    </li>`;
}

/** Every roll, turn by turn; a wrong one beside the one that the seeds give. */
function Rolls({ verdict }) {
  const { rollOff, rolls, names } = verdict;
  /** @type {any[][]} */
  const turns = [];
  for (const roll of rolls) {
    if (roll.roll === 0 || !turns.length) turns.push([]);
    turns.at(-1)?.push(roll);
  }
  return html`
    <section class="card" aria-labelledby="rolls">
      <h2 id="rolls">${t("web.fair.rolls", { count: rollOff.length + rolls.length })}</h2>
      <div class="tall" tabindex="0" role="group" aria-labelledby="rolls"><ol class="turns">
        ${rollOff.map(
          (roll) => html`
          <li key=${`${roll.seat} ${roll.roll}`}>
            <span class="small strong">${t("web.fair.roll-off", { name: names[roll.seat] })}</span>
            <ol><${Roll} ...${roll} /></ol>
          </li>`,
        )}
        ${turns.map(
          (turn) => html`
          <li key=${turn[0].line}>
            <span class="small strong">${t("web.fair.turn", { name: names[turn[0].seat], turn: turn[0].turn + 1 })}</span>
            <ol>${turn.map((roll) => html`<${Roll} key=${roll.line} ...${roll} />`)}</ol>
          </li>`,
        )}
      </ol></div>
    </section>`;
}

function Roll({ found, right, fair }) {
  return html`
    <li class=${fair ? "roll" : "roll wrong"}>
      <span class="mark" role="img" aria-label=${t(fair ? "web.fair.right" : "web.fair.wrong")}>${fair ? "✓" : "✗"}</span>
      <${Dice} faces=${found} />
      ${!fair && html`<span class="small">${t("web.fair.should-be")}</span><${Dice} faces=${right} />`}
    </li>`;
}
