// A tile laid on one's own island is seen there at once; who is next, and all scores, are the server's to say.
import type { Foresight } from "./effects.ts";
import type { IslandsView, Isle } from "./view.ts";

export function predicted(view: IslandsView, move: string): IslandsView | null {
  const [verb, ...things] = move.split(" ");
  const cell = things.at(-1);
  const taken = view.offer.find((tile) => (verb === "take" ? tile.place === things[0] : verb === "lay" && tile.held));
  if (!taken?.tile || !cell || view.seat === null) return null;
  const turned = (view.foreseen[move] as Foresight | undefined)?.turned ?? [];
  const islands = [...view.islands];
  islands[view.seat] = laid(islands[view.seat]!, cell, taken.tile, turned);
  return { ...view, moves: [], foreseen: {}, islands, offer: view.offer.filter((tile) => tile !== taken) };
}

function laid(isle: Isle, cell: string, tile: string, turned: string[]): Isle {
  const cells = { ...isle.cells, [cell]: { tile, turned: false } };
  for (const other of turned) cells[other] = { ...cells[other]!, turned: true };
  return { ...isle, cells };
}
