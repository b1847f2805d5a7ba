// The waiting room: who is there, what the host arranges, and a link and a QR code for those who are not.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask, placeOf } from "../store.js";
import { apart, far, t, titled } from "../texts.js";
import { LEVELS } from "../bots.js";
import { names } from "../view.js";
import { Address, useReach } from "./address.js";
import { botSaid } from "./people.js";
import { Part as Rename } from "./rename.js";

/** `arrange` asks the server to arrange the table, and tells whether it did; why it would not is shown. */
function useArranging(seat, line) {
  const [wrong, setWrong] = useState(null);
  const [busy, setBusy] = useState(false);
  const arrange = async (what, body = {}) => {
    let done = true;
    setBusy(true);
    setWrong(null);
    try {
      const told = await ask("POST", `/api/games/${seat.game}/${what}`, body, seat.token);
      if ("invite" in told) line.invite = told.invite;
    } catch (refused) {
      setWrong(refused.message);
      done = false;
    }
    setBusy(false);
    return done;
  };
  return { arrange, wrong, busy };
}

/** The invitation is another one since somebody was removed: whoever has a seat asks for it. */
function useNewInvite(view, you, seat, line) {
  const [, show] = useState(null);
  useEffect(() => {
    if (!view.replaced_invites || !seat || !view.seats[you].taken) return;
    ask("GET", `/api/games/${seat.game}`, undefined, seat.token).then(
      ({ invite }) => {
        line.invite = invite;
        show(invite);
        history.replaceState(history.state, "", placeOf({ game: seat.game, invite })); // who copies it invites
      },
      () => {},
    );
  }, [view.replaced_invites]);
}

export function Part({ view, you, seat, presence, line, open, free, onSit }) {
  const called = names(view);
  const { arrange, wrong, busy } = useArranging(seat, line);
  useNewInvite(view, you, seat, line);
  const host = seat && you === view.seats.findIndex(({ kind, taken }) => kind === "person" && taken);
  const empty = view.seats.flatMap((each, at) => (each.taken || each.was !== null ? [] : [at]));
  const fill = async () => {
    for (const at of empty) if (!(await arrange("bot", { seat: at, bot: LEVELS[5] }))) return;
  };
  const here = view.seats.map((each, at) => (each.taken ? called[at] : null)).filter(Boolean);
  return html`
    <section class="banner"><div><h2>${t("web.waiting")}</h2>
      <p>${t("web.waiting.here", { here: here.length, count: view.seats.length })}${host ? ` ${t(here.length > 1 ? "web.waiting.begins" : "web.waiting.begins-full")}` : ""}</p></div>
      <span class="strewn" aria-hidden="true">${[5, 1, 1].map((face, at) => html`<span key=${at} class="die"><i class="face f${face}"></i></span>`)}</span></section>
    <div class="room">
      ${seat && open && (!view.by_invitation || line.invite) && html`<${Invite} first=${here.length < 2} place=${placeOf({ game: seat.game, invite: view.by_invitation ? line.invite : null })} />`}
      <section class="card waiting">
        <h2>${t("web.waiting.seats")}</h2>
        <ul class="seats">${view.seats.map((each, at) => html`<${Seat} key=${at} ...${{ each, at, you, host, busy, arrange, presence, name: called[at] }} />`)}</ul>
        ${
          host &&
          here.length > 1 &&
          html`<button type="button" class="hot" id="start" disabled=${busy} onClick=${() => arrange("start")}>
          ${t("web.waiting.start")}<small>${t("web.waiting.start.who", { count: here.length, names: here.map(apart).join(", ") })}</small></button>`
        }
        ${host && empty.length > 1 && html`<button type="button" id="fill" disabled=${busy} onClick=${fill}>${t("web.waiting.fill", { count: empty.length })}</button>`}
        <p class="bad" role="alert">${wrong}</p>
        ${seat && view.seats[you].taken && html`<${Rename} known=${called[you]} line=${line} />`}
        ${host && html`<${Settings} ...${{ view, busy, arrange }} />`}
        ${!seat && free && html`<button type="button" class="hot" onClick=${onSit}>${t("web.join.sit")}</button>`}
        ${!seat && !free && open && html`<p class="quiet">${t("web.waiting.by-invitation")}</p>`}
      </section>
    </div>`;
}

