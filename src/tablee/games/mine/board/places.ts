// Positions in the picture of a board: the frame of 7 x 5 cells with half a cell of rock around it.
import { corner, HEIGHT, type Spot, WIDTH } from "./geometry.ts";

const ACROSS = WIDTH + 1;
const DOWN = HEIGHT + 1;
const RIM = 0.5;

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(3)}%`;

/** Return the style of an element over a board that covers the rectangle around some cells. */
export function boxStyle(cells: readonly Spot[]): string {
  const [top, left] = corner(cells);
  const bottom = Math.max(...cells.map(([row]) => row)) + 1;
  const right = Math.max(...cells.map(([, column]) => column)) + 1;
  return (
    `left:${share(left + RIM, ACROSS)};top:${share(top + RIM, DOWN)};` +
    `width:${share(right - left, ACROSS)};height:${share(bottom - top, DOWN)}`
  );
}

/** Return the width of a cell in pixels for a board in this rectangle. */
export const cellWidth = (board: DOMRect): number => board.width / ACROSS;

/** Return the cell under a point of the screen; it may be outside the frame. */
export function cellUnder(board: DOMRect, x: number, y: number): Spot {
  const width = cellWidth(board);
  return [Math.floor((y - board.top) / width - RIM), Math.floor((x - board.left) / width - RIM)];
}

/** Return the top left cell of a rectangle, moved as little as needed to be inside the frame. */
export function clamped([row, column]: Spot, [rows, columns]: Spot): Spot {
  return [Math.min(Math.max(row, 0), HEIGHT - rows), Math.min(Math.max(column, 0), WIDTH - columns)];
}
