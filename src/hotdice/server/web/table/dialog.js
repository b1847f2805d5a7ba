// Something beside the game, in front of it until it is closed.

import { html, useEffect, useRef } from "../lib/preact.js";
import { t } from "../texts.js";

export function Dialog({ title, onClose, children }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  const begun = useRef(false); // whether the tap began beside the dialog; text may be marked beyond its edge
  const beside = (event) => {
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return event.target === dialog.current && (x < left || x > right || y < top || y > bottom);
  };
  const press = (event) => {
    begun.current = beside(event);
  };
  const release = (event) => {
    if (begun.current && beside(event)) dialog.current.close();
  };
  return html`<dialog ref=${dialog} onClose=${onClose} onPointerDown=${press} onClick=${release} aria-labelledby="dialog-title" class="card">
    <h2 id="dialog-title">${title}</h2>
    <div class="scroller" tabindex="0">${children}</div>
    <form method="dialog"><button class="wide">${t("web.close")}</button></form>
  </dialog>`;
}
