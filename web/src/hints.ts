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
  const why = named(reasons.filter(({ points }) => points > 0), MAX_FOR, sentences);
  const but = named(reasons.filter(({ points }) => points < 0), MAX_AGAINST, sentences);
  return why && but ? words.t("hint.but", { why, but }) : why || but;
}

/** Return the first reasons as a list in words; those that differ only in their subject are one: `KEY.many`. */
function named(reasons: readonly Reason[], most: number, { words }: Sentences): string {
  const subjects = new Map<string, Set<string>>();
  for (const { item, points, subject } of reasons) {
    // The items dream-1, dream-2 ... share their text.
    const key = `why.${item.replace(/-\d+$/, "")}.${points > 0 ? "more" : "less"}`;
    const shown = !subject && words.has(`${key}.plain`) ? `${key}.plain` : key;
    subjects.set(shown, (subjects.get(shown) ?? new Set()).add(subject && words.t(subject)));
  }
  const texts = [...subjects].map(([key, each]) => words.t(each.size > 1 ? `${key}.many` : key, { subject: words.list([...each]) }));
  return words.list(texts.slice(0, most));
}
