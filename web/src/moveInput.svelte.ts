import { type ConfirmMode, completeMove, movePaths, needsConfirmation, targets, touchesAfter } from "./narrowing.ts";

/** Attributes that a board spreads over an element to make it a thing that can be touched. */
export type ThingAttributes = Record<string, string | number | boolean | undefined>;

/** For each move that has a preview: what it would do, in fields of the game. */
export type Foreseen = Record<string, Record<string, unknown>>;

/**
 * The selection of a move, touch by touch: which legal moves the touches so far leave, what may be touched next, what
 * a move would do. Mouse, finger, keyboard and screen reader all go through `touch`. It knows no rules: the server
 * sends the list of legal moves.
 */
export class MoveInput {
  moves = $state.raw<readonly string[]>([]);
  foresights = $state.raw<Foreseen>({});
  /** The words of the things touched so far. */
  touched = $state.raw<readonly string[]>([]);
  /** The word of the thing under the mouse or with the focus; null if there is none. */
  aimed = $state<string | null>(null);
  /** A complete move that waits for confirmation by a second touch; null if there is none. */
  ready = $state<string | null>(null);
  /** The move that a hint shows after the one that waits: it waits next, once that one is made; null for none. */
  planned = $state<string | null>(null);
  /** Whether any move can be undone without asking another person. */
  undoable = false;
  /** Whether the only target is touched automatically; a move that is complete then waits for confirmation. */
  forces = false;
  /** How many of the touches were made automatically. */
  private forced = $state(0);

  readonly paths = $derived(movePaths(this.moves));
  readonly targets = $derived(targets(this.paths, this.touched));
  /** The move that waits for confirmation, or the one that the aimed thing would complete; null if neither. */
  readonly candidate = $derived(
    this.ready ?? (this.aimed === null ? null : completeMove(this.paths, [...this.touched, this.aimed])),
  );
  /** The preview of the candidate, in fields of the game; null if there is none. */
  readonly foreseen = $derived(this.candidate === null ? null : (this.foresights[this.candidate] ?? null));

  /** Whether a person has chosen something that `back` takes back. */
  readonly hasChoice = $derived(this.touched.length > this.forced || (this.ready !== null && this.moves.length > 1));

  private readonly play: (move: string, inRace: boolean) => void;

  /** `play` sends a complete move; the default ignores it, for a board that only shows a position. */
  constructor(play: (move: string, inRace: boolean) => void = () => {}) {
    this.play = play;
  }

  /** Replace the list of legal moves. Touches that still begin one of them are kept. */
  setMoves(moves: readonly string[], foresights: Foreseen = {}): void {
    this.foresights = foresights;
    const isSame = moves.length === this.moves.length && moves.every((move, at) => move === this.moves[at]);
    // After a move that was refused, the same moves come again.
    if (isSame) return this.touchForced();
    this.moves = moves;
    if (this.ready !== null && !moves.includes(this.ready)) this.ready = null;
    if (!targets(this.paths, this.touched).length) this.touched = [];
    if (this.ready === null && this.planned !== null && moves.includes(this.planned)) this.suggest(this.planned);
    this.touchForced();
  }

  /** Touch things while there is only one target. A move that is complete then still waits for confirmation. */
  private touchForced(): void {
    if (!this.forces || this.touched.length || this.ready !== null) return;
    for (;;) {
      const [only, ...more] = this.targets;
      if (only === undefined || more.length) break;
      const touched = [...this.touched, only];
      const move = completeMove(this.paths, touched);
      if (move !== null) {
        this.ready = move;
        break;
      }
      this.touched = touched;
    }
    this.forced = this.touched.length;
  }

  /** Return the move that the only target completes; null if there are more targets or it needs more touches. */
  private onlyMove(): string | null {
    const [only, ...more] = this.targets;
    return only === undefined || more.length ? null : completeMove(this.paths, [...this.touched, only]);
  }

  isTarget(thing: string): boolean {
    return this.targets.includes(thing);
  }

  isTouched(thing: string): boolean {
    return this.touched.includes(thing);
  }

  /** Return whether touching the thing confirms the move that waits, wherever the pointer is now. */
  isReady(thing: string): boolean {
    return this.ready !== null && completeMove(this.paths, [...this.touched, thing]) === this.ready;
  }

  /** Return whether the thing is a target and the move would need more touches after it: then it can be dragged. */
  isPartial(thing: string): boolean {
    return this.isTarget(thing) && completeMove(this.paths, [...this.touched, thing]) === null;
  }

  /** Touch a thing; ignored if it is not a target. A complete move is played, or becomes `ready` as `mode` demands. */
  touch(thing: string, mode: ConfirmMode = "never"): void {
    const touched = touchesAfter(this.paths, this.touched, thing);
    if (!touched) return;
    const move = completeMove(this.paths, touched);
    if (move === null) {
      this.touched = touched;
      this.ready = this.forces ? this.onlyMove() : null;
      this.planned = null;
    } else if (this.ready !== move && needsConfirmation(mode, this.summary(move, touched.length))) {
      this.ready = move;
      this.planned = null;
      this.aimed = thing;
    } else {
      this.submit(move);
    }
  }

  /** Let the move of a hint wait for confirmation, and `then` once that move is made. */
  suggest(move: string, then: string | null = null): void {
    const path = [...this.paths].find(([, each]) => each === move)?.[0].split(" ") ?? [];
    // As if a person had touched all but the last thing, so that the board shows it; boards of races show a hint themselves.
    this.touched = this.forces ? path.slice(0, -1) : [];
    this.forced = 0;
    this.ready = move;
    this.planned = then;
  }

  private summary(move: string, touches: number) {
    return { touches, foreseen: move in this.foresights, undoable: this.undoable };
  }

  /**
   * Play a complete move and clear the touches. In a race others change the position all the time: with `inRace` the
   * move counts whenever it is still legal, even after own moves that the server has not answered yet.
   */
  submit(move: string, inRace = false): void {
    const planned = move === this.ready ? this.planned : null;
    this.clear();
    this.planned = planned;
    this.play(move, inRace);
  }

  private clear(): void {
    this.touched = [];
    this.forced = 0;
    this.ready = this.planned = null;
  }

  /** Undo the pending confirmation, else the last touch; with `all`, every touch of a person. Return false if there was none. */
  back(all = false): boolean {
    if (!this.hasChoice) return false;
    // The only move became ready by the last touch, and goes with it.
    const isReadyAlone = this.ready !== null && this.onlyMove() === null;
    const kept = all ? this.forced : this.touched.length - (isReadyAlone ? 0 : 1);
    this.touched = this.touched.slice(0, Math.max(kept, this.forced));
    this.ready = this.planned = null;
    return true;
  }

  /** Return the attributes for the element of a thing. `word` is its word in moves, `label` its accessible name. */
  thing(word: string, label: string): ThingAttributes {
    const target = this.isTarget(word);
    const touched = this.isTouched(word);
    const state = touched ? "touched" : target ? "target" : "idle";
    return {
      "data-thing": word,
      "data-state": this.isReady(word) ? "ready" : state,
      "data-drag": (this.isPartial(word) || touched) || undefined,
      "aria-label": label,
      "aria-pressed": touched || undefined,
      role: target || touched ? "button" : "img",
      tabindex: target || touched ? 0 : -1,
    };
  }
}
