// First-time tips: a sentence about a thing the first time that it happens on this device.
import type { Step } from "./story.ts";

/** Returns what a move did that may need an explanation: the text has the key `tip.KIND`; null for nothing. Exported by Board.svelte. */
export type TipOf = (step: Step) => string | null;

const STORAGE_KEY = "tablee.tips";

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

const nameOf = (game: string, kind: string): string => `${game}.${kind}`;

/** Whether a tip was never shown on this device. */
export const isTipNew = (game: string, kind: string): boolean => !read().includes(nameOf(game, kind));

/** Note that a tip was shown. */
export function noteTip(game: string, kind: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...new Set([...read(), nameOf(game, kind)])]));
  } catch {
    // A private window may refuse: the tip is shown again.
  }
}
