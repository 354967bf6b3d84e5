// Vibrations of the device, for sounds that answer a touch or call for attention. Safari has none.
import { settings } from "../settings.svelte.ts";
import type { Sound } from "./recipes.ts";

/** Milliseconds of vibration, and pauses between them. */
const PATTERNS: Partial<Record<Sound, number | number[]>> = {
  touch: 5,
  place: 12,
  turn: 20,
  refuse: [15, 40, 15],
  bell: 40,
  win: 60,
};

/**
 * Vibrate in the pattern of a sound. The setting for reduced motion does not count here: it is about what moves on the
 * screen, and vibrations have a setting of their own.
 */
export function vibrate(sound: Sound): void {
  const pattern = PATTERNS[sound];
  // Chrome logs an error for a vibration before the first gesture.
  const isRefused = document.hidden || navigator.userActivation?.hasBeenActive === false;
  if (pattern !== undefined && settings.haptics && !isRefused) navigator.vibrate?.(pattern);
}

/** Whether fingers are the first means to point on this device. */
export const hasTouch = matchMedia("(pointer: coarse)").matches;

/** Whether the device may have a motor: no browser says whether it really has one. */
export const canVibrate = "vibrate" in navigator && hasTouch;
