// Sounds, made as they are played: dice on felt, a click, two notes, a thud.

const SOFT = 0.02; // seconds in which a note begins, so that it does not click
const NOTE = 0.1; // how loud a note is, of 1: several sound together
const KNOCK = 0.7; // and a knock, of which its filter leaves little

let context = null;

/** The sound of an event, if it has one; browsers are silent until somebody has tapped. */
export function play(event, view, you) {
  if (context?.state === "running") sound(context, event, view, you);
}

function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
for (const touch of ["click", "keydown"]) addEventListener(touch, wake, { capture: true });
if (navigator.userActivation?.isActive) wake();

/** Put the sound of an event into what is heard. */
export function sound(heard, event, view, you) {
  const note = (...how) => tone(heard, ...how);
  const farkle = event.data?.happened?.some(({ kind }) => kind === "farkle");
  if (event.kind === "rolling")
    for (let at = 0; at < 7; at += 1) knock(heard, 0.06 * at + 0.05 * Math.random(), 900 + 900 * Math.random());
  else if (farkle) {
    note(0, 294, 0.25);
    note(0.16, 220, 0.4);
  } else if (event.kind === "kept" || event.kind === "took") knock(heard, 0, 1800);
  else if (event.kind === "banked") {
    note(0, 523, 0.15);
    note(0.1, 784, 0.3);
  } else if (event.kind === "over") [523, 659, 784, 1047].forEach((pitch, at) => note(0.12 * at, pitch, 0.35));
  if (
    ["banked", "rolled", "passed"].includes(event.kind) &&
    view.state?.player === you &&
    event.seat !== you &&
    !view.state.rolled.length
  ) {
    note(0.35, 587, 0.2);
    note(0.47, 784, 0.3);
  }
}

function tone(heard, after, pitch, length) {
  const source = new OscillatorNode(heard, { frequency: pitch, type: "sine" });
  fade(heard, source, after, SOFT, length, NOTE);
}

function knock(heard, after, pitch) {
  const size = Math.round(0.04 * heard.sampleRate);
  const noise = new AudioBuffer({ length: size, sampleRate: heard.sampleRate });
  const samples = noise.getChannelData(0);
  for (let at = 0; at < size; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / size) ** 3;
  const source = new AudioBufferSourceNode(heard, { buffer: noise });
  const filter = new BiquadFilterNode(heard, { type: "bandpass", frequency: pitch, Q: 3 });
  source.connect(filter);
  fade(heard, source, after, SOFT / 10, 0.05, KNOCK, filter);
}

/** Louder for `soft` seconds, then quieter until `length`. */
function fade(heard, source, after, soft, length, loud, last = source) {
  const start = heard.currentTime + after;
  const gain = new GainNode(heard, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + soft);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  last.connect(gain).connect(heard.destination);
  source.start(start);
  source.stop(start + length);
}
