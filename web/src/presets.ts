// The clocks and bot levels that the forms offer.
import type { Clock } from "../wire";

/** Clocks by the key of their name in the translations; the server accepts any other values too. */
export const CLOCK_PRESETS: Readonly<Record<string, Clock>> = {
  none: { kind: "none" },
  "live-5": { kind: "live", seconds: 300, increment: 10 },
  "live-15": { kind: "live", seconds: 900, increment: 15 },
  "move-30": { kind: "move", seconds: 30 },
  "move-120": { kind: "move", seconds: 120 },
  "days-1": { kind: "days", days: 1, holidays: 7 },
  "days-3": { kind: "days", days: 3, holidays: 14 },
};

/** Bot levels, weakest first. */
export const BOT_LEVELS = ["beginner", "casual", "regular", "strong", "expert"] as const;
