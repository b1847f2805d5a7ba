// The editor for house rules: what is wrong at its line, and at once what the rule does.

import { html, useEffect, useMemo, useState } from "../lib/preact.js";
import { ask } from "../store.js";
import { t, titled } from "../texts.js";
import { useChecking } from "./checking.js";
import { Code } from "./code.js";
import { Effects } from "./effects.js";
import { back, drafts, keepDrafts, startWith, throwAway } from "./drafts.js";
import { Play } from "./play.js";
import { packed, unpacked } from "./share.js";
import { Sheet } from "./sheet.js";

const USUAL = "basic";

/** A preset's file under a name of its own. */
async function startFrom(name) {
  const preset = await ask("GET", `/api/rules/${encodeURIComponent(name)}`);
  const own = JSON.stringify(t("web.rules.own-title", { title: titled(preset) }));
  return preset.toml
    .replace(/^name = "[^"]*" */m, (line) => `name = "my-${name}"  `.padEnd(line.length))
    .replace(/^title = "[^"]*" */m, (line) => `title = ${own}  `.padEnd(line.length));
}

/** The drafts to begin with: a link's text, a preset's, the last one, or a usual one; and a note about it. */
async function opened() {
  const before = drafts();
  const from = new URLSearchParams(location.search).get("from");
  const linked = location.hash.length > 1 ? await unpacked(location.hash.slice(1)) : null;
  if (linked !== null) return { now: startWith(before, linked, null), note: "web.rules.from-link" };
  const note = location.hash.length > 1 ? "web.rules.bad-link" : null;
  if (before.text !== null && (note || !from)) return { now: before, note };
  const text = await startFrom((!note && from) || USUAL);
  return { now: keepDrafts(startWith(before, text, text)), note };
}

/** The page `/rules/edit`. */
export function Editor({ presets, navigate }) {
  const [now, setNow] = useState(drafts);
  const [ready, setReady] = useState(false);
  const [note, setNote] = useState(null);
  const [failed, setFailed] = useState(null);
  const [jump, setJump] = useState(null);
  const { text } = now;
  const checked = useChecking(ready ? text : null);

  const load = () =>
    opened().then(
      (found) => {
        setNow(found.now);
        setNote(found.note);
        setReady(true);
        if (location.search) history.replaceState(null, "", location.pathname);
      },
      (error) => setFailed(error.message),
    );
  useEffect(() => {
    load();
    addEventListener("hashchange", load);
    return () => removeEventListener("hashchange", load);
  }, []);

  const change = (step) => {
    setNow((latest) => keepDrafts(step(latest)));
    setNote(null);
    if (location.hash) history.replaceState(null, "", location.pathname); // it is no longer what the link says
  };
  const choose = (event) => {
    const name = event.target.value;
    event.target.value = "";
    startFrom(name).then(
      (found) => change((latest) => startWith(latest, found, found)),
      (error) => setFailed(error.message),
    );
  };

  const { answer } = checked;
  const mistakes = answer?.mistakes ?? [];
  const marked = useMemo(() => new Set(mistakes.map(({ line }) => line)), [answer]);
  const current = checked.text === text;

  if (!ready)
    return html`<h1 tabindex="-1">${t("web.rules.house")}</h1><p role="status">${failed ?? t("web.rules.loading")}</p>`;
  return html`
    <div class="row spread">
      <h1 tabindex="-1">${t("web.rules.house")}</h1>
      <a class="alone" href="/rules">${t("web.rules.all")}</a>
    </div>
    <p class="quiet">${t("web.rules.house.what")}</p>
    <div class="editing file">
      <section class="stack" aria-label=${t("web.rules.file")}>
        <label class="field">${t("web.rules.start-from")}
          <select value="" onChange=${choose}>
            <option value="" disabled>${t("web.rules.choose")}</option>
            ${presets.map((preset) => html`<option value=${preset.name}>${titled(preset)}</option>`)}
          </select>
        </label>
        ${failed && html`<p class="bad" role="alert">${failed}</p>`}
        <${Note} note=${note} aside=${now.aside} change=${change} />
        <${Code} id="toml" text=${text} onText=${(written) => change((latest) => ({ ...latest, text: written }))} marked=${marked} jump=${jump}
          label=${t("web.rules.file")} describedBy="checked mistakes" />
        <p id="checked" role="status" class="checked">${verdict(checked, current)}</p>
        <${Mistakes} mistakes=${mistakes} onLine=${(line) => setJump({ line })} />
        ${answer?.notes.map((each) => html`<p class="quiet small">${each}</p>`)}
        <${Share} text=${text} />
      </section>
      <div class="stack">
        ${answer && html`<${Outcome} ...${{ answer, text, current, navigate }} />`}
      </div>
    </div>`;
}

