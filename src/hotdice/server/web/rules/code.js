// A text field with line numbers, in which lines can be marked and jumped to.

import { html, useEffect, useRef } from "../lib/preact.js";

/** `marked` are line numbers from 1; `jump` is `{line}`, a new object for each jump. */
export function Code({ id, text, onText, marked, jump, label, describedBy }) {
  const field = useRef(null);
  const behind = useRef(null);
  const lines = text.split("\n");

  const follow = () => {
    behind.current.style.transform = `translateY(${-field.current.scrollTop}px)`;
  };
  useEffect(follow, [text]);
  useEffect(() => {
    if (!jump?.line) return;
    const start = lines.slice(0, jump.line - 1).join("\n").length + (jump.line > 1 ? 1 : 0);
    const { current } = field;
    current.focus();
    current.setSelectionRange(start, start + (lines[jump.line - 1] ?? "").length);
    const height = current.scrollHeight / lines.length;
    current.scrollTop = Math.max(0, (jump.line - 4) * height);
    current.scrollLeft = 0;
    follow();
  }, [jump]);

  return html`
    <div class="code">
      <div class="lines" aria-hidden="true"><div ref=${behind}>
        ${lines.map((_, at) => html`<div class=${marked.has(at + 1) ? "marked" : null}><span>${at + 1}</span></div>`)}
      </div></div>
      <textarea id=${id} ref=${field} value=${text} onInput=${(event) => onText(event.target.value)} onScroll=${follow}
        wrap="off" spellcheck=${false} autocapitalize="off" autocomplete="off" aria-label=${label}
        aria-invalid=${marked.size > 0} aria-describedby=${describedBy}></textarea>
    </div>`;
}
