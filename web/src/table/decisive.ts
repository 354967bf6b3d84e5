// What decided a match, from the rows of the final count.
import type { Outcome } from "../../wire";
import type { CountRow, PieceRef } from "../story.ts";

export interface Decisive {
  winner: number;
  /** The best seat that did not win. */
  other: number;
  /** What the winner had in the decisive row, or the label of that row; null where the match was close and no row stands out. */
  row: string | null;
  piece: PieceRef | null;
  /** By how many points the winner was ahead: in the row, or in all. */
  gap: number;
}

/** A row of fewer points than this decides nothing. */
const LEAST = 2;
/** A match that ends with at most this many points between the first two is called close. */
const CLOSE = 2;

/**
 * Return the row in which the winner gained most on the second; null without a single winner or a second, or where
 * several rows brought as much.
 */
export function decisiveRow(rows: readonly CountRow[], { scores, ranks, winners }: Outcome): Decisive | null {
  const [winner] = winners;
  const others = ranks.map((_, seat) => seat).filter((seat) => !winners.includes(seat));
  if (winner === undefined || winners.length > 1 || !others.length) return null;
  const other = others.reduce((best, seat) => (ranks[seat]! < ranks[best]! ? seat : best));
  const gap = scores[winner]! - scores[other]!;
  if (gap <= CLOSE) return { winner, other, row: null, piece: null, gap };
  const gains = rows.map((row) => (row.cells[winner]?.points ?? 0) - (row.cells[other]?.points ?? 0));
  const most = Math.max(...gains);
  const row = rows[gains.indexOf(most)];
  if (!row || most < LEAST || gains.lastIndexOf(most) > gains.indexOf(most)) return null;
  const piece = row.cells[winner]?.piece;
  return { winner, other, row: piece?.label ?? row.label, piece: row.piece ?? piece ?? null, gap: most };
}
