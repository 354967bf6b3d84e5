// At most twenty moves a second.
const INTERVAL_MS = 50;

/** Sends moves in order, each INTERVAL_MS or more after the one before. */
export class Throttle {
  private readonly queue: string[] = [];
  /** Earliest time of the next move, by performance.now(). */
  private due = 0;
  private readonly sendNow: (move: string) => void;

  constructor(sendNow: (move: string) => void) {
    this.sendNow = sendNow;
  }

  send(move: string): void {
    this.queue.push(move);
    if (this.queue.length === 1) this.sendNext();
  }

  private sendNext(): void {
    const wait = this.due - performance.now();
    if (wait > 0) {
      setTimeout(() => this.sendNext(), wait);
      return;
    }
    this.due = performance.now() + INTERVAL_MS;
    this.sendNow(this.queue.shift()!);
    if (this.queue.length) this.sendNext();
  }
}
