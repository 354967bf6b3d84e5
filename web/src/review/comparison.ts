// One sentence that compares a move with a better one: "You took X; Y would have been worth about 4 points more."
import type { ReviewedMove } from "../../wire";
import type { Sentences } from "../sentences.ts";
import type { MoveStory, PieceRef } from "../story.ts";

interface Compared {
  /** What was chosen, and what the better move would have done. */
  played: MoveStory | null;
  best: MoveStory | null;
  /** What the better move was worth more, in words. */
  points: string;
  /** The seat of the reader; null for a spectator. */
  reader: number | null;
}

/** Return the piece that a move was about; null if its story shows none, several, or what came of it, as a city. */
function pieceOf(story: MoveStory | null): PieceRef | null {
  const { piece, ...others } = story?.pieces ?? {};
  return piece && !Object.keys(others).length ? piece : null;
}

/**
 * Compare two moves of the same verb by their pieces. Null where that says nothing: other verbs, no piece or the same
 * one twice, or no text `review.took.VERB` of the game, because what the verb does to its piece cannot be compared so.
 */
export function comparisonOf(move: ReviewedMove, { played, best, points, reader }: Compared, sentences: Sentences): MoveStory | null {
  const { seat } = move;
  const [[verb, thing, place], [betterVerb, betterThing]] = [move.words.split(" "), (move.best ?? "").split(" ")];
  const [chosen, better] = [pieceOf(played), pieceOf(best)];
  if (!chosen || !better || verb !== betterVerb) return null;
  // The same thing at another place.
  if (place && thing === betterThing) return { seat, text: sentences.words.t("review.elsewhere", { points }), pieces: { chosen } };
  const key = `review.took.${verb}`;
  if (chosen.name === better.name || !sentences.words.has(key)) return null;
  return { seat, text: sentences.about(key, { reader, seat }, { points }), pieces: { chosen, better } };
}
