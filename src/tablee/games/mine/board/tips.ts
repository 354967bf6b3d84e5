// What may need an explanation the first time that it happens; the texts are `tip.KIND` in words.*.json.
import type { Step } from "$web/story.ts";
import type { MineView } from "./view.ts";

export const TIPS = ["wrong", "bell", "lamp", "finds", "elves", "card"] as const;
type Tip = (typeof TIPS)[number];

function hasTiles({ boards, seat }: MineView): boolean {
  const own = boards[seat!];
  return !own || own.hand !== null || Object.keys(own.tiles).length > 0;
}

/** Return the kind of what a move did, the rarest first; null for an everyday move. */
export function tipOf({ before, after, line }: Step): Tip | null {
  const [old, view] = [before as MineView, after as MineView];
  if (view.seat === null) return null;
  const isChecked = view.sheets.length > old.sheets.length;
  if (isChecked && view.past[view.seat]?.tiles.some(({ wrong }) => wrong)) return "wrong";
  if (line.words === "call" && line.seat !== view.seat) return "bell";
  if (line.words === "lamp" || line.words.startsWith("burn ")) return "lamp";
  // The start of the race is no move: its first ones, until the viewer has a tile.
  if (view.phase !== "race" || hasTiles(view)) return null;
  return view.finds ? "finds" : view.elves ? "elves" : "card";
}
