// Selecting a move by touches: each touch narrows the list of legal moves by one word. The Python twin is
// core/narrowing.py; tests/core/narrowing.json holds the cases for both.

/** The touches that select a move, joined by spaces, and the move. */
export type MovePaths = Map<string, string>;

/**
 * Return the path of each move. The verb is left out where the things alone identify the move; the path of a move
 * without things is its verb. No path is a prefix of another, and no two moves share one.
 */
export function movePaths(moves: readonly string[]): MovePaths {
  const split = moves.map((move) => move.split(" "));
  // The verbs of each complete path and of each prefix, so that moves need not be compared pairwise.
  const complete = new Map<string, Set<string>>();
  const prefixes = new Map<string, Set<string>>();
  for (const words of split) {
    const things = thingsOf(words);
    addVerb(complete, things.join(" "), words[0]!);
    for (let length = 1; length <= things.length; length++)
      addVerb(prefixes, things.slice(0, length).join(" "), words[0]!);
  }
  return new Map(split.map((words) => [pathOf(words, complete, prefixes).join(" "), words.join(" ")]));
}

function thingsOf(words: string[]): string[] {
  return words.length > 1 ? words.slice(1) : words;
}

function addVerb(verbs: Map<string, Set<string>>, path: string, verb: string): void {
  verbs.set(path, (verbs.get(path) ?? new Set()).add(verb));
}

/** Return the things alone, or the whole move if a path of another verb is a prefix of theirs or the reverse. */
function pathOf(words: string[], complete: Map<string, Set<string>>, prefixes: Map<string, Set<string>>): string[] {
  const things = thingsOf(words);
  const others = new Set(prefixes.get(things.join(" ")));
  for (let length = 1; length <= things.length; length++)
    for (const verb of complete.get(things.slice(0, length).join(" ")) ?? []) others.add(verb);
  others.delete(words[0]!);
  return others.size ? words : things;
}

/** Return the things that may be touched next, without duplicates. */
export function targets(paths: MovePaths, touched: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths.keys()) {
    const things = path.split(" ");
    if (things.length > touched.length && touched.every((thing, at) => things[at] === thing))
      found.add(things[touched.length]!);
  }
  return [...found];
}

/** Return the move that the touches select; null while it is not complete. */
export function completeMove(paths: MovePaths, touched: readonly string[]): string | null {
  return paths.get(touched.join(" ")) ?? null;
}

/** When a complete move must be confirmed by a second touch: never, where a touch may be a slip, or always. */
export type ConfirmMode = "never" | "slips" | "always";

/** What is known of a complete move before it is played. */
export interface MoveSummary {
  /** The number of touches that selected it. */
  touches: number;
  /** Whether it has a preview. */
  foreseen: boolean;
  /** Whether it could be undone without asking another person. */
  undoable: boolean;
}

/**
 * Return whether a complete move must be confirmed. A finger covers what it touches and cannot hover, so on a touch
 * screen the preview is shown first: always after several touches, after a single one unless the move can be undone freely.
 * A single touch without a preview, such as turning an unknown tile, needs no confirmation.
 */
export function needsConfirmation(mode: ConfirmMode, { touches, foreseen, undoable }: MoveSummary): boolean {
  return mode === "always" || (mode === "slips" && (touches > 1 || (foreseen && !undoable)));
}

/** Return the touches after one more. A target of an earlier step replaces the later touches; null if it is none. */
export function touchesAfter(paths: MovePaths, touched: readonly string[], thing: string): string[] | null {
  for (let length = touched.length; length >= 0; length--) {
    const kept = touched.slice(0, length);
    if (targets(paths, kept).includes(thing)) return [...kept, thing];
  }
  return null;
}
