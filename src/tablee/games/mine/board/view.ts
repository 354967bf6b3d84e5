// The types of this game's view, which view.py builds.
import type { View } from "../../../../../web/wire";

export const COLOURS = ["yellow", "blue", "green", "red", "white"] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = "plain" | "gold" | "silver" | "worm" | "rat";
/** `ready` and `wait` occur in a ghost race: before the viewer's start, and after the viewer's round. */
export type Phase = "side" | "ready" | "race" | "settle" | "wait" | "over";

/** The tiles of one shape in the pool: `left` of `of`. */
export interface Heap {
  colour: Colour;
  rows: string[];
  left: number;
  of: number;
  elements?: Partial<Record<Kind, number>>;
}

export interface Tile {
  tile: string;
  shape: string;
  colour: Colour;
  element: Kind | null;
}

/** A tile on a board; `cells` are all cells under it. */
export interface Laid extends Tile {
  turn: string;
  cell: string;
  cells: string[];
  wrong?: boolean;
}

export interface Elf {
  cell: string;
  stands: "N" | "E" | "S" | "W";
  colour: Colour;
}

export interface Gallery {
  rows: string[];
  elves: Elf[];
}

export interface Card {
  card: number;
  pack: number;
  tiles: Record<Colour, number>;
  worth: Partial<Record<Kind, number>>;
}

/** The board of a seat. A hidden board has no number; only `ran` is known of it. */
export interface SeatBoard {
  board: number | null;
  side: string | null;
  gallery: Gallery | null;
  choice: Record<string, Gallery>;
  card: Card | null;
  hand: Tile | null;
  tiles: Record<string, Laid>;
  open: number | null;
  quit: boolean;
  called: boolean;
  ran: boolean;
  /** In a ghost race, the duration of the round in milliseconds. */
  time: number | null;
}

export interface PastBoard {
  side: string;
  gallery: Gallery;
  card: Card;
  tiles: Laid[];
  /** In a ghost race, the finishing time in milliseconds; null without a call. */
  time: number | null;
}

export const LINES = ["ten", "empty", "elves", "good", "bad", "floor", "call"] as const;
export type SheetLine = (typeof LINES)[number];
export type RoundSheet = Record<SheetLine | "points" | "open", number>;

export interface MineView extends View {
  phase: Phase;
  round: number;
  elves: boolean;
  finds: boolean;
  helper: boolean;
  ghost: boolean;
  lamp: number;
  pool: Record<string, Heap>;
  boards: SeatBoard[];
  past: PastBoard[];
  sheets: RoundSheet[][];
  totals: number[];
  box: { boards: number[]; cards: number[] } | null;
}
