// Sound effects, synthesised with the Web Audio API. Off unless the setting is on.
import { settings } from "./settings.svelte.ts";

// Each note: frequency in Hz, delay in seconds.
const TUNES = {
  move: [[330, 0]],
  turn: [[523, 0], [659, 0.09]],
  end: [[523, 0], [659, 0.12], [784, 0.24], [1047, 0.36]],
} as const;

let context: AudioContext | null = null;

export function play(tune: keyof typeof TUNES): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [pitch, delay] of TUNES[tune]) note(context, pitch, context.currentTime + delay);
}

function note(audio: AudioContext, pitch: number, start: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 0.25);
}
