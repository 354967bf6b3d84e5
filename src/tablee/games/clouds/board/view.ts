// The view of this game, as view.py makes it, and where its things are drawn.
import type { AnyView } from "$web/games.ts";

export interface Cell {
  /** The card that lies here. */
  card: string;
  /** What is seen of it: itself, "tzimime" or "fumarole". */
  shows: string;
  /** Whether it took part in a portal. */
  bound: boolean;
}

export interface Guest {
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
  travellers: Guest[];
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

/** What a move would do, as the server foresees it. */
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
/** A World is never drawn wider or higher than this, so once it is, no empty cells are drawn around it. */
const SIDE = 4;

/** The columns and rows to draw. */
export interface Frame {
  columns: string[];
  rows: string[];
}

/** The cells of a World; while it grows, with the empty ones around it, but not where travellers may stand. */
export function frameOf(world: WorldView, growing: boolean, standing = false): Frame {
  const columns = stretch(COLUMNS, world.columns, growing);
  // A traveller may point at a row in which no card ever came to lie.
  const rows = [...ROWS].filter((row) => pointed(row, world) || stretch(ROWS, world.rows, growing).includes(row));
  const from = standing || world.side === "left" ? columns.indexOf(world.columns[0]!) : 0;
  const to = standing || world.side === "right" ? columns.indexOf(world.columns[1]!) + 1 : columns.length;
  return { columns: columns.slice(from, to), rows };
}

function pointed(row: string, world: WorldView): boolean {
  return world.travellers.some((guest) => guest.rows.includes(row));
}

function stretch(names: string, ends: string, growing: boolean): string[] {
  const [first, last] = [names.indexOf(ends[0]!), names.indexOf(ends[1]!)];
  const more = growing && last - first + 1 < SIDE ? 1 : 0;
  return [...names.slice(Math.max(first - more, 0), last + 1 + more)];
}

/** Whose World is drawn large: one's own, or the first for whoever looks on. */
export function ownSeat(view: CloudsView): number {
  return view.seat ?? 0;
}

export function isAsked(view: CloudsView): boolean {
  return view.seat !== null && view.actors.includes(view.seat);
}
