import type { View } from "../../wire";
import type { MoveStory, Step } from "../story.ts";
import type { TableSession } from "./tableSession.svelte.ts";

const STEP_MS = 1100;

/** The replay of a match, move by move, from this viewer's point of view. */
export class Replay {
  ply = $state(0);
  /** The view at `ply`; the last one that was loaded while it is on its way, null before the first. */
  view = $state.raw<View | null>(null);
  /** The view before the move at `ply`; null for the deal. */
  before = $state.raw<View | null>(null);
  running = $state(false);
  /** What the move at `ply` did; null for the deal. */
  story = $state.raw<MoveStory | null>(null);
  readonly last: number;

  private readonly session: TableSession;
  private readonly onclose: () => void;
  private readonly views = new Map<number, View>();
  private timer = 0;

  /** `first`: the ply that is shown at first. */
  constructor(session: TableSession, onclose: () => void, first = 0) {
    this.session = session;
    this.onclose = onclose;
    this.last = session.connection.serverView?.ply ?? 0;
    void this.show(first);
  }

  /** Show the position after `ply` moves. */
  async show(ply: number): Promise<void> {
    this.ply = Math.min(Math.max(ply, 0), this.last);
    const wanted = this.ply;
    const [before, view] = [wanted ? await this.load(wanted - 1) : null, await this.load(wanted)];
    // Another ply may have been asked for meanwhile.
    if (wanted !== this.ply || !view) return;
    const line = this.session.connection.log.find((each) => each.ply === wanted);
    this.story = before && line ? this.session.tell({ before, after: view, line }) : null;
    this.before = before;
    this.view = view;
  }

  /** Return the views before and after the move at a ply; null for the deal. */
  async viewsAt(ply: number): Promise<Pick<Step, "before" | "after"> | null> {
    const [before, after] = [ply ? await this.load(ply - 1) : null, await this.load(ply)];
    return before && after ? { before, after } : null;
  }

  toggle(): void {
    this.running = !this.running;
    clearInterval(this.timer);
    if (this.running) this.timer = window.setInterval(() => this.step(), STEP_MS);
  }

  close(): void {
    clearInterval(this.timer);
    this.onclose();
  }

  private step(): void {
    if (this.ply < this.last) void this.show(this.ply + 1);
    else this.toggle();
  }

  private async load(ply: number): Promise<View | null> {
    if (!this.views.has(ply))
      await this.session.attempt(async () => {
        this.views.set(ply, await this.session.place.api.history(this.session.id, ply));
      });
    return this.views.get(ply) ?? null;
  }
}
