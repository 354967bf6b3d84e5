// How long open tiles are still shown. The clock closes them; this only tells how long that will take.
import { untrack } from "svelte";

const TICK_MS = 250;

export class Countdown {
  /** The whole time, and what was left of it when this position was first seen, in ms. */
  whole = $state(0);
  first = $state(0);
  left = $state(0);
  /** Whether tiles are about to be hidden. */
  readonly runs = $derived(this.whole > 0);
  readonly seconds = $derived(Math.ceil(this.left / 1000));

  constructor(wait: () => number | null, timeLeft: () => number | null, ply: () => number) {
    $effect.pre(() => {
      void ply();
      return this.start(wait() ?? 0, untrack(timeLeft));
    });
  }

  private start(wait: number, timeLeft: number | null): (() => void) | undefined {
    this.whole = wait;
    this.first = this.left = Math.min(wait, timeLeft ?? wait);
    if (!wait) return undefined;
    const end = performance.now() + this.first;
    const timer = setInterval(() => (this.left = Math.max(0, end - performance.now())), TICK_MS);
    return () => clearInterval(timer);
  }
}
