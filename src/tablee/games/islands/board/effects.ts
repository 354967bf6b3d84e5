// Effects of the moves that the touches so far can lead to, taken from the `foreseen` of the view.
import type { MoveInput } from "$web/moveInput.svelte.ts";
import { completeMove } from "$web/narrowing.ts";

export interface MoveEffect {
  turned: string[];
  points: number;
  items: Record<string, number>;
}

export interface CommonEffect {
  least: number;
  most: number;
  /** Cells that all of these moves turn to the genie. */
  turned: string[];
  /** Lines of the score that all of these moves change by the same points. */
  items: Record<string, number>;
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
    items: Object.fromEntries(
      Object.entries(first.items).filter(([line, points]) => all.every((each) => each.items[line] === points)),
    ),
  };
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
