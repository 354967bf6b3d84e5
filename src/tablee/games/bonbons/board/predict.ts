// Optimistic update: giving and covering reveal no hidden tile, so they are shown before the server has answered.
// Turning a tile cannot be predicted, and the next actors come from the server.
import type { AnyView } from "$web/games.ts";
import type { BonbonsView, MoveEffect, TileView } from "./view.ts";

/** Return the view after a move, or null if it cannot be predicted. */
export function predict(current: AnyView, move: string): AnyView | null {
  const view = current as BonbonsView;
  const [verb, place] = move.split(" ");
  if (verb === "give" && view.stolen) return applyChange(view, move, swapTiles(view, view.stolen, place!));
  if (verb === "cover") return applyChange(view, move, coverTile(view, place!));
  return null;
}

type TileChange = (tile: TileView) => TileView;

function swapTiles(view: BonbonsView, stolen: string, given: string): TileChange {
  const face = view.rounds.flat().find((tile) => tile.place === stolen)?.face ?? null;
  return (tile) => {
    if (tile.place === given) return { ...tile, side: "up", face };
    return tile.place === stolen ? { ...tile, side: "down", face: null } : tile;
  };
}

function coverTile(view: BonbonsView, place: string): TileChange {
  const coins = view.squares.filter((tile) => tile.side === "open").map((tile) => tile.place);
  return (tile) => {
    if (tile.place === place) return { ...tile, side: "covered" };
    return coins.includes(tile.place) ? { ...tile, side: "empty", face: null } : tile;
  };
}

/** Return the view with its tiles changed and without legal moves, which the server will send. */
function applyChange(view: BonbonsView, move: string, change: TileChange): BonbonsView {
  const foreseen = view.foreseen[move] as unknown as MoveEffect | undefined;
  return {
    ...view,
    ply: view.ply + 1,
    moves: [],
    foreseen: {},
    stolen: null,
    squares: view.squares.map(change),
    rounds: view.rounds.map((row) => row.map(change)),
    found: view.found.map((found, seat) => (seat === view.seat && foreseen ? foreseen.found : found)),
  };
}
