// Cells, shapes and their turns, with the names of mechanics/geometry.py. Legality is decided by the server.

/** A cell by row and column. */
export type Spot = readonly [row: number, column: number];

export const WIDTH = 7;
export const HEIGHT = 5;
export const TURNS = ["r0", "r90", "r180", "r270", "f0", "f90", "f180", "f270"] as const;

export function cellName([row, column]: Spot): string {
  return "abcdefg"[column]! + (row + 1);
}

export function spotOf(cell: string): Spot {
  return [Number(cell[1]) - 1, "abcdefg".indexOf(cell[0]!)];
}

export const CELLS: readonly string[] = Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
  cellName([Math.floor(at / WIDTH), at % WIDTH]),
);

// Every view has the same drawings and cells as new lists. The same list for them each time saves drawing all tiles anew.
const known = new Map<string, readonly Spot[]>();

function remember(key: string, find: () => readonly Spot[]): readonly Spot[] {
  const spots = known.get(key) ?? find();
  known.set(key, spots);
  return spots;
}

/** Return the marked cells of a drawing; the same list for the same drawing. */
export function spotsOf(rows: readonly string[], mark = "X"): readonly Spot[] {
  const find = () => rows.flatMap((row, at) => [...row].flatMap((each, column) => (each === mark ? [[at, column] as Spot] : [])));
  return remember(`${mark}/${rows.join("/")}`, find);
}

/** Return the shape of a tile on these cells, in the top left corner; the same list for the same cells. */
export function shapeOf(cells: readonly string[]): readonly Spot[] {
  return remember(cells.join(), () => cornered(cells.map(spotOf)));
}

/** Move a shape to the top left corner; the order of the spots is kept. */
function cornered(spots: readonly Spot[]): Spot[] {
  const [top, left] = corner(spots);
  return spots.map(([row, column]) => [row - top, column - left]);
}

/** Return the top row and the left column. */
export function corner(spots: readonly Spot[]): Spot {
  return [Math.min(...spots.map(([row]) => row)), Math.min(...spots.map(([, column]) => column))];
}

/** Return the number of rows and columns of a shape in the top left corner. */
export function sizeOf(spots: readonly Spot[]): Spot {
  return [Math.max(...spots.map(([row]) => row)) + 1, Math.max(...spots.map(([, column]) => column)) + 1];
}

/** Rotate a shape by 90 degrees clockwise. */
export const turned = (spots: readonly Spot[]): Spot[] => cornered(spots.map(([row, column]) => [column, -row]));

/** Mirror a shape left to right. */
export const flipped = (spots: readonly Spot[]): Spot[] => cornered(spots.map(([row, column]) => [row, -column]));

/** Return a shape in one of the eight turns. */
export function inTurn(base: readonly Spot[], turn: string): Spot[] {
  let spots = turn[0] === "f" ? flipped(base) : cornered(base);
  for (let degrees = Number(turn.slice(1)); degrees > 0; degrees -= 90) spots = turned(spots);
  return spots;
}

const key = (spots: readonly Spot[]): string => spots.map(String).sort().join(";");

/** Return the first of the turns in which the base shape has these cells. */
export function turnName(base: readonly Spot[], spots: readonly Spot[]): string {
  const wanted = key(spots);
  return TURNS.find((turn) => key(inTurn(base, turn)) === wanted)!;
}

/** Return the index of the spot nearest to the middle of a shape. */
export function middleOf(spots: readonly Spot[]): number {
  const [rows, columns] = sizeOf(spots);
  const away = spots.map(([row, column]) => Math.hypot(row - (rows - 1) / 2, column - (columns - 1) / 2));
  return away.indexOf(Math.min(...away));
}

export const moved = (spots: readonly Spot[], [down, right]: Spot): Spot[] =>
  spots.map(([row, column]) => [row + down, column + right]);
