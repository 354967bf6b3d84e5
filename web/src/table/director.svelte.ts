import type { Line, View } from "../../wire";
import { type Speed, settings } from "../settings.svelte.ts";
import type { Step } from "../story.ts";

/** A view from the server with the moves that led to it. */
interface Scene {
  before: View;
  after: View;
  lines: readonly Line[];
}

/** How long a move is shown before the next one, in ms at normal speed: that of another person, one's own. */
const STEP_MS = 1000;
const OWN_STEP_MS = 350;
const SPEED_FACTORS: Record<Speed, number> = { calm: 1.6, normal: 1, fast: 0.5, instant: 0 };
/** A replay of the last moves is a little slower. */
const AGAIN_FACTOR = 1.3;
/** With more scenes than this waiting, each is shown for a shorter time. */
const CROWD = 3;
const MAX_HISTORY = 24;

/**
 * Shows the moves of others one after another. The latest view is shown at once if nothing is running; views that
 * arrive while a move is shown wait in a queue, and `held` is the view on the screen meanwhile.
 */
export class Director {
  /** The view to show instead of the latest one; null to show the latest. */
  held = $state.raw<View | null>(null);
  /** The last move that was shown; null before the first. */
  last = $state.raw<Step | null>(null);
  /** The moves that were shown on this device, or added, by their ply. */
  steps = $state.raw<ReadonlyMap<number, Step>>(new Map());
  /** Whether there are moves that `again` can show. */
  canRepeat = $state(false);

  /** Whether moves may be shown again: not where remembering them is the game. */
  mayRepeat = true;

  private readonly onShow: (step: Step) => boolean;
  private queue: Scene[] = [];
  private shown: View | null = null;
  /** The scenes since the last own move, oldest first. */
  private history: Scene[] = [];
  private timer = 0;
  /** How long the move that is being shown needs at least, in ms. */
  private least = 0;
  private repeating = false;

  /** `onShow` is called with each move that is shown; it returns whether the move has a story. */
  constructor(onShow: (step: Step) => boolean) {
    this.onShow = onShow;
  }

  /** Take a view from the server, with the moves since the last one. `atOnce`: show it without a queue. */
  receive(view: View | null, lines: readonly Line[], atOnce: boolean): void {
    const before = this.queue.at(-1)?.after ?? this.shown;
    // An update without a move, such as the end of the match, must not drop the moves that wait to be shown.
    if (view && before && view.ply === before.ply && !lines.length) return this.refresh(view);
    if (!view || !before || !lines.length || view.ply <= before.ply) return this.jump(view);
    const scene = { before, after: view, lines };
    if (atOnce || !SPEED_FACTORS[settings.speed] || document.hidden) {
      this.queue.push(scene);
      return this.skip();
    }
    this.queue.push(scene);
    if (this.timer) this.held ??= this.shown;
    else this.next();
  }

  /** Show the latest view now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const scene of this.queue.splice(0)) this.show(scene);
    this.held = null;
    this.repeating = false;
  }

  /** Show the move that `onShow` was called with for at least `least` ms. */
  hold(least: number): void {
    this.least = least;
  }

  /** Show the moves since the last own one again. */
  again(): void {
    if (!this.mayRepeat || !this.history.length || this.repeating) return;
    this.skip();
    this.queue = this.history.splice(0);
    this.repeating = true;
    this.shown = this.queue[0]!.before;
    this.held = this.shown;
    this.timer = window.setTimeout(() => this.next(), OWN_STEP_MS);
  }

  /** Add a move that was made before this device showed the table; one that was shown stays. */
  add(step: Step): void {
    if (this.steps.get(step.line.ply)?.line.words !== step.line.words) this.steps = new Map(this.steps).set(step.line.ply, step);
  }

  /** Stop the timer, for a table that is left. */
  close(): void {
    clearTimeout(this.timer);
  }

  /** Show a view that no move leads to: the first one, or the position after an undo. */
  private jump(view: View | null): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.queue = [];
    if (this.shown && view && view.ply < this.shown.ply) {
      this.history = [];
      this.canRepeat = false;
      this.last = null;
    }
    this.shown = view;
    this.held = null;
    this.repeating = false;
  }

  /** Take a newer view of the position that was received last. */
  private refresh(view: View): void {
    const last = this.queue.at(-1);
    if (last) last.after = view;
    else this.shown = view;
  }

  private next(): void {
    const scene = this.queue.shift();
    if (!scene) {
      this.timer = 0;
      this.held = null;
      this.repeating = false;
      return;
    }
    this.least = 0;
    const hasStory = this.show(scene);
    this.held = this.queue.length ? scene.after : null;
    this.timer = window.setTimeout(() => this.next(), hasStory ? Math.max(this.least, this.duration(scene)) : 0);
  }

  private duration({ after, lines }: Scene): number {
    const own = lines.every((line) => line.seat === after.seat);
    const crowd = Math.max(1, this.queue.length / CROWD);
    const factor = SPEED_FACTORS[settings.speed] * (this.repeating ? AGAIN_FACTOR : 1);
    return ((own ? OWN_STEP_MS : STEP_MS) * factor) / crowd;
  }

  /** Show a scene; return whether one of its moves has a story. */
  private show(scene: Scene): boolean {
    const { before, after, lines } = scene;
    if (lines.some((line) => line.seat === after.seat)) this.history = [];
    this.history = [...this.history, scene].slice(-MAX_HISTORY);
    this.canRepeat = this.mayRepeat;
    this.shown = after;
    const steps = new Map(this.steps);
    let hasStory = false;
    for (const line of lines) {
      const step = { before, after, line };
      steps.set(line.ply, step);
      if (!this.onShow(step)) continue;
      this.last = step;
      hasStory = true;
    }
    this.steps = steps;
    return hasStory;
  }
}
