import type { Line, Review, ReviewedMove, ReviewState, View } from "../../wire";
import type { MoveStory, Step } from "../story.ts";
import { Replay } from "../table/replay.svelte.ts";
import type { TableSession } from "../table/tableSession.svelte.ts";
import { isMistake, momentsOf } from "./moments.ts";

const POLL_MS = 1000;

const lineOf = ({ ply, seat }: ReviewedMove, words: string): Line => ({ ply: ply + 1, seat, by: "person", words });

/** The review of a finished match on this page: its progress, the move that is shown, and the comment on it. */
export class ReviewModel {
  state = $state.raw<ReviewState | null>(null);
  /** The seat whose moments are shown. */
  seat = $state(0);
  readonly replay: Replay;

  private readonly session: TableSession;
  private timer = 0;
  private closed = false;

  readonly review = $derived<Review | null>(this.state?.review ?? null);
  readonly moments = $derived(this.review ? momentsOf(this.review, this.state!.points, this.seat) : []);
  /** The move that leads to the shown ply; null for the deal, and for moves of the clock. */
  readonly move = $derived.by<ReviewedMove | null>(() => this.moveAt(this.replay.ply));
  /** Whether the board shows the position before the move, with the choice and what was better. */
  readonly isChoice = $derived.by(
    () => this.move !== null && isMistake(this.move) && !!this.move.best && this.move.seat === this.replay.before?.seat,
  );
  readonly view = $derived.by<View | null>(() => (this.isChoice ? this.replay.before : this.replay.view));
  /** What the person chose by the shown move; for moves of the clock, what they did; null for the deal. */
  readonly chosen = $derived.by<MoveStory | null>(() => {
    const { before, view: after, story } = this.replay;
    return this.move && before && after ? this.tellChosen(this.move, { before, after }) : story;
  });

  /** Create it in a component; `ply` is the move to show first, null for the first moment. */
  constructor(session: TableSession, ply: number | null) {
    this.session = session;
    this.seat = session.seat ?? session.view?.outcome?.winners[0] ?? 0;
    this.replay = new Replay(session, () => {}, ply ?? session.connection.serverView?.ply ?? 0);
    void this.ask(ply === null);
    $effect(() => () => {
      this.closed = true;
      clearTimeout(this.timer);
      this.replay.close();
    });
  }

  /** Ask for the review and follow its progress. `showFirst`: show the first moment once it is there. */
  async ask(showFirst = false): Promise<void> {
    await this.session.attempt(async () => (this.state = await this.session.place.api.askReview(this.session.id)));
    this.follow(showFirst);
  }

  /** Take back the request. */
  async cancel(): Promise<void> {
    clearTimeout(this.timer);
    await this.session.attempt(async () => (this.state = await this.session.place.api.cancelReview(this.session.id)));
  }

  /** Show the position one move before (-1) or after (1) the shown one. */
  step(by: -1 | 1): void {
    this.show(this.replay.ply + by);
  }

  show(ply: number): void {
    void this.replay.show(ply);
  }

  moveAt(ply: number): ReviewedMove | null {
    return this.review?.moves.find((move) => move.ply === ply - 1) ?? null;
  }

  /** Return what was chosen by a move between two views. */
  tellChosen(move: ReviewedMove, views: Pick<Step, "before" | "after">): MoveStory {
    return this.session.tellChoice({ ...views, line: lineOf(move, move.words) });
  }

  /** Return what the better move would have done, as far as the board can predict it; else its line of the log. */
  bestStory(move: ReviewedMove): MoveStory | null {
    const before = this.replay.before;
    if (!move.best || !before) return null;
    const line = lineOf(move, move.best);
    // What a move of others would do besides is not in the view.
    const mover = move.seat === before.seat ? before : { ...before, seat: move.seat, foreseen: {} };
    const after = this.session.connection.predict?.(mover, move.best);
    // A move that lays nothing can be told without the view after it.
    const story = this.session.tell({ before, after: after ? { ...after, seat: before.seat } : before, line });
    return story ?? { seat: move.seat, text: this.session.sentences.line(line, this.session.seat) };
  }

  private follow(showFirst: boolean): void {
    const { status } = this.state ?? {};
    if (status === "done" && showFirst) this.show(this.moments[0]?.ply ?? this.replay.last);
    if (this.closed || (status !== "waiting" && status !== "running")) return;
    this.timer = window.setTimeout(async () => {
      await this.session.attempt(async () => (this.state = await this.session.place.api.review(this.session.id)));
      this.follow(showFirst);
    }, POLL_MS);
  }
}
