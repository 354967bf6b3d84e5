// The difference between two consecutive views, for animations, pictures and messages.
import { allTiles, type BonbonsView, ownerOf, type TileView } from "./view.ts";

/** What the last move did, as far as views show it. Places and seats that do not apply are "" and -1. */
export interface ViewChange {
  kind: "none" | "pair" | "theft" | "swap" | "covered" | "wrapper";
  /** The seat that moved. */
  actor: number;
  /** The seat that lost a tile. */
  victim: number;
  /** The place of a stolen tile before and after the swap; `to` is also the covered tile. */
  from: string;
  to: string;
  /** Places whose tiles have just been turned up for good. */
  found: readonly string[];
  /** Squares emptied by coins. */
  coins: readonly string[];
  /** The place of a tile drawn from those aside. */
  drawn: string;
}

const NO_CHANGE: ViewChange = {
  kind: "none",
  actor: -1,
  victim: -1,
  from: "",
  to: "",
  found: [],
  coins: [],
  drawn: "",
};

/** Keeps the previous view and computes the change that led to the current one. */
export class ChangeTracker {
  private view: BonbonsView | null = null;
  private change = NO_CHANGE;

  /** Return the change of a view. A view with the same ply, sent again for another reason, keeps its change. */
  update(view: BonbonsView): ViewChange {
    if (this.view?.ply !== view.ply) {
      const follows = this.view !== null && view.ply === this.view.ply + 1;
      this.change = follows ? changeBetween(this.view!, view) : changeOf(view);
      this.view = view;
    }
    return this.change;
  }
}

/** Return what a view tells without its predecessor: the theft that waits for a tile to be given. */
function changeOf(view: BonbonsView): ViewChange {
  const unfinished = view.stolen !== null && view.outcome === null;
  if (!unfinished) return { ...NO_CHANGE, actor: view.turn };
  return { ...NO_CHANGE, kind: "theft", actor: view.turn, victim: ownerOf(view, view.stolen!), from: view.stolen! };
}

export function changeBetween(before: BonbonsView, after: BonbonsView): ViewChange {
  const sides = new Map(allTiles(before).map((tile) => [tile.place, tile.side]));
  const became = (side: TileView["side"]) =>
    allTiles(after).filter((tile) => tile.side === side && sides.get(tile.place) !== side);
  const up = became("up");
  const covered = became("covered")[0];
  const change = { ...NO_CHANGE, actor: before.turn, found: up.map((tile) => tile.place) };
  if (up.some((tile) => tile.face === "wrapper")) {
    const drawn = allTiles(after).find((tile) => !sides.has(tile.place))?.place ?? "";
    return { ...change, kind: "wrapper", drawn };
  }
  if (covered) {
    const coins = became("empty").map((tile) => tile.place);
    return { ...change, kind: "covered", to: covered.place, coins };
  }
  const stolen = before.stolen ?? after.stolen;
  if (stolen !== null) return theftOrSwap(change, before, after, stolen);
  return up.length ? { ...change, kind: "pair" } : change;
}

/** Return a theft while the tile to give is not chosen, a swap afterwards. */
function theftOrSwap(change: ViewChange, before: BonbonsView, after: BonbonsView, from: string): ViewChange {
  const victim = ownerOf(after, from);
  const swapped = before.stolen !== null || after.outcome !== null;
  if (!swapped) return { ...change, kind: "theft", victim, from };
  const to = change.found.find((place) => ownerOf(after, place) === change.actor) ?? "";
  return { ...change, kind: "swap", victim, from, to };
}

/** Return the tile that was turned and belongs to no pair; undefined for none. It may be one of those just missed, still in sight. */
export function turnedTile(before: BonbonsView, after: BonbonsView): TileView | undefined {
  const old = new Map(allTiles(before).map((tile) => [tile.place, tile]));
  return allTiles(after).find(({ place, face, side }) => {
    const was = old.get(place);
    return face !== null && (was?.face === null || (was?.side === "lingering" && side === "open"));
  });
}
