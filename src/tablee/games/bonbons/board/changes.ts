// What just happened, told from two views that follow each other: for motion, for pictures, for a sentence.
import { allTiles, type BonbonsView, ownerOf, type TileView } from "./view.ts";

export interface Moment {
  kind: "none" | "pair" | "theft" | "swap" | "covered" | "wrapper";
  /** Whose doing it was. */
  who: number;
  /** Who lost a tile. */
  victim: number;
  /** The place a stolen tile leaves, and the place it comes to. */
  from: string;
  to: string;
  /** Tiles that have just been found. */
  found: readonly string[];
  /** The places that coins have left. */
  coins: readonly string[];
  /** The place of a tile drawn from those put aside. */
  drawn: string;
}

const QUIET: Moment = { kind: "none", who: -1, victim: -1, from: "", to: "", found: [], coins: [], drawn: "" };

/** Remembers the view before this one: that and the present one tell the moment. */
export class Story {
  private view: BonbonsView | null = null;
  private moment = QUIET;

  /** The moment of a view. The same position again, after a line of chat for instance, is the same moment. */
  at(view: BonbonsView): Moment {
    if (this.view?.ply !== view.ply) {
      this.moment = this.view && view.ply === this.view.ply + 1 ? momentBetween(this.view, view) : momentOf(view);
      this.view = view;
    }
    return this.moment;
  }
}

/** What a view tells by itself, to somebody who comes in the middle. */
function momentOf(view: BonbonsView): Moment {
  const caught = view.stolen !== null && view.outcome === null;
  if (!caught) return { ...QUIET, who: view.turn };
  return { ...QUIET, kind: "theft", who: view.turn, victim: ownerOf(view, view.stolen!), from: view.stolen! };
}

export function momentBetween(before: BonbonsView, after: BonbonsView): Moment {
  const sides = new Map(allTiles(before).map((tile) => [tile.place, tile.side]));
  const became = (side: TileView["side"]) =>
    allTiles(after).filter((tile) => tile.side === side && sides.get(tile.place) !== side);
  const up = became("up");
  const covered = became("covered")[0];
  const moment = { ...QUIET, who: before.turn, found: up.map((tile) => tile.place) };
  if (up.some((tile) => tile.face === "wrapper")) {
    const drawn = allTiles(after).find((tile) => !sides.has(tile.place))?.place ?? "";
    return { ...moment, kind: "wrapper", drawn };
  }
  if (covered) {
    const coins = became("empty").map((tile) => tile.place);
    return { ...moment, kind: "covered", to: covered.place, coins };
  }
  const stolen = before.stolen ?? after.stolen;
  if (stolen !== null) return theft(moment, before, after, stolen);
  return up.length ? { ...moment, kind: "pair" } : moment;
}

/** Caught in the act, or already exchanged for a tile of the thief's own. */
function theft(moment: Moment, before: BonbonsView, after: BonbonsView, from: string): Moment {
  const victim = ownerOf(after, from);
  const exchanged = before.stolen !== null || after.outcome !== null;
  if (!exchanged) return { ...moment, kind: "theft", victim, from };
  const to = moment.found.find((place) => ownerOf(after, place) === moment.who) ?? "";
  return { ...moment, kind: "swap", victim, from, to };
}
