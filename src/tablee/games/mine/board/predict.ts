// Prediction of the view after a move of a tile by the viewer, shown before the server has answered.
import type { AnyView } from "$web/games.ts";
import { cellName, inTurn, moved, spotOf, spotsOf } from "./geometry.ts";
import type { Kind, Laid, MineView, SeatBoard, Tile } from "./view.ts";

const SLOTS = "12345678";
// The number of the copy that was taken, which only the server knows.
const UNKNOWN = "?";

/** Return the view after a move; null where it cannot be predicted. */
export function predict(shown: AnyView, move: string): MineView | null {
  const view = shown as MineView;
  const own = view.seat === null ? undefined : view.boards[view.seat];
  if (!own?.gallery) return null;
  const [verb, first = "", second = "", third = ""] = move.split(" ");
  if (verb === "take") return take(view, own, first, second as Kind);
  if (verb === "lay" && own.hand) return lay(view, own, own.hand, first, second);
  const tile = own.tiles[first];
  if (verb === "move" && tile && !isRefused(view, tile, move)) return withTiles(view, { ...own.tiles, [first]: { ...tile, ...lying(view, tile, second, third) } });
  if (verb === "lift" && tile && !own.hand) return withOwn(view, { hand: tile, tiles: without(own.tiles, first) });
  if (verb === "return" && first === "hand" && own.hand) return withOwn(back(view, own.hand), { hand: null });
  if (verb === "return" && tile) return withTiles(back(view, tile), without(own.tiles, first));
  return null;
}

function take(view: MineView, own: SeatBoard, shape: string, element: Kind | "any"): MineView | null {
  const heap = view.pool[shape];
  if (own.hand || !heap?.left) return null;
  const hand: Tile = { tile: `${shape}-${UNKNOWN}`, shape, colour: heap.colour, element: element === "any" ? null : element };
  return withOwn(counted(view, hand, -1), { hand });
}

function lay(view: MineView, own: SeatBoard, hand: Tile, turn: string, cell: string): MineView | null {
  const slot = [...SLOTS].find((each) => !(each in own.tiles));
  if (!slot || isRefused(view, hand, `lay ${turn} ${cell}`)) return null;
  const tiles = { ...own.tiles, [slot]: { ...hand, ...lying(view, hand, turn, cell) } };
  return withOwn(view, { hand: null, tiles });
}

function lying(view: MineView, tile: Tile, turn: string, cell: string): Pick<Laid, "turn" | "cell" | "cells"> {
  const spots = moved(inTurn(spotsOf(view.pool[tile.shape]!.rows), turn), spotOf(cell));
  return { turn, cell, cells: spots.map(cellName) };
}

/** Return whether the server has listed the moves of this tile and this is not among them. */
function isRefused(view: MineView, tile: Tile, move: string): boolean {
  return !tile.tile.endsWith(UNKNOWN) && !view.moves.includes(move);
}

const back = (view: MineView, tile: Tile): MineView => counted(view, tile, 1);

function counted(view: MineView, { shape, element }: Tile, change: number): MineView {
  const heap = view.pool[shape]!;
  const after = { ...heap, left: heap.left + change };
  if (heap.elements && element) after.elements = { ...heap.elements, [element]: (heap.elements[element] ?? 0) + change };
  return { ...view, pool: { ...view.pool, [shape]: after } };
}

function without(tiles: SeatBoard["tiles"], slot: string): SeatBoard["tiles"] {
  return Object.fromEntries(Object.entries(tiles).filter(([each]) => each !== slot));
}

const withTiles = (view: MineView, tiles: SeatBoard["tiles"]): MineView => withOwn(view, { tiles });

function withOwn(view: MineView, change: Partial<SeatBoard>): MineView {
  return { ...view, boards: view.boards.map((board, seat) => (seat === view.seat ? { ...board, ...change } : board)) };
}
