// How scores are written.
import type { GameInfo } from "../wire";
import { t } from "./language.svelte.ts";

/** Write a score with the unit that its game counts in; points if the game is unknown. */
export const scoreText = (score: number, game?: GameInfo | null): string => t(`score.${game?.unit ?? "points"}`, { n: score });
