// Sounds, made as they are played: dice on felt, a click, two notes, a thud.

let context = null;

/** The sound of an event, if it has one. */
export function play(event, view, you) {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const farkle = event.data?.happened?.some(({ kind }) => kind === "farkle");
  if (event.kind === "rolling") for (let at = 0; at < 7; at += 1) knock(0.06 * at + 0.05 * Math.random(), 900 + 900 * Math.random());
  else if (farkle) { note(0, 196, 0.25); note(0.16, 147, 0.4); }
  else if (event.kind === "kept") knock(0, 1800);
  else if (event.kind === "banked") { note(0, 523, 0.15); note(0.1, 784, 0.3); }
  else if (event.kind === "over") [523, 659, 784, 1047].forEach((pitch, at) => note(0.12 * at, pitch, 0.35));
  if (["banked", "rolled", "passed"].includes(event.kind) && view.state?.player === you && event.seat !== you && !view.state.rolled.length) note(0.35, 880, 0.2);
}

function note(after, pitch, length) {
  const start = context.currentTime + after;
  const source = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  fade(source, start, length, 0.12);
}

function knock(after, pitch) {
  const start = context.currentTime + after;
  const size = Math.round(0.04 * context.sampleRate);
  const noise = new AudioBuffer({ length: size, sampleRate: context.sampleRate });
  const samples = noise.getChannelData(0);
  for (let at = 0; at < size; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / size) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 3 });
  source.connect(filter);
  fade(source, start, 0.05, 0.5, filter);
}

function fade(source, start, length, loud, last = source) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  last.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
