// Giving and covering only move what is in sight: they are shown before the server has answered. What a tile shows
// when it is turned nobody can tell, and whose turn comes next the server will say.
import type { AnyView } from "$web/games.ts";
import type { BonbonsView, Consequence, TileView } from "./view.ts";

export function predict(any: AnyView, move: string): AnyView | null {
  const view = any as BonbonsView;
  const [verb, place] = move.split(" ");
  if (verb === "give" && view.stolen) return moved(view, move, exchanged(view, view.stolen, place!));
  if (verb === "cover") return moved(view, move, covered(view, place!));
  return null;
}

type Change = (tile: TileView) => TileView;

function exchanged(view: BonbonsView, stolen: string, given: string): Change {
  const face = view.rounds.flat().find((tile) => tile.place === stolen)?.face ?? null;
  return (tile) => {
    if (tile.place === given) return { ...tile, side: "up", face };
    return tile.place === stolen ? { ...tile, side: "down", face: null } : tile;
  };
}

function covered(view: BonbonsView, place: string): Change {
  const coins = view.squares.filter((tile) => tile.side === "open").map((tile) => tile.place);
  return (tile) => {
    if (tile.place === place) return { ...tile, side: "covered" };
    return coins.includes(tile.place) ? { ...tile, side: "empty", face: null } : tile;
  };
}

/** The view with its tiles changed, and nothing to choose until the server has spoken. */
function moved(view: BonbonsView, move: string, change: Change): BonbonsView {
  const foreseen = view.foreseen[move] as unknown as Consequence | undefined;
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
