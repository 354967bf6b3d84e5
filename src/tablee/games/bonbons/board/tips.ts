// What may need an explanation the first time that it happens; the texts are `tip.KIND` in words.*.json.
import type { Step } from "$web/story.ts";
import { changeBetween, turnedTile } from "./changes.ts";
import type { BonbonsView } from "./view.ts";

export const TIPS = ["theft", "swap", "wrapper", "covered", "coin", "pair", "miss"] as const;
type Tip = (typeof TIPS)[number];

/** Return the kind of what a move did, the rarest first; null for an everyday move. */
export function tipOf({ before, after, line }: Step): Tip | null {
  const [old, view] = [before as BonbonsView, after as BonbonsView];
  if (line.seat < 0 || line.words === "stop") return null;
  const { kind } = changeBetween(old, view);
  if (kind !== "none") return kind;
  const turned = turnedTile(old, view);
  if (turned?.face === "coin") return "coin";
  return turned?.side === "lingering" ? "miss" : null;
}
