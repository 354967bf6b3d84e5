// What may need an explanation the first time that it happens; the texts are `tip.KIND` in words.*.json.
import type { Step } from "$web/story.ts";
import { DREAM_CELLS, type IslandsView } from "./view.ts";

export const TIPS = ["third-lamp", "two-lamps", "brigands", "dream", "hidden", "named", "lookout"] as const;
type Tip = (typeof TIPS)[number];

/** Return the kind of what a move did, the rarest first; null for an everyday move. */
export function tipOf({ before, after, line }: Step): Tip | null {
  const [old, view] = [before as IslandsView, after as IslandsView];
  const [was, island] = [old.islands[line.seat], view.islands[line.seat]];
  if (was && island) {
    if (Object.entries(island.cells).some(([cell, { turned }]) => turned && was.cells[cell] && !was.cells[cell].turned)) return "third-lamp";
    const isMine = line.seat === view.seat;
    if (isMine && island.brink && !was.brink) return "two-lamps";
    if (isMine && island.leads && !was.leads) return "brigands";
    if (DREAM_CELLS.some((cell) => cell in island.cells && !(cell in was.cells))) return "dream";
  }
  if (line.words.startsWith("hide ")) return "hidden";
  if (view.seat === null || old.actors.includes(view.seat)) return null;
  if (view.lookout === view.seat && old.lookout !== view.seat) return "lookout";
  return line.words.startsWith("name ") && view.actors.includes(view.seat) ? "named" : null;
}
