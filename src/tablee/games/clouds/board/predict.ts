// Predicts the view after a move, so that the player sees it before the server answers. Flips and portals are those that
// the server foresaw; stars and hidden cards are left to its answer.
import type { AnyView } from "$web/games.ts";
import type { Cell, CloudsView, Foresight, WorldView } from "./view.ts";

export function predict(any: AnyView, move: string): AnyView | null {
  const view = any as CloudsView;
  const [verb, thing = "", cell = ""] = move.split(" ");
  const seen = (view.foreseen[move] ?? {}) as Foresight;
  if (verb === "lay") return { ...laid(view, thing, cell, seen), hand: without(view, thing) };
  if (verb === "take") return { ...laid(view, topOf(view, thing), cell, seen), stacks: taken(view, thing) };
  if (verb === "cover") return changed(view, covered(worldOf(view), thing), { laid: null });
  if (verb === "stand") return changed(view, stood(worldOf(view), view.guest!, thing), { guest: null });
  return null;
}

const worldOf = (view: CloudsView): WorldView => view.worlds[view.seat!]!;

/** Return the view with another World for the viewer, and without moves until the server answers. */
function changed(view: CloudsView, world: WorldView, more: Partial<CloudsView> = {}): CloudsView {
  const worlds = view.worlds.map((each, seat) => (seat === view.seat ? world : each));
  return { ...view, worlds, moves: [], foreseen: {}, ...more };
}

function laid(view: CloudsView, card: string, cell: string, seen: Foresight): CloudsView {
  const world = worldOf(view);
  const cells: Record<string, Cell> = { ...world.cells, [cell]: { card, shows: card, bound: false } };
  for (const flipped of seen.flips ?? []) cells[flipped] = { ...cells[flipped]!, shows: "tzimime" };
  for (const half of seen.portal ?? []) cells[half] = { ...cells[half]!, bound: true };
  const portals = seen.portal ? [...world.portals, seen.portal] : world.portals;
  const [columns, rows] = [ends(world.columns + cell[0]!), ends(world.rows + cell[1]!)];
  return changed(view, { ...world, cells, portals, columns, rows });
}

function ends(names: string): string {
  const sorted = [...names].sort();
  return sorted[0]! + sorted.at(-1)!;
}

/** Return the hand that is shown without a card; a card of another hand is not in it. */
function without({ hand }: CloudsView, card: string): CloudsView["hand"] {
  const first = hand?.findIndex((each) => each.card === card);
  return hand?.filter((_, at) => at !== first) ?? null;
}

const topOf = (view: CloudsView, stack: string): string => view.stacks!.find((each) => each.stack === stack)!.card!;

function taken(view: CloudsView, stack: string): CloudsView["stacks"] {
  return view.stacks!.map((each) => ({
    ...each,
    card: each.stack === stack ? null : each.card,
    current: each.stack === stack,
  }));
}

function covered(world: WorldView, cell: string): WorldView {
  const cells = { ...world.cells, [cell]: { ...world.cells[cell]!, shows: "fumarole" } };
  return { ...world, cells, portals: world.portals.filter((portal) => !portal.includes(cell)) };
}

function stood(world: WorldView, name: string, place: string): WorldView {
  const [side, rows] = place.split("-") as ["left" | "right", string];
  return { ...world, side, travellers: [...world.travellers, { name, place, rows, stars: null, bonus: null, wish: null }] };
}
