// The clocks that a table may have, as few as serve everybody; the server knows any.
import type { Clock } from "../wire";

export const CLOCKS: Readonly<Record<string, Clock>> = {
  none: { kind: "none" },
  "live-5": { kind: "live", seconds: 300, increment: 10 },
  "live-15": { kind: "live", seconds: 900, increment: 15 },
  "days-1": { kind: "days", days: 1, holidays: 7 },
  "days-3": { kind: "days", days: 3, holidays: 14 },
};

/** The levels a bot may have, from the one a child beats to the one that is hard for everybody. */
export const LEVELS = ["beginner", "casual", "regular", "strong", "expert"] as const;
