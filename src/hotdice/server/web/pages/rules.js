// Rules: all presets, one of them in full, and the editor for house rules.

import { html, useEffect, useState } from "../lib/preact.js";
import { Effects } from "../rules/effects.js";
import { Editor } from "../rules/editor.js";
import { Play } from "../rules/play.js";
import { Die, Sheet } from "../rules/sheet.js";
import { ask, isAway, subject } from "../store.js";
import { far, t, titled } from "../texts.js";

export const stylesheets = ["/rules/rules.css", "/rules/form.css"];

export function Page({ path, navigate, setAway }) {
  const name = subject(path);
  const wanted = name === "" || name === "edit" ? "/api/rules" : `/api/rules/${encodeURIComponent(name)}`;
  const [found, setFound] = useState(null);
  const [refused, setRefused] = useState(null);
  useEffect(() => {
    ask("GET", wanted).then(setFound, (problem) => (isAway(problem) ? setAway(true) : setRefused(problem)));
  }, [wanted]);
  useEffect(() => {
    document.title = `${found?.title ? titled(found) : t(name === "edit" ? "web.rules.house" : "web.rules.title")} · Hot Dice`;
  }, [found]);

  if (refused) return html`<${Missing} refused=${refused} />`;
  if (!found)
    return html`<h1 tabindex="-1">${t("web.rules.title")}</h1><p role="status" class="quiet coming">${t("web.rules.loading")}</p>`;
  if (name === "edit") return html`<${Editor} presets=${found.rules} navigate=${navigate} />`;
  if (name === "") return html`<${All} rules=${found.rules} />`;
  return html`<${One} rules=${found} navigate=${navigate} />`;
}

function All({ rules }) {
  return html`
    <div class="row spread">
      <h1 tabindex="-1">${t("web.rules.title")}</h1>
      <a class="button hot" href="/rules/edit">${t("web.rules.make")}</a>
    </div>
    <p class="quiet">${t("web.rules.what")}</p>
    <ul class="presets">
      ${rules.map(
        ({ name, title, digest, dice, target, rounds, entry }) => html`
        <li><a class="card preset" href=${`/rules/${name}`}>
          <${Die} face=${dice > 6 ? 6 : dice} />
          <h2>${titled({ title, digest })}</h2>
          <span class="quiet small">${t("web.rules.brief", { count: dice, far: far({ target, rounds }) })}${entry > 0 && ` · ${t("web.rules.brief.entry", { entry })}`}</span>
        </a></li>`,
      )}
    </ul>`;
}

function One({ rules, navigate }) {
  return html`
    <div class="row spread">
      <h1 tabindex="-1">${titled(rules)}</h1>
      <a class="alone" href="/rules">${t("web.rules.all")}</a>
    </div>
    <div class="editing">
      <section class="card"><${Sheet} markdown=${rules.sheet} untitled /></section>
      <div class="stack">
        <${Effects} rules=${rules} />
        <${Play} rules=${rules.name} navigate=${navigate} />
        <a class="button" href=${`/rules/edit?from=${encodeURIComponent(rules.name)}`}>${t("web.rules.change")}</a>
      </div>
    </div>`;
}

function Missing({ refused }) {
  return html`
    <section class="card message">
      <h1 tabindex="-1">${t("web.rules.missing")}</h1>
      <p>${refused.message}</p>
      <a class="button hot" href="/rules">${t("web.rules.all")}</a>
    </section>`;
}
