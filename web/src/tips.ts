// First-time tips: a sentence about a thing the first time that it happens on this device.
import type { Step } from "./story.ts";
import { readJson, writeJson } from "./storage.ts";

/** Returns the kind of event in a move that may need an explanation: the text has the key `tip.KIND`; null for nothing. Exported by Board.svelte. */
export type TipOf = (step: Step) => string | null;

const STORAGE_KEY = "tablee.tips";

const read = (): string[] => readJson(STORAGE_KEY, []);

const nameOf = (game: string, kind: string): string => `${game}.${kind}`;

/** Return whether a tip was never shown on this device. */
export const isTipNew = (game: string, kind: string): boolean => !read().includes(nameOf(game, kind));

/** Note that a tip was shown. */
export function noteTip(game: string, kind: string): void {
  writeJson(STORAGE_KEY, [...new Set([...read(), nameOf(game, kind)])]);
}
