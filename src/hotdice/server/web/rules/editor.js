// The editor for house rules, by form or as text: what is wrong at its place, and at once what the rule does.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask, keep, kept } from "../store.js";
import { t, titled } from "../texts.js";
import { AsText, verdict } from "./as_text.js";
import { useChecking } from "./checking.js";
import { back, drafts, keepDrafts, startWith, throwAway } from "./drafts.js";
import { isTwice } from "./form/combinations.js";
import { useFigures } from "./figures.js";
import { documentOf } from "./form/document.js";
import { Form } from "./form/form.js";
import { Bar, Outcome } from "./outcome.js";
import { unpacked } from "./share.js";
import { useSharing } from "./sharing.js";

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

/** The drafts as they are, and how to change them; what is `found` when the page opens comes first. */
function useDrafts() {
  const [now, setNow] = useState(drafts);
  const [fields, setFields] = useState(null);
  const [note, setNote] = useState(null);
  const [failed, setFailed] = useState(null);
  const load = () =>
    Promise.all([opened(), ask("GET", "/api/rules/fields")]).then(
      ([found, known]) => {
        setNow(found.now);
        setNote(found.note);
        setFields(known.fields);
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
  const start = (name) =>
    startFrom(name).then(
      (found) => change((latest) => startWith(latest, found, found)),
      (error) => setFailed(error.message),
    );
  return { now, fields, note, failed, change, start };
}

/** The page `/rules/edit`. */
export function Editor({ presets, navigate }) {
  const { now, fields, note, failed, change, start } = useDrafts();
  const [asText, setAsText] = useState(() => Boolean(kept("rules-as-text")));
  const [open, setOpen] = useState(null);
  const { text } = now;
  useEffect(() => setOpen(null), [fields]); // another text was opened
  const checked = useChecking(fields ? text : null);
  const figures = useFigures(checked, text);
  const sharing = useSharing(text);
  if (!fields)
    return html`<h1 tabindex="-1">${t("web.rules.house")}</h1><p role="status">${failed ?? t("web.rules.loading")}</p>`;

  const onStep = (step) => change((latest) => ({ ...latest, text: step(latest.text) }));
  const view = (wanted) => {
    setAsText(wanted);
    setOpen(null);
    keep("rules-as-text", wanted);
  };
  const file = asText ? null : documentOf(text, onStep);
  const current = checked.text === text;
  const mistakes = checked.answer?.mistakes ?? [];
  const count = mistakes.length + Number(isTwice(open, file));
  const ready = current && count === 0 && Boolean(checked.answer?.ok);
  const elsewhere = (step) => {
    setOpen(null);
    change(step);
  };
  return html`
    <${Head} ...${{ asText, view, ready }} />
    <${Begin} presets=${presets} onChoose=${(name) => start(name).then(() => setOpen(null))} />
    ${failed && html`<p class="bad" role="alert">${failed}</p>`}
    <${Note} note=${note} aside=${now.aside} change=${elsewhere} />
    <div class=${`editing ${file ? "by-form" : "file"}`}>
      ${
        file
          ? html`<${Form} ...${{ fields, file, mistakes, open, setOpen }} notes=${checked.answer?.notes ?? []} />`
          : html`<section class="stack" aria-label=${t("web.rules.file")}>
              ${!asText && html`<p class="hint" role="status">${t("web.form.unreadable")}</p>`}
              <${AsText} ...${{ text, checked, current }} onText=${(written) => onStep(() => written)} />
            </section>`
      }
      <${Outcome} ...${{ figures, text, count, ready, navigate, sharing }} />
    </div>
    ${file && html`<p class="hidden-text" role="status" id="checked">${verdict(checked, current, count)}</p>`}
    <${Bar} ...${{ figures, count, ready }} share=${sharing.share} />`;
}

/** The title, and the ways to look at the rules. */
const Head = ({ asText, view, ready }) => html`
  <div class="row spread">
    <h1 tabindex="-1">${t("web.rules.house")}</h1>
    <div class="row views">
      <button type="button" class="pill" aria-pressed=${!asText} onClick=${() => view(false)}>${t("web.rules.by-form")}</button>
      <button type="button" class="pill" aria-pressed=${asText} onClick=${() => view(true)}>${t("web.rules.as-text")}</button>
      <button type="button" class="pill" aria-disabled=${!ready} onClick=${() => ready && print()}>${t("web.rules.print")}</button>
    </div>
  </div>`;

/** The presets to start from. */
function Begin({ presets, onChoose }) {
  const choose = (event) => {
    onChoose(event.target.value);
    event.target.value = "";
  };
  return html`<label class="field begin">${t("web.rules.start-from")}
    <select value="" onChange=${choose}>
      <option value="" disabled>${t("web.rules.choose")}</option>
      ${presets.map((preset) => html`<option value=${preset.name}>${titled(preset)}</option>`)}
    </select>
  </label>`;
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
