// One sentence on how a match ended, for the person who reads its review.
import type { Outcome } from "../../wire";
import { siteTranslations, t } from "../language.svelte.ts";
import type { TableSession } from "../table/tableSession.svelte.ts";
import { scoreText } from "../scores.ts";

/** Return the place and score of the viewer, or the winner for a spectator. Reads runes. */
export function resultText(session: TableSession, outcome: Outcome): string {
  const { seat } = session;
  const score = outcome.scores[seat ?? 0]!;
  const points = scoreText(score, session.game);
  if (session.table!.seats.length === 1) return points;
  const [winner = 0] = outcome.winners;
  const who = session.sentences.name(winner);
  if (seat === null) return t("frame.winner", { who });
  const rank = siteTranslations().ordinal(outcome.ranks[seat]!);
  if (outcome.winners.includes(seat)) return t("review.won", { points });
  const gap = outcome.scores[winner]! - score;
  return t(gap ? "review.place" : "review.place-tied", { rank, points, gap, who });
}
