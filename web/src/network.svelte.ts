const AGAIN_MS = 2_000;

/** Whether the server can be reached. Once it could not, it is asked again and again until it answers. */
class Network {
  lost = $state(false);
  private timer = 0;
  private readonly waiting: (() => void)[] = [];

  constructor() {
    addEventListener("offline", () => this.missed());
    addEventListener("online", () => this.lost && this.look());
    if (!navigator.onLine) this.missed();
  }

  /** A request did not get through. */
  missed(): void {
    if (this.lost) return;
    this.lost = true;
    this.later();
  }

  /** Resolves when the server answers again. */
  back(): Promise<void> {
    return new Promise((done) => this.waiting.push(done));
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), AGAIN_MS);
  }

  /** Ask the server now whether it is there; if it is not, it is asked until it is. */
  async look(): Promise<boolean> {
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    this.lost = !answer?.ok;
    if (this.lost) this.later();
    else this.found();
    return !this.lost;
  }

  private found(): void {
    clearTimeout(this.timer);
    for (const done of this.waiting.splice(0)) done();
  }
}

export const network = new Network();
