// What may need an explanation the first time that it happens; the texts are `tip.KIND` in words.*.json.
import type { Step } from "$web/story.ts";
import { flippedCells } from "./story.ts";
import type { CloudsView } from "./view.ts";

export const TIPS = ["desolation", "moons", "tzimime", "city", "eruption", "traveller", "portal", "sun", "draft"] as const;
type Tip = (typeof TIPS)[number];

/** Return the kind of what a move did, the rarest first; null for an everyday move. */
export function tipOf({ before, after, line }: Step): Tip | null {
  const [old, view] = [before as CloudsView, after as CloudsView];
  const [verb = "", first = "", cell = first] = line.words.split(" ");
  const [was, world] = [old.worlds[line.seat], view.worlds[line.seat]];
  if (was && world) {
    const flipped = flippedCells(was, world);
    if (flipped.length > 1) return "desolation";
    if (flipped.length) return flipped[0] === cell ? "tzimime" : "moons";
    if (world.cities.length > was.cities.length) return "city";
    if (view.phase === "cover" && old.phase !== "cover") return "eruption";
    if (world.travellers.length > was.travellers.length) return "traveller";
    if (world.portals.length > was.portals.length) return "portal";
  }
  if (verb === "face") return "sun";
  return verb === "keep" && view.phase !== old.phase ? "draft" : null;
}
