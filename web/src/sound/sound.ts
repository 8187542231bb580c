// Sounds made on the spot: short tones and knocks of wood, nothing to load.

/** What can be heard. */
export type Sound =
  | "move"
  | "capture"
  | "roll"
  | "turn"
  | "illegal"
  | "win"
  | "loss"
  | "end"
  | "chat"
  | "hurry"
  | "hurry-more";

let context: AudioContext | null = null;

/** Sound begins with the first thing that somebody does; browsers allow no other, and nobody wants another. */
export function allowSound(): void {
  const begin = () => {
    context ??= "AudioContext" in window ? new AudioContext() : null;
    void context?.resume();
  };
  for (const event of ["pointerdown", "keydown"]) window.addEventListener(event, begin, { once: true });
}

/** Lets something be heard, as loud as somebody wants it, from 0 to 100. */
export function play(sound: Sound, volume: number): void {
  if (context?.state !== "running" || volume <= 0) return;
  const loudness = (volume / 100) ** 2;
  for (const note of NOTES[sound]) {
    if (note.kind === "tone") tone(context, note, loudness);
    else knock(context, note, loudness);
  }
}

type Note = { kind: "tone" | "knock"; hertz: number; from: number; lasts: number; gain: number };

const tones = (gain: number, lasts: number, ...steps: [number, number][]): Note[] =>
  steps.map(([from, hertz]) => ({ kind: "tone", hertz, from, lasts, gain }));
const knocks = (gain: number, hertz: number, ...times: number[]): Note[] =>
  times.map((from) => ({ kind: "knock", hertz, from, lasts: 0.09, gain }));

const NOTES: Record<Sound, Note[]> = {
  move: knocks(0.9, 620, 0),
  capture: [...knocks(0.9, 620, 0), ...knocks(0.7, 420, 0.06)],
  roll: knocks(0.5, 1_150, 0, 0.07, 0.16, 0.22, 0.31),
  // It follows the knock of the move that made it one's turn.
  turn: tones(0.18, 0.22, [0.14, 660], [0.23, 880]),
  illegal: tones(0.2, 0.16, [0, 180]),
  win: tones(0.22, 0.5, [0, 523], [0.12, 659], [0.24, 784], [0.4, 1_046]),
  loss: tones(0.2, 0.5, [0, 440], [0.16, 370], [0.34, 294]),
  end: tones(0.2, 0.5, [0, 523], [0.2, 523]),
  chat: tones(0.1, 0.12, [0, 990]),
  hurry: tones(0.2, 0.18, [0, 740], [0.25, 740]),
  "hurry-more": tones(0.25, 0.12, [0, 880], [0.15, 880], [0.3, 880]),
};

function tone(audio: AudioContext, note: Note, loudness: number): void {
  const start = audio.currentTime + note.from;
  const oscillator = new OscillatorNode(audio, { type: "triangle", frequency: note.hertz });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(note.gain * loudness, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + note.lasts);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + note.lasts);
}

/** A burst of noise through a narrow filter, which sounds like wood on wood. */
function knock(audio: AudioContext, note: Note, loudness: number): void {
  const start = audio.currentTime + note.from;
  const length = Math.ceil(audio.sampleRate * note.lasts);
  const buffer = new AudioBuffer({ length, sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let idx = 0; idx < length; idx += 1) samples[idx] = (Math.random() * 2 - 1) * (1 - idx / length) ** 6;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: note.hertz, Q: 4 });
  const gain = new GainNode(audio, { gain: note.gain * loudness * 3 });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(start);
}
