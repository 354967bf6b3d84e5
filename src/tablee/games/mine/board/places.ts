// Where things lie in the picture of a board: the frame of 7 x 5 cells with half a cell of rock around it.
import { corner, HEIGHT, type Spot, WIDTH } from "./geometry.ts";

const ACROSS = WIDTH + 1;
const DOWN = HEIGHT + 1;
const RIM = 0.5;

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(3)}%`;

/** The rectangle around some cells, as a style for something that lies over a board. */
export function boxStyle(cells: readonly Spot[]): string {
  const [top, left] = corner(cells);
  const bottom = Math.max(...cells.map(([row]) => row)) + 1;
  const right = Math.max(...cells.map(([, column]) => column)) + 1;
  return (
    `left:${share(left + RIM, ACROSS)};top:${share(top + RIM, DOWN)};` +
    `width:${share(right - left, ACROSS)};height:${share(bottom - top, DOWN)}`
  );
}

/** The width of a cell on the screen, for a board that is shown in this rectangle. */
export const cellWidth = (board: DOMRect): number => board.width / ACROSS;

/** The cell under a point of the screen; it may lie outside of the frame. */
export function cellUnder(board: DOMRect, x: number, y: number): Spot {
  const width = cellWidth(board);
  return [Math.floor((y - board.top) / width - RIM), Math.floor((x - board.left) / width - RIM)];
}

/** A rectangle of cells, moved as little as needed to lie in the frame. */
export function clamped([row, column]: Spot, [rows, columns]: Spot): Spot {
  return [Math.min(Math.max(row, 0), HEIGHT - rows), Math.min(Math.max(column, 0), WIDTH - columns)];
}
