// A display of the show time of open tiles. The server's timer closes them.
import { untrack } from "svelte";

const TICK_MS = 250;

export class Countdown {
  /** The show time, what was left of it when this view arrived, and what is left now, in ms. */
  total = $state(0);
  initial = $state(0);
  left = $state(0);
  readonly running = $derived(this.total > 0);
  readonly seconds = $derived(Math.ceil(this.left / 1000));

  constructor(wait: () => number | null, timeLeft: () => number | null, ply: () => number) {
    $effect.pre(() => {
      void ply();
      return this.start(wait() ?? 0, untrack(timeLeft));
    });
  }

  private start(wait: number, timeLeft: number | null): (() => void) | undefined {
    this.total = wait;
    this.initial = this.left = Math.min(wait, timeLeft ?? wait);
    if (!wait) return undefined;
    const end = performance.now() + this.initial;
    const timer = setInterval(() => (this.left = Math.max(0, end - performance.now())), TICK_MS);
    return () => clearInterval(timer);
  }
}
