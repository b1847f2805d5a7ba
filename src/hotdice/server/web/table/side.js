// Beside the dice: players, reactions, what happened, and what else can be done.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { keep, kept } from "../store.js";
import { t } from "../texts.js";
import { hasOthers, isSlow } from "../view.js";
import { useSound } from "./hooks.js";
import { idle, Later } from "./later.js";
import { Log, Players, Reactions } from "./people.js";

export function Side({ game, seat, live, now, brief, open, setOpen, at, setAt, hand, navigate }) {
  const { view, names, you, mine } = now;
  const { state, status } = view;
  const { line, presence } = live;
  const { picked, pickAll } = hand;
  const [sound, setSound] = useSound(live, seat);
  const [told, setTold] = useState(() => kept("notice")); // whether one wants to be told of one's turn; null until that was said
  const tellMe = (wanted) => {
    keep("notice", wanted);
    setTold(wanted);
    if (wanted && isSlow(view, you)) globalThis.Notification?.requestPermission();
  };
  const noticed = seat && status === "playing" && hasOthers(view, you);
  const nameless = seat && status === "playing" && names[you] === t("seat/person"); // whoever played at once
  const shown = {
    game,
    seat,
    line,
    view,
    names,
    you,
    mine,
    picked,
    tip: now.advised,
    onPick: pickAll,
    onClose: () => setOpen(null),
  };
  return html`<div class="stack side">
    ${nameless && html`<${Later} part="rename" ...${{ known: names[you], line }} />`}
    ${state && html`<${Players} ...${{ view, names, you, brief, presence }} offset=${line?.offset || 0} />`}
    ${noticed && html`<${Later} part="notice" after=${idle} silent ...${{ game, view: live.view, names, you, wanted: told, slow: isSlow(view, you), onWanted: tellMe }} />`}
    ${seat && status !== "closed" && hasOthers(view, you) && html`<${Reactions} onReact=${(reaction) => line.say({ react: { reaction } })} />`}
    <${Log} view=${view} names=${names} you=${you} />
    ${presence?.spectators > 0 && html`<p class="small quiet">${t("web.spectators", { count: presence.spectators })}</p>`}
    ${state && html`<${Tools} ...${{ live, view, at, setAt, setOpen, sound, setSound, told: noticed ? told !== false : null, tellMe }} />`}
    ${open && html`<${Later} key=${open} part=${open} ...${shown} />`}
    ${seat && ["waiting", "playing"].includes(live.view.status) && html`<${Leaving} ...${{ game, seat, view: live.view, navigate, setOpen }} />`}
  </div>`;
}

/** The score sheet, looking back, and settings; `told` is null where there is nobody to wait for. */
function Tools({ live, view, at, setAt, setOpen, sound, setSound, told, tellMe }) {
  return html`<div class="row tools">
    <button type="button" class="slim" onClick=${() => setOpen("score_sheet")}>${t("web.sheet")}</button>
    <button type="button" class="slim" aria-pressed=${String(at !== null)} onClick=${() => setAt(at === null ? live.view.seq : null)}>${t("web.back")}</button>
    <button type="button" class="slim" aria-pressed=${String(sound)} onClick=${() => setSound(!sound)}>${t(sound ? "web.sound.on" : "web.sound.off")}</button>
    ${told !== null && html`<button type="button" class="slim" aria-pressed=${String(told)} onClick=${() => tellMe(!told)}>${t("web.notice")}</button>`}
    ${view.seats.some(({ kind }) => kind === "bot") && html`<button type="button" class="slim" id="speed" onClick=${() => live.changeSpeed()}>${t(`web.speed.${live.speed}`)}</button>`}
  </div>`;
}

/** Another device, and leaving for good, which is asked about. */
function Leaving({ game, seat, view, navigate, setOpen }) {
  const [leaving, setLeaving] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && !leaving) document.getElementById("leave")?.focus(); // whoever stays goes on from there
    asked.current = leaving;
  }, [leaving]);
  return html`<button type="button" id="transfer" class="plain slim" onClick=${() => setOpen("transfer")}>${t("web.transfer")}</button>
    ${
      leaving
        ? html`<${Later} part="leave" ...${{ game, seat, view, navigate, onStay: () => setLeaving(false) }} />`
        : html`<button type="button" id="leave" class="plain slim" onClick=${() => setLeaving(true)}>${t("web.leave")}</button>`
    }`;
}
