import { type Asking, asksAgain, paths, said, targets, touching } from "./narrowing.ts";

/** What a board spreads over an element to make it a thing that can be touched. */
export type ThingAttributes = Record<string, string | number | boolean | undefined>;

export type Foreseen = Record<string, Record<string, unknown>>;

/**
 * The viewer's hand over the board: which legal moves the touches so far leave, what may be touched next, what a move
 * would do. Mouse, finger, keyboard and screen reader all go through `touch`. It knows no rule: the server's list of
 * moves is the law.
 */
export class Hand {
  moves = $state.raw<readonly string[]>([]);
  foresights = $state.raw<Foreseen>({});
  /** The words of the things touched so far. */
  touched = $state.raw<readonly string[]>([]);
  /** The thing under the mouse or the focus. */
  aimed = $state<string | null>(null);
  /** A whole move that waits for a second touch to confirm it. */
  ready = $state<string | null>(null);
  /** Whether whatever is played can be taken back without asking anybody. */
  undoable = false;

  readonly ways = $derived(paths(this.moves));
  readonly targets = $derived(targets(this.ways, this.touched));
  /** The move that the aimed thing would complete, or the one that waits for confirmation. */
  readonly candidate = $derived(
    this.ready ?? (this.aimed === null ? null : said(this.ways, [...this.touched, this.aimed])),
  );
  /** What the candidate would do, in the game's own terms; a board shows it before it is confirmed. */
  readonly foreseen = $derived(this.candidate === null ? null : (this.foresights[this.candidate] ?? null));

  private readonly play: (move: string, hurried: boolean) => void;

  constructor(play: (move: string, hurried: boolean) => void = () => {}) {
    this.play = play;
  }

  /** New moves to choose from. Touches that still lead somewhere are kept. */
  offer(moves: readonly string[], foresights: Foreseen = {}): void {
    this.foresights = foresights;
    if (moves.length === this.moves.length && moves.every((move, at) => move === this.moves[at])) return;
    this.moves = moves;
    if (this.ready !== null && !moves.includes(this.ready)) this.ready = null;
    if (!targets(this.ways, this.touched).length) this.touched = [];
  }

  isTarget(thing: string): boolean {
    return this.targets.includes(thing);
  }

  isTouched(thing: string): boolean {
    return this.touched.includes(thing);
  }

  /** Whether touching it once more makes the move that waits, wherever the pointer has gone meanwhile. */
  isReady(thing: string): boolean {
    return this.ready !== null && said(this.ways, [...this.touched, thing]) === this.ready;
  }

  /** Whether touching leads on to another touch: such a thing can be dragged. */
  leadsOn(thing: string): boolean {
    return this.isTarget(thing) && said(this.ways, [...this.touched, thing]) === null;
  }

  /** Touch a thing. Where it is asked once more, a whole move waits for the same touch again. */
  touch(thing: string, asking: Asking = "never"): void {
    const touched = touching(this.ways, this.touched, thing);
    if (!touched) return;
    const move = said(this.ways, touched);
    if (move === null) {
      this.touched = touched;
      this.ready = null;
    } else if (this.ready !== move && asksAgain(asking, this.known(move, touched.length))) {
      this.ready = move;
      this.aimed = thing;
    } else {
      this.say(move);
    }
  }

  private known(move: string, touches: number) {
    return { touches, foreseen: move in this.foresights, undoable: this.undoable };
  }

  /**
   * Make a whole move. In a race others change the table all the time: a hurried move counts whenever it is still
   * allowed, also after moves of one's own that are still on their way.
   */
  say(move: string, hurried = false): void {
    this.back(true);
    this.play(move, hurried);
  }

  /** Take the last touch back, or all of them; false if there was none. */
  back(all = false): boolean {
    const had = this.touched.length > 0 || this.ready !== null;
    this.touched = all ? [] : this.ready !== null ? this.touched : this.touched.slice(0, -1);
    this.ready = null;
    return had;
  }

  /** Attributes for the element of a thing: what it is called, whether it may be touched now. */
  thing(word: string, label: string): ThingAttributes {
    const target = this.isTarget(word);
    const touched = this.isTouched(word);
    const state = touched ? "touched" : target ? "target" : "idle";
    return {
      "data-thing": word,
      "data-state": this.isReady(word) ? "ready" : state,
      "data-drag": (this.leadsOn(word) || touched) || undefined,
      "aria-label": label,
      "aria-pressed": touched || undefined,
      role: target || touched ? "button" : "img",
      tabindex: target || touched ? 0 : -1,
    };
  }
}
