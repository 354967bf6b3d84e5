// How a hand says a move: each touch narrows the list of legal moves by one word. The twin of core/narrowing.py:
// tests/narrowing.json holds both to the same answers.

/** Things touched, joined by spaces, and the move they say. */
export type Ways = Map<string, string>;

/**
 * The path of each move. The verb is left out where the things alone tell the move; a move without things is said
 * by its verb. No path is the beginning of another, none is shared.
 */
export function paths(moves: readonly string[]): Ways {
  const split = moves.map((move) => move.split(" "));
  const whole = new Map<string, Set<string>>();
  const begun = new Map<string, Set<string>>();
  for (const said of split) {
    const bare = bareOf(said);
    note(whole, bare.join(" "), said[0]!);
    for (let length = 1; length <= bare.length; length++) note(begun, bare.slice(0, length).join(" "), said[0]!);
  }
  return new Map(split.map((said) => [pathOf(said, whole, begun).join(" "), said.join(" ")]));
}

function bareOf(said: string[]): string[] {
  return said.length > 1 ? said.slice(1) : said;
}

function note(verbs: Map<string, Set<string>>, path: string, verb: string): void {
  verbs.set(path, (verbs.get(path) ?? new Set()).add(verb));
}

/** The things alone, unless the way of another verb begins or goes on like theirs. */
function pathOf(said: string[], whole: Map<string, Set<string>>, begun: Map<string, Set<string>>): string[] {
  const bare = bareOf(said);
  const others = new Set(begun.get(bare.join(" ")));
  for (let length = 1; length <= bare.length; length++)
    for (const verb of whole.get(bare.slice(0, length).join(" ")) ?? []) others.add(verb);
  others.delete(said[0]!);
  return others.size ? said : bare;
}

/** The things that may be touched next. */
export function targets(ways: Ways, touched: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of ways.keys()) {
    const things = path.split(" ");
    if (things.length > touched.length && touched.every((thing, at) => things[at] === thing))
      found.add(things[touched.length]!);
  }
  return [...found];
}

/** The move, once the touches say it. */
export function said(ways: Ways, touched: readonly string[]): string | null {
  return ways.get(touched.join(" ")) ?? null;
}

/** When a whole move waits for the same touch again: never, where a finger may have slipped, or always. */
export type Asking = "never" | "slips" | "always";

/** What is known of a whole move before it is made. */
export interface Said {
  touches: number;
  /** Whether it can be told what would follow from it. */
  foreseen: boolean;
  /** Whether it could be taken back without asking anybody. */
  undoable: boolean;
}

/**
 * Whether a whole move is asked once more. A finger covers what it touches and cannot hover, so it first sees what
 * would follow: of several touches always; of a single one unless the move can be taken back freely. Where nothing can
 * be told beforehand, as of a tile that nobody has seen, there is nothing to ask: it is turned.
 */
export function asksAgain(asking: Asking, { touches, foreseen, undoable }: Said): boolean {
  return asking === "always" || (asking === "slips" && (touches > 1 || (foreseen && !undoable)));
}

/** The touches after one more; touching what was possible earlier goes back to there. Null if it is no target. */
export function touching(ways: Ways, touched: readonly string[], thing: string): string[] | null {
  for (let length = touched.length; length >= 0; length--) {
    const kept = touched.slice(0, length);
    if (targets(ways, kept).includes(thing)) return [...kept, thing];
  }
  return null;
}
