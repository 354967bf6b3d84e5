// Effects of the moves that the touches so far can lead to, taken from the `foreseen` of the view.
import type { MoveInput } from "$web/moveInput.svelte.ts";
import { completeMove } from "$web/narrowing.ts";
import type { IslandView } from "./view.ts";

/** The counts of an island that a move changes, as they are after it. */
export type Counts = Partial<Pick<IslandView, "lamps" | "brigands" | "brink" | "leads">>;

export interface MoveEffect {
  turned: string[];
  points: number;
  items: Record<string, number>;
  counts: Counts;
}

export interface CommonEffect {
  least: number;
  most: number;
  /** Cells that all of these moves turn to the genie. */
  turned: string[];
  /** Lines of the score that all of these moves change by the same points. */
  items: Record<string, number>;
  /** Counts that are the same after all of these moves. */
  counts: Counts;
}

/** Return what the moves beginning with these touches have in common; null if one has no known effect. */
export function commonEffect(input: MoveInput, touched: readonly string[]): CommonEffect | null {
  const prefix = `${touched.join(" ")} `;
  const moves = [...input.paths].filter(([path]) => `${path} `.startsWith(prefix)).map(([, move]) => move);
  const effects = moves.map((move) => effectOf(input, move));
  const [first, ...others] = effects;
  if (!touched.length || !first || effects.includes(null)) return null;
  const all = [first, ...(others as MoveEffect[])];
  const points = all.map((each) => each.points);
  return {
    least: Math.min(...points),
    most: Math.max(...points),
    turned: first.turned.filter((cell) => all.every((each) => each.turned.includes(cell))),
    items: shared(all.map(({ items }) => items)),
    counts: shared(all.map(({ counts }) => counts)),
  };
}

/** Return the entries that all of the records have. */
function shared<T extends object>(all: readonly T[]): T {
  const entries = Object.entries(all[0]!).filter(([key, value]) => all.every((each) => each[key as keyof T] === value));
  return Object.fromEntries(entries) as T;
}

/** Return the effect of laying the chosen tile into a cell; null if that is no legal move. */
export function cellEffect(input: MoveInput, cell: string): MoveEffect | null {
  const move = completeMove(input.paths, [...input.touched, cell]);
  return move === null ? null : effectOf(input, move);
}

/** Return the things touched so far, and the thing under the pointer if it may be touched next. */
export function aimedThings(input: MoveInput): string[] {
  if (input.aimed === null || !input.isTarget(input.aimed)) return [...input.touched];
  return [...input.touched, input.aimed];
}

function effectOf(input: MoveInput, move: string): MoveEffect | null {
  return (input.foresights[move] as MoveEffect | undefined) ?? null;
}
