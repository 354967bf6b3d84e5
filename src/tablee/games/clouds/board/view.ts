// The types of the view that view.py returns, and the part of the grid that is drawn.
import type { AnyView } from "$web/games.ts";

export interface Cell {
  /** The card that lies here. */
  card: string;
  /** What the cell shows: the card, "tzimime" or "fumarole". */
  shows: string;
  /** Whether the card took part in a portal. */
  bound: boolean;
}

export interface PlacedTraveller {
  name: string;
  place: string;
  rows: string;
  stars: number | null;
  bonus: number | null;
}

export interface City {
  stars: number;
  cells: string[];
}

export interface WorldView {
  cells: Record<string, Cell>;
  columns: string;
  rows: string;
  side: "left" | "right" | null;
  travellers: PlacedTraveller[];
  cities: City[];
  portals: string[][];
  items: Record<string, number> | null;
  score: number | null;
}

export interface HandCard {
  place: number;
  card: string;
}

export interface Stack {
  stack: string;
  card: string | null;
  below: number;
  current: boolean;
}

export interface Draft {
  keep: string | null;
  pass: string | null;
  gave: string[];
  got: string[];
}

export type Phase = "face" | "keep" | "pass" | "lay" | "take" | "welcome" | "stand" | "cover" | "join" | "over";

export interface CloudsView extends AnyView {
  phase: Phase;
  round: number;
  sun: number | null;
  face: "left" | "right" | null;
  deck: number | null;
  stacks: Stack[] | null;
  hands: number[];
  hand: HandCard[] | null;
  draft: Draft | null;
  chosen: number[];
  travellers: string[];
  cities: number[];
  fumaroles: number;
  laid: string | null;
  guest: string | null;
  worlds: WorldView[];
  aside: string[] | null;
  rank: string | null;
}

/** The effect of a move, as the server foresees it. */
export interface Foresight {
  flips?: string[];
  cause?: string;
  portal?: string[];
  erupts?: Record<string, number>;
  city?: number;
  points?: number;
  to?: number;
}

const COLUMNS = "abcdefg";
const ROWS = "1234567";
/** A World of this width or height cannot grow, so no empty cells are drawn around it. */
const SIDE = 4;

/** The columns and rows to draw. */
export interface Frame {
  columns: string[];
  rows: string[];
}

/** Returns the columns and rows to draw: while the World grows, one more on each side without travellers. */
export function frameOf(world: WorldView, growing: boolean, standing = false): Frame {
  const columns = stretch(COLUMNS, world.columns, growing);
  // A traveller may stand beside a row that holds no card.
  const rows = [...ROWS].filter((row) => hasTraveller(row, world) || stretch(ROWS, world.rows, growing).includes(row));
  const from = standing || world.side === "left" ? columns.indexOf(world.columns[0]!) : 0;
  const to = standing || world.side === "right" ? columns.indexOf(world.columns[1]!) + 1 : columns.length;
  return { columns: columns.slice(from, to), rows };
}

function hasTraveller(row: string, world: WorldView): boolean {
  return world.travellers.some((traveller) => traveller.rows.includes(row));
}

function stretch(names: string, ends: string, growing: boolean): string[] {
  const [first, last] = [names.indexOf(ends[0]!), names.indexOf(ends[1]!)];
  const more = growing && last - first + 1 < SIDE ? 1 : 0;
  return [...names.slice(Math.max(first - more, 0), last + 1 + more)];
}

/** Returns the seat whose World is drawn large: the viewer's, or the first one for a spectator. */
export function ownSeat(view: CloudsView): number {
  return view.seat ?? 0;
}

export function isAsked(view: CloudsView): boolean {
  return view.seat !== null && view.actors.includes(view.seat);
}
