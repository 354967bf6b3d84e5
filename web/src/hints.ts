// The sentences of a hint: one that says why a move is good, and what the others are worth.
import type { Advice, Reason } from "../wire";
import type { Sentences } from "./sentences.ts";
import { signed } from "./story.ts";

/** How many items are named for a move, and against it: more would not be read. */
const MAX_FOR = 2;
const MAX_AGAINST = 1;

/** Return why the first of the `count` moves of a hint is good, as one sentence. */
export function whySentence({ move, worth, gain, reasons }: Advice, sentences: Sentences, count = 2): string {
  const { words } = sentences;
  // The game proposed it without a search: it says why for each kind of move.
  if (worth === null) {
    const key = `why.${move.split(" ")[0]}`;
    return words.has(key) ? words.t(key) : "";
  }
  // All other moves are equivalent to it.
  if (count === 1) return words.t("hint.only");
  const isFor = reasons.some(({ points }) => points > 0);
  const why = isFor ? reasonText(reasons, sentences) : "";
  const key = `hint.${gain ? "gain" : "even"}${why ? "" : ".plain"}`;
  return words.t(key, { why, points: signed(gain) });
}

/** Return how a move compares with the first one of a hint: rounded points, or that it is about equal. */
export function behindText({ behind }: Advice, { words }: Sentences): string {
  return behind ? words.t("hint.behind", { points: signed(-behind) }) : words.t("hint.equal");
}

/** Return the largest reasons in words, those for the move first; empty if there are none. */
export function reasonText(reasons: readonly Reason[], sentences: Sentences): string {
  const { words } = sentences;
  const named = (part: readonly Reason[], most: number) =>
    words.list([...new Set(part.map((reason) => reasonWords(reason, sentences)))].slice(0, most));
  const why = named(reasons.filter(({ points }) => points > 0), MAX_FOR);
  const but = named(reasons.filter(({ points }) => points < 0), MAX_AGAINST);
  return why && but ? words.t("hint.but", { why, but }) : why || but;
}

/** Return what an item says about a move: `why.ITEM.more` or `.less`, `.plain` where nothing can be named. */
function reasonWords({ item, points, subject }: Reason, { words }: Sentences): string {
  // The items dream-1, dream-2 ... share their text.
  const key = `why.${item.replace(/-\d+$/, "")}.${points > 0 ? "more" : "less"}`;
  const plain = `${key}.plain`;
  return !subject && words.has(plain) ? words.t(plain) : words.t(key, { subject: subject && words.t(subject) });
}
