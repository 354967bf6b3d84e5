// What a review says, as data: the moments of a seat, and figures without more digits than they deserve.
import type { Review, ReviewedMove } from "../../wire";

/** A move of a seat that mattered. `points`: what it cost (negative) or brought. `ply` is the number of moves with it. */
export interface ReviewMoment {
  ply: number;
  move: ReviewedMove;
  points: number;
}

const MOMENTS = 3;
/** Fewer points than this are not called a mistake, nor a good move. */
const LEAST_POINTS = 2;

/** Return what a move cost, in whole points of the lead over the best rival. */
export const costOf = (move: ReviewedMove): number => Math.round(move.cost ?? 0);

/** Return whether the review marks a move as doubtful or costly. */
export const isMistake = (move: ReviewedMove): boolean => move.mark === "doubtful" || move.mark === "costly";

/** The share of moves with an error, above 0, from which on moves count as compared with others. */
const LEAST_JUDGED = 0.1;

/** Return whether moves were compared with others: in a race they are not, but for a few choices. */
export function isJudged({ moves }: Review): boolean {
  const free = moves.filter((move) => move.mark !== "forced");
  return free.filter((move) => (move.error ?? 0) > 0).length > LEAST_JUDGED * free.length;
}

/** Return the mark of each move by its ply, as the log counts; none where moves were not compared. */
export function marksOf(review: Review): Record<number, string> {
  return isJudged(review) ? Object.fromEntries(review.moves.map((move) => [move.ply + 1, move.mark])) : {};
}

/**
 * Return the moves of a seat that mattered, in order: the expensive ones, then, where there is room, the good ones that
 * brought most. `points`: the scores of all seats at every ply.
 */
export function momentsOf(review: Review, points: readonly (readonly number[])[], seat: number): ReviewMoment[] {
  if (!isJudged(review)) return [];
  const own = review.moves.filter((move) => move.seat === seat);
  const turning = new Set(review.turning_points[seat] ?? []);
  const mistakes = own
    .filter((move) => turning.has(move.ply) && isMistake(move))
    .map((move) => ({ ply: move.ply + 1, move, points: -costOf(move) }));
  const good = own
    .filter((move) => move.mark === "good")
    .map((move) => ({ ply: move.ply + 1, move, points: (points[move.ply + 1]?.[seat] ?? 0) - (points[move.ply]?.[seat] ?? 0) }))
    .filter(({ points }) => points >= LEAST_POINTS)
    .sort((one, other) => other.points - one.points);
  return [...mistakes, ...good].slice(0, MOMENTS).sort((one, other) => one.ply - other.ply);
}

/** Return a curve with less noise: each point is the mean of itself and its neighbours; the ends stay as they are. */
export function smoothed(curve: readonly (readonly number[])[], reach = 2): number[][] {
  return curve.map((scores, at) => {
    const near = Math.min(reach, at, curve.length - 1 - at);
    const window = curve.slice(at - near, at + near + 1);
    return scores.map((_, seat) => window.reduce((sum, each) => sum + each[seat]!, 0) / window.length);
  });
}

/** Return round numbers for the axis of a curve, from at most `low` to at least `high`. */
export function axisTicks(low: number, high: number, count = 4): number[] {
  const rough = Math.max(high - low, 1) / count;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * unit).find((each) => each >= rough) ?? rough);
  const first = Math.floor(low / step) * step;
  return Array.from({ length: Math.ceil((high - first) / step) + 1 }, (_, at) => first + at * step);
}

/**
 * Add up the points of items that share a name, the largest first: where `hasName` says that "dream" has one, "dream-1"
 * and "dream-2" are the item "dream".
 */
export function namedItems(items: readonly (readonly [string, number])[], hasName: (item: string) => boolean): [string, number][] {
  const sums = new Map<string, number>();
  for (const [item, points] of items) {
    const group = item.replace(/-\d+$/, "");
    const name = hasName(group) ? group : item;
    sums.set(name, (sums.get(name) ?? 0) + points);
  }
  return [...sums].sort(([, a], [, b]) => b - a);
}
