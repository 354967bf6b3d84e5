// Optimistic update: shows a laid tile before the server confirms it. The next actor and all scores wait for the server.
import type { MoveEffect } from "./effects.ts";
import type { IslandsView, IslandView } from "./view.ts";

/** Return the view with the tile of `move` laid on the viewer's island; null if the move lays none. */
export function predictLaid(view: IslandsView, move: string): IslandsView | null {
  const [verb, ...things] = move.split(" ");
  const cell = things.at(-1);
  const taken = view.offer.find((tile) => (verb === "take" ? tile.place === things[0] : verb === "lay" && tile.held));
  if (!taken?.tile || !cell || view.seat === null) return null;
  const turned = (view.foreseen[move] as MoveEffect | undefined)?.turned ?? [];
  const islands = [...view.islands];
  islands[view.seat] = withTile(islands[view.seat]!, cell, taken.tile, turned);
  const offer = view.offer.filter((tile) => tile !== taken);
  return { ...view, moves: [], foreseen: {}, islands, offer, takers: { ...view.takers, [taken.place]: view.seat } };
}

function withTile(island: IslandView, cell: string, tile: string, turned: string[]): IslandView {
  const cells = { ...island.cells, [cell]: { tile, turned: false } };
  for (const other of turned) cells[other] = { ...cells[other]!, turned: true };
  return { ...island, cells };
}
