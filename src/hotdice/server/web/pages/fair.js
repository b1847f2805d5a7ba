// Fair dice: every roll of a game verified here, in the browser; or a record from anywhere.

import { html, useEffect, useState } from "../lib/preact.js";
import { Refusal } from "../engine/state.js";
import { verify } from "../engine/verify.js";
import { isBot } from "../engine/record.js";
import { headline, Verdict } from "../fair/verdict.js";
import { sentence } from "../fair/fault.js";
import { ask, isAway, seatIn, subject } from "../store.js";
import { t } from "../texts.js";
import { names } from "../view.js";

export const stylesheets = ["/rules/rules.css", "/fair/fair.css"];

/** The record of a game as the server has it. */
async function recordOf(game) {
  const path = `/api/games/${encodeURIComponent(game)}/record`;
  const answer = await fetch(path).catch(() => null);
  return answer?.ok ? answer.text() : ask("GET", path); // which throws what is wrong
}

/** What the players of a game on this server are called at its table. */
const atTable = (seats) =>
  names({ seats: seats.map((seat) => (isBot(seat) ? { kind: "bot" } : { kind: "person", name: seat })) });

/** What a text proves: `{verdict}`, or `{refused}`, a sentence why it proves nothing. */
async function checked(text, naming) {
  try {
    return { verdict: await verify(text, naming) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: sentence(error.code, error.data) };
  }
}

export function Page({ path, setAway }) {
  const game = subject(path);
  const [found, setFound] = useState(null);
  const [missing, setMissing] = useState(null);
  const [own, setOwn] = useState(null); // the seat that this browser had in the game
  useEffect(() => {
    document.title = `${t("web.fair.title")} · Hot Dice`;
    if (game)
      recordOf(game)
        .then((text) => checked(text, atTable))
        .then(
          (told) => {
            setFound(told);
            setOwn(seatIn(game));
          },
          (refused) => (isAway(refused) ? setAway(true) : setMissing(refused)),
        );
  }, [game]);
  const there = game && missing?.code !== "game/unknown";
  const other = async (text) => {
    setOwn(null);
    setMissing(null);
    setFound(await checked(text));
    scrollTo(0, 0);
    document.getElementById("verdict")?.focus();
  };

  return html`
    <div class="row spread">
      <h1 tabindex="-1">${t("web.fair.title")}</h1>
      ${there && html`<a class="alone" href=${`/game/${encodeURIComponent(game)}`}>${t("web.fair.to-game")}</a>`}
    </div>
    ${!game && html`<p>${t("web.fair.what")}</p><p>${t("web.fair.how")}</p>`}
    <p role="status" class="hidden-text">${found?.verdict && headline(found.verdict)}</p>
    ${game && !found && !missing && html`<p class="quiet">${t("web.fair.working")}</p>`}
    ${missing && html`<section class="card"><p class="bad" role="alert">${missing.message}</p></section>`}
    ${
      found?.refused &&
      html`
      <section class="card verdict faults"><h2 id="verdict" tabindex="-1">✗ ${t("web.fair.no-record")}</h2><p>${found.refused}</p></section>`
    }
    ${found?.verdict && html`<${Verdict} verdict=${found.verdict} own=${own} />`}
    <div class="grid2">
      ${!game && html`<${Other} check=${other} first />`}
      <${Elsewhere} game=${there && game} />
      ${game && html`<${Other} check=${other} />`}
    </div>`;
}

/** How to check with another program. */
function Elsewhere({ game }) {
  return html`
    <section class="card">
      <h2>${t("web.fair.elsewhere")}</h2>
      <p>${t(game ? "web.fair.elsewhere.what" : "web.fair.elsewhere.file")}</p>
      <pre tabindex="0">hotdice verify game.jsonl${"\n"}node examples/verify.mjs game.jsonl</pre>
      ${game && html`<a class="button" href=${`/api/games/${game}/record`} download=${`hotdice-${game}.jsonl`}>${t("web.fair.download")}</a>`}
    </section>`;
}

/** Another record, chosen or pasted. */
function Other({ check, first = false }) {
  const [text, setText] = useState("");
  const choose = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const record = await file.text();
    setText(record);
    check(record);
  };
  const submit = (event) => {
    event.preventDefault();
    check(text);
  };
  return html`
    <section class="card">
      <h2>${t(first ? "web.fair.first" : "web.fair.other")}</h2>
      <p>${t("web.fair.other.what")}</p>
      <label class="field">${t("web.fair.file")}<input type="file" accept=".jsonl,application/x-ndjson" onChange=${choose} /></label>
      <form class="stack" onSubmit=${submit}>
        <label class="field">${t("web.fair.paste")}
          <textarea class="paste" rows="4" spellcheck=${false} value=${text} onInput=${(event) => setText(event.target.value)}></textarea>
        </label>
        <button class="wide ${first ? "hot" : ""}" disabled=${!text.trim()}>${t("web.fair.verify")}</button>
      </form>
    </section>`;
}
