// Sounds of the tables: synthesised, on by default, silent before the first gesture and while the page is hidden.
import { vibrate } from "./haptics.ts";
import { settings } from "../settings.svelte.ts";
import { SoundPlayer } from "./player.ts";
import type { Sound, Variation } from "./recipes.ts";

export type { Sound } from "./recipes.ts";

export interface PlayOptions extends Variation {
  /** Whether an opponent caused it: the sound is lower and quieter, and the device does not vibrate. */
  byOpponent?: boolean;
}

const OPPONENT: Variation = { pitch: -4, volume: 0.5 };

const player = new SoundPlayer(() => new AudioContext(), () => settings.sound && !document.hidden);
player.listen(window);

/** Play a sound and its vibration, each if its setting is on. */
export function play(sound: Sound, { byOpponent = false, ...variation }: PlayOptions = {}): void {
  player.play(sound, byOpponent ? OPPONENT : variation);
  if (!byOpponent) vibrate(sound);
}
