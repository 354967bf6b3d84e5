// Starts and ends the worker of a review. Apart from that of the bots: a match goes on while another one is reviewed.
import type { ReviewMessage, ReviewStart } from "./reviewWorker.ts";

/** What Python calls; names are those of the protocol `ReviewScript` in server/local/reviews.py. */
export class ReviewRunner {
  progress = 0;
  private worker: Worker | null = null;
  private reject: ((why: Error) => void) | null = null;
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  start(record: string): Promise<string> {
    this.close();
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./reviewWorker.ts", import.meta.url), { type: "module" });
      this.worker = worker;
      this.reject = reject;
      worker.onmessage = ({ data }: MessageEvent<ReviewMessage>) => {
        if ("progress" in data) this.progress = data.progress;
        else if ("result" in data) resolve(data.result);
        else reject(new Error(data.error));
      };
      worker.onerror = () => reject(new Error("the worker cannot be started"));
      worker.postMessage({ path: this.path, record } satisfies ReviewStart);
    });
  }

  close(): void {
    this.worker?.terminate();
    this.worker = null;
    this.progress = 0;
    this.reject?.(new Error("closed"));
    this.reject = null;
  }
}
