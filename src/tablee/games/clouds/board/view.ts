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
  /** How much of its wish its rows hold, and how much it wishes. */
  wish: [number, number] | null;
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
  /** The number of the rule that flipped the last card laid; null if it was not flipped. */
  cause: string | null;
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
/** A World of this width or height cannot grow, so no free cells are drawn around it. */
const SIDE = 4;
/** The width of a place for travellers beside a World that cannot grow, in widths of a card. */
const TRAVELLER_WIDTH = 0.8;
/** The size of a drawn World in cards, the same for every World, so that cards keep their size. */
const WHOLE = { width: SIDE + 2 * TRAVELLER_WIDTH, height: 4.14 };

/** The columns and rows to draw, with their sizes in cards. */
export interface Grid {
  /** The first and the last are free cells or places for travellers; "" if no card can be laid there. */
  columns: string[];
  rows: string[];
  widths: number[];
  heights: number[];
  width: number;
  height: number;
}

/**
 * Return the part of the grid to draw: the cards, the free cells around them, and the rows of travellers. Rows without
 * cards are lower where they would not fit.
 */
export function gridOf(world: WorldView): Grid {
  const inner = between(COLUMNS, world.columns);
  const filled = between(ROWS, world.rows);
  // The first cards are larger, while they lie in one row.
  const { width, height } = filled.length > 1 ? WHOLE : { width: Math.min(inner.length + 2, WHOLE.width), height: 3 };
  const grows = inner.length < SIDE;
  const [left, right] = [COLUMNS.indexOf(inner[0]!) - 1, COLUMNS.indexOf(inner.at(-1)!) + 1];
  const outer = (at: number, side: WorldView["side"]) => (grows && world.side !== side ? COLUMNS[at]! : "");
  const reach = filled.length < SIDE ? 1 : 0;
  const [top, bottom] = [ROWS.indexOf(filled[0]!) - reach, ROWS.indexOf(filled.at(-1)!) + reach];
  const rows = [...ROWS].filter((row, at) => (at >= top && at <= bottom) || hasTraveller(row, world));
  const low = Math.min(1, (height - filled.length) / (rows.length - filled.length));
  const slot = grows ? 1 : TRAVELLER_WIDTH;
  return {
    columns: [outer(left, "left"), ...inner, outer(right, "right")],
    rows,
    widths: [slot, ...inner.map(() => 1), slot],
    heights: rows.map((row) => (filled.includes(row) ? 1 : low)),
    width,
    height,
  };
}

function hasTraveller(row: string, world: WorldView): boolean {
  return world.travellers.some((traveller) => traveller.rows.includes(row));
}

/** Return the names from the first to the last of `ends`. */
function between(names: string, ends: string): string[] {
  return [...names.slice(names.indexOf(ends[0]!), names.indexOf(ends[1]!) + 1)];
}

/** Return the seat whose World is drawn large: the viewer's, or the first one for a spectator. */
export function ownSeat(view: CloudsView): number {
  return view.seat ?? 0;
}

/** Return the seat that passes its cards to another one. */
export function giverOf(view: CloudsView, seat: number): number {
  return (seat + (view.face === "right" ? 1 : view.seats - 1)) % view.seats;
}

export function isAsked(view: CloudsView): boolean {
  return view.seat !== null && view.actors.includes(view.seat);
}
