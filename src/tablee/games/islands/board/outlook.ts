// What the touches so far lead to, read from the server's foresights: nothing is decided here.
import type { MoveInput } from "$web/moveInput.svelte.ts";
import { completeMove } from "$web/narrowing.ts";

export interface Foresight {
  turned: string[];
  points: number;
  items: Record<string, number>;
}

export interface Outlook {
  least: number;
  most: number;
  /** Cells that turn to the genie whichever of these moves is made. */
  turned: string[];
  /** Lines that change by as much whichever is made. */
  items: Record<string, number>;
}

/** What all moves have in common whose touches begin like this; null when nothing is foreseen. */
export function outlook(input: MoveInput, touched: readonly string[]): Outlook | null {
  const begun = `${touched.join(" ")} `;
  const moves = [...input.paths].filter(([path]) => `${path} `.startsWith(begun)).map(([, move]) => move);
  const foreseen = moves.map((move) => foresight(input, move));
  const [first, ...others] = foreseen;
  if (!touched.length || !first || foreseen.includes(null)) return null;
  const all = [first, ...(others as Foresight[])];
  const points = all.map((each) => each.points);
  return {
    least: Math.min(...points),
    most: Math.max(...points),
    turned: first.turned.filter((cell) => all.every((each) => each.turned.includes(cell))),
    items: Object.fromEntries(
      Object.entries(first.items).filter(([line, points]) => all.every((each) => each.items[line] === points)),
    ),
  };
}

/** What laying the chosen tile into a cell would do; null if that is no move. */
export function atCell(input: MoveInput, cell: string): Foresight | null {
  const move = completeMove(input.paths, [...input.touched, cell]);
  return move === null ? null : foresight(input, move);
}

/** The touches that the hand has made or is about to make. */
export function aimedTouches(input: MoveInput): string[] {
  if (input.aimed === null || !input.isTarget(input.aimed)) return [...input.touched];
  return [...input.touched, input.aimed];
}

function foresight(input: MoveInput, move: string): Foresight | null {
  return (input.foresights[move] as Foresight | undefined) ?? null;
}
