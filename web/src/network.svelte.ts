const CHECK_INTERVAL_MS = 2_000;

/** Whether the server can be reached. After a failure it is polled until it answers. */
class Network {
  isOffline = $state(false);
  /** How many requests have begun to wait for the server so far. */
  waits = $state(0);
  private timer = 0;
  private readonly waiting: (() => void)[] = [];

  constructor() {
    addEventListener("offline", () => this.reportFailure());
    addEventListener("online", () => this.isOffline && this.check());
    if (!navigator.onLine) this.reportFailure();
  }

  /** Mark the server as unreachable and start polling it. */
  reportFailure(): void {
    if (this.isOffline) return;
    this.isOffline = true;
    this.scheduleCheck();
  }

  /** Return a promise that resolves when the server answers again. */
  whenOnline(): Promise<void> {
    this.waits += 1;
    return new Promise((done) => this.waiting.push(done));
  }

  private scheduleCheck(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), CHECK_INTERVAL_MS);
  }

  /** Ask the server now whether it is up; if it does not answer, poll it until it does. Resolves to the result. */
  async check(): Promise<boolean> {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    this.isOffline = !answer?.ok;
    if (this.isOffline) this.scheduleCheck();
    else this.resolveWaiting();
    return !this.isOffline;
  }

  private resolveWaiting(): void {
    clearTimeout(this.timer);
    for (const done of this.waiting.splice(0)) done();
  }
}

export const network = new Network();
