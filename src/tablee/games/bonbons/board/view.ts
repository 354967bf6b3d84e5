// Types of the view that view.py builds. The face of a hidden tile is null.
import type { View } from "$web/../wire";

export type Side = "down" | "lingering" | "open" | "up" | "covered" | "empty";

export interface TileView {
  place: string;
  side: Side;
  face: string | null;
}

export interface BonbonsView extends View {
  phase: string;
  turn: number;
  /** Rows and columns of the square. */
  size: number;
  /** The kinds removed in a quick game. */
  removed: string[];
  squares: TileView[];
  rounds: TileView[][];
  found: number[];
  /** The place of the tile being stolen, or stolen by the move that ended the match. */
  stolen: string | null;
  /** The number of round tiles put aside. */
  rest: number;
  /** With the option training: the faces of hidden tiles that were shown, by place. */
  seen: Record<string, string> | null;
  /** The round tiles put aside, once the match is over. */
  aside: string[] | null;
}

/** How long open tiles are shown, in ms: in all, and what was left of it when the view arrived. */
export interface ShowTime {
  total: number;
  initial: number;
}

/** The effect of stopping, giving or covering. */
export interface MoveEffect {
  found: number;
  of: number;
  wins: boolean;
  next: number;
}

/** Return squares and round tiles, squares first. */
export function allTiles(view: BonbonsView): TileView[] {
  return [...view.squares, ...view.rounds.flat()];
}

/** Return the seat of a place such as B3, -1 for a square. */
export function ownerOf(view: BonbonsView, place: string): number {
  return view.rounds.findIndex((row) => row.some((tile) => tile.place === place));
}