/** One seat: who is there, or a bot for it; the levels open in the same row. */
function Seat({ each, at, you, host, busy, arrange, presence, name }) {
  const [choosing, setChoosing] = useState(false);
  const [level, setLevel] = useState("5");
  const said =
    each.kind === "bot"
      ? botSaid(each)
      : each.taken
        ? presence && !presence.connected[at]
          ? t("web.away")
          : `✓ ${t("web.here")}`
        : t("web.expected");
  const add = () => arrange("bot", { seat: at, bot: LEVELS[level] });
  return html`<li class="seat">
    <span class="badge ${each.taken ? "taken" : ""}" aria-hidden="true">${each.taken ? [...name][0].toUpperCase() : at + 1}</span>
    <span class="who ${each.taken ? "strong" : "quiet"}">${apart(name || t("web.free-seat"))}${at === you ? ` ${t("web.you")}` : ""}</span>
    ${!(choosing && !each.taken) && html`<span class="small quiet">${said}</span>`}
    ${host && each.taken && at !== you && html`<button type="button" class="slim" disabled=${busy} onClick=${() => arrange("remove", { seat: at })}>${t("web.waiting.remove")}</button>`}
    ${host && !each.taken && !choosing && html`<button type="button" class="slim" disabled=${busy} onClick=${() => setChoosing(true)}>${t("web.waiting.add")}</button>`}
    ${
      host &&
      !each.taken &&
      choosing &&
      html`<span class="row levels">
      <select aria-label=${t("web.home.level")} value=${level} onChange=${(event) => setLevel(event.target.value)}>
        ${Object.keys(LEVELS).map((known) => html`<option key=${known} value=${known}>${t(`level.${known}`)}</option>`)}</select>
      <button type="button" class="slim" disabled=${busy} onClick=${add}>${t("web.waiting.add.now")}</button></span>`
    }
  </li>`;
}

/** Rules, and who may watch or sit down. */
function Settings({ view, busy, arrange }) {
  const [rules, setRules] = useState(null);
  const look = () =>
    ask("GET", "/api/rules").then(
      (told) => setRules(told.rules),
      () => {},
    );
  const change = (event) => arrange("settings", { rules: event.target.value });
  /** @type {[{ public?: boolean, open?: boolean }, Function]} */
  const [wish, setWish] = useState({}); // what was tapped, until it has come about
  useEffect(() => setWish({}), [view.public, view.open_to_all]);
  const toggle = (name) => async (event) => {
    setWish({ [name]: event.target.checked });
    if (!(await arrange("settings", { [name]: event.target.checked }))) setWish({});
  };
  return html`
    <div class="row spread settings">
      <span class="strong">${t("web.home.to", { title: titled(view.rules), far: far(view.rules.table) })}</span>
      ${
        rules
          ? html`<select aria-label=${t("web.waiting.rules")} disabled=${busy} value="" onChange=${change}>
            <option value="" disabled>${t("web.rules.choose")}</option>
            ${rules.map((each) => html`<option key=${each.name} value=${each.name}>${t("web.home.to", { title: titled(each), far: far(each) })}</option>`)}</select>`
          : html`<button type="button" class="slim" onClick=${look}>${t("web.waiting.rules")}</button>`
      }
    </div>
    <div class="switches">
      <label class="check"><input type="checkbox" role="switch" name="public" checked=${wish.public ?? view.public} disabled=${busy} onChange=${toggle("public")} /><span>${t("web.home.public")} <small class="quiet">${t("web.home.public.what")}</small></span></label>
      <label class="check"><input type="checkbox" role="switch" name="open" checked=${wish.open ?? view.open_to_all} disabled=${busy || !view.public} onChange=${toggle("open")} />${t("web.waiting.open")}</label>
    </div>`;
}

/** The address of this game for others, to copy, to share, and to scan; `first` while nothing else is to be done. */
function Invite({ place, first }) {
  const reach = useReach();
  return (
    reach &&
    html`<section class="card invite">
    <h2>${t("web.invite")}</h2>
    <p class="quiet">${t("web.invite.what")}</p>
    <${Address} ...${{ reach, place, first }} id="address" label=${t("web.invite.link")} />
  </section>`
  );
}