/** What is wrong, each with the way to its line. */
const Mistakes = ({ mistakes, onLine }) => html`<ul id="mistakes" class="mistakes">
    ${mistakes.map(
      ({ line, message }) =>
        html`<li>${
          line
            ? html`<button type="button" class="slim" onClick=${() => onLine(line)}><b>${t("web.rules.line", { line })}</b> ${message}</button>`
            : html`<p>${message}</p>`
        }</li>`,
    )}
  </ul>`;

/** What rules without mistakes do, a game by them, and their sheet; `current` is whether they are those of the text. */
function Outcome({ answer, text, current, navigate }) {
  if (!answer.ok)
    return html`<section class="card flat waiting"><p class="quiet">${t("web.rules.when-fine")}</p></section>`;
  const { title, digest, target, rounds, sheet } = answer.rules;
  return html`<div class=${`stack ${current ? "" : "stale"}`}>
    <${Effects} rules=${answer.rules} />
    <${Play} rules=${{ toml: text }} about=${{ title, digest, target, rounds }} navigate=${navigate} disabled=${!current} />
    <section class="card"><${Sheet} markdown=${sheet} /></section>
  </div>`;
}

function verdict({ answer, trouble }, current) {
  if (trouble) return html`<span class="bad">${trouble}</span>`;
  if (!answer || !current) return t("web.rules.checking");
  if (answer.ok) return html`<span class="good">✓ ${t("web.rules.fine")}</span>`;
  return html`<span class="bad">✗ ${t("web.rules.mistakes", { count: answer.mistakes.length })}</span>`;
}

/** Where the text came from, and the way back to what was there before. */
function Note({ note, aside, change }) {
  if (!note && !aside.length) return null;
  return html`
    <div class="note" role="status">
      <span>${t(note ?? "web.rules.put-aside")}</span>
      ${
        aside.length > 0 &&
        html`<span class="row">
        <button type="button" class="slim" onClick=${() => change(back)}>${t("web.rules.back")}</button>
        <button type="button" class="plain slim" onClick=${() => change(throwAway)}>${t("web.rules.throw-away")}</button>
      </span>`
      }
    </div>`;
}

/** The link that carries the rules with it. */
function Share({ text }) {
  const [shared, setShared] = useState(null);
  useEffect(() => setShared(null), [text]);
  const share = async () => {
    const link = `${location.origin}/rules/edit#${await packed(text)}`;
    history.replaceState(null, "", link);
    const copied = await (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    setShared({ link, copied });
  };
  return html`
    <div class="stack">
      <button type="button" class="wide" onClick=${share}>${t("web.rules.share")}<small class="quiet">${t("web.rules.share.what")}</small></button>
      ${
        shared &&
        html`
        <label class="field">${t("web.rules.link")}
          <input id="link" readonly value=${shared.link} onFocus=${(event) => event.target.select()} />
        </label>`
      }
      <p role="status" class="small good">${shared?.copied ? `✓ ${t("web.rules.copied")}` : null}</p>
    </div>`;
}
