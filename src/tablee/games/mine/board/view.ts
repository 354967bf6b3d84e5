// What this game's view holds (view.py writes it).
import type { View } from "../../../../../web/wire";

export const COLOURS = ["yellow", "blue", "green", "red", "white"] as const;
export type Colour = (typeof COLOURS)[number];
export type Kind = "plain" | "gold" | "silver" | "worm" | "rat";
/** `ready` and `wait` are in a ghost race: before the own start, and after the own round. */
export type Phase = "side" | "ready" | "race" | "settle" | "wait" | "over";

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

/** A board that may not be seen has no number; all that is known of it is whether its round was run. */
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
  /** In a ghost race, how long the round took, in milliseconds. */
  time: number | null;
}

export interface PastBoard {
  side: string;
  gallery: Gallery;
  card: Card;
  tiles: Laid[];
  /** In a ghost race, when the gallery was finished. */
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
