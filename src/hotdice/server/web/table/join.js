// Whoever comes by a link sits down, or watches.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { hintAt, isNewcomer, keep, myName, placeOf, takeSeat } from "../store.js";
import { apart, far, t, titled } from "../texts.js";
import { names } from "../view.js";
import { Later } from "./later.js";
import { invited, keptSeat } from "./seats.js";

/** Sit down under a name, or at the seat that is kept. */
export function Join({ game, snapshot, navigate, onSeat, onWatch, again }) {
  const old = keptSeat(snapshot);
  const title = useRef(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current.focus();
  }, []);
  const [name, setName] = useState(myName());
  const [wrong, setWrong] = useState(null);
  const [hint, setHint] = useState(false); // what is wrong is nobody's mistake
  const input = useRef(null);
  const [busy, setBusy] = useState(false);
  const [rules, setRules] = useState(false);
  const { rules: played } = snapshot;
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const learns = isNewcomer();
    try {
      const seated = await (old
        ? takeSeat(`/api/games/${old.game}/rematch`, {}, old.token)
        : takeSeat(`/api/games/${game}/join`, { name, ...(invited() && { invite: invited() }) }));
      if (!old) keep("name", name.trim());
      if (learns) hintAt(seated.game);
      if (seated.game === game) onSeat();
      else navigate(placeOf(seated));
    } catch (refused) {
      setBusy(false);
      if (["game/full", "game/taken"].includes(refused.code)) return again();
      const { suggestion } = refused.data;
      setHint(Boolean(suggestion));
      if (suggestion) {
        setName(suggestion);
        input.current.focus();
      }
      setWrong(suggestion ? t("web.name.taken", refused.data) : refused.message);
    }
    return undefined;
  };
  return html`<form class="card message" onSubmit=${submit}>
    <h1 tabindex="-1" ref=${title}>${snapshot.name || t("web.join.title")}</h1>
    <p>${t("web.join.with", { names: names(snapshot).filter(Boolean).map(apart).join(", ") })}</p>
    <p class="row spread quiet">
      ${t("web.join.rules", { title: titled(played), far: far(played.table) })}
      <button type="button" class="pill" onClick=${() => setRules(true)}>${t("web.nav.rules")}</button>
    </p>
    ${
      old
        ? html`<p>${t("web.join.kept")}</p>`
        : html`<label class="field">${t("web.name")}
      <input name="name" ref=${input} required maxlength="24" autocomplete="nickname" value=${name} aria-describedby="wrong"
        onInput=${(event) => setName(event.target.value)} /></label>`
    }
    <p id="wrong" class=${hint ? "hint" : "bad"} role="alert">${wrong}</p>
    <button class="hot" disabled=${busy}>${t("web.join.sit")}</button>
    <button type="button" class="plain" onClick=${onWatch}>${t("web.join.watch")}</button>
    ${rules && html`<${Later} part="rules_dialog" game=${game} onClose=${() => setRules(false)} />`}
  </form>`;
}
