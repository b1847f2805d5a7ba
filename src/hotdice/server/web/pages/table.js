// One game: whoever has a seat plays, anybody else joins or watches.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask, forget, isAway, seatIn } from "../store.js";
import { Join } from "../table/join.js";
import { Later } from "../table/later.js";
import { keptSeat, maySit, taking } from "../table/seats.js";
import { Table } from "../table/table.js";
import { t } from "../texts.js";

export function Page({ path, navigate, setTop, setAway }) {
  const game = path.split("/")[2];
  const [seat, setSeat] = useState(() => seatIn(game));
  const [watching, setWatching] = useState(false);
  const [code, setCode] = useState(taking);
  const [moved, setMoved] = useState(false);
  const [lost, setLost] = useState(null);
  const [snapshot, setSnapshot] = useState(null);
  const look = () => {
    setLost(null);
    ask("GET", `/api/games/${game}`).then(setSnapshot, (refused) =>
      isAway(refused) ? setAway(true) : setLost(refused),
    );
  };
  const again = () => {
    setSeat(seatIn(game));
    look();
  };
  const sitAfterAll = () => {
    setSnapshot(null);
    setWatching(false);
    setCode(taking());
    look();
  };
  /** A key that counts no more: another tab has a newer one, or another device has the seat. */
  const loseSeat = (refused) => {
    const known = seatIn(game);
    if (refused.code !== "token/wrong" || refused.removed) return setLost(refused);
    if (known && known.token !== seat?.token) return setSeat(known);
    if (known && known.offered !== seat?.token) return setLost(refused);
    setMoved(Boolean(known));
    forget(game);
    setWatching(true);
    return setSeat(null);
  };
  useEffect(() => {
    if (seat) return undefined;
    look();
    addEventListener("hashchange", sitAfterAll); // whoever watches may get the link that invites
    return () => removeEventListener("hashchange", sitAfterAll);
  }, [seat]);
  if (lost) return html`<${Later} key=${lost.code} part="unavailable" game=${game} refused=${lost} again=${again} />`;
  if (!seat && !snapshot) return html`<p class="quiet coming" role="status">${t("web.connecting")}</p>`;
  if (!seat && code) {
    const take = {
      code,
      snapshot,
      navigate,
      onSeat: () => {
        setCode(null);
        setMoved(false);
        setSeat(seatIn(game));
      },
      onWatch: () => setCode(null),
    };
    return html`<${Later} key=${code} part="take" ...${take} />`;
  }
  if (!seat && !watching && (maySit(snapshot) || keptSeat(snapshot))) {
    const join = {
      game,
      snapshot,
      navigate,
      onSeat: () => setSeat(seatIn(game)),
      onWatch: () => setWatching(true),
      again: look,
    };
    return html`<${Join} ...${join} />`;
  }
  return html`<${Table} key=${`${game} ${seat?.token}`} ...${{ game, seat, moved, navigate, setTop, onLost: loseSeat, onSit: sitAfterAll }} />`;
}
