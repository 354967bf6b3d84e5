// The view of Bonbons, as view.py makes it. A face-down tile is a place and nothing more.
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
  /** The kinds that a quick game does without. */
  removed: string[];
  squares: TileView[];
  rounds: TileView[][];
  found: number[];
  /** Where a tile is being stolen, or was by the move that ended the match. */
  stolen: string | null;
  /** How many rounds are put aside. */
  rest: number;
  /** For those in training: what was seen of tiles that are hidden now. */
  seen: Record<string, string> | null;
  /** The rounds nobody had, once it is over. */
  aside: string[] | null;
}

/** What stopping, giving or covering would lead to. */
export interface Consequence {
  found: number;
  of: number;
  wins: boolean;
  next: number;
}

/** Every tile on the table, squares first. */
export function allTiles(view: BonbonsView): TileView[] {
  return [...view.squares, ...view.rounds.flat()];
}

/** Whose round tile lies at a place such as B3; squares are nobody's. */
export function ownerOf(view: BonbonsView, place: string): number {
  return view.rounds.findIndex((row) => row.some((tile) => tile.place === place));
}
