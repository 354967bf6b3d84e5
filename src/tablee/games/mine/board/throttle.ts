// However fast a hand is: never more than twenty moves a second.
const BETWEEN_MS = 50;

/** Says moves in their order, each at once, or as soon as the one before is long enough ago. */
export class Breath {
  private readonly waiting: string[] = [];
  private due = 0;
  private readonly tell: (move: string) => void;

  constructor(tell: (move: string) => void) {
    this.tell = tell;
  }

  say(move: string): void {
    this.waiting.push(move);
    if (this.waiting.length === 1) this.next();
  }

  private next(): void {
    const wait = this.due - performance.now();
    if (wait > 0) {
      setTimeout(() => this.next(), wait);
      return;
    }
    this.due = performance.now() + BETWEEN_MS;
    this.tell(this.waiting.shift()!);
    if (this.waiting.length) this.next();
  }
}
