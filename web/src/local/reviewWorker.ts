// The worker in which one review is computed; it lives as long as the review.
import { startPython } from "./python.ts";
import { runtime } from "./runtime.ts";

export interface ReviewStart {
  path: string;
  record: string;
}
export type ReviewMessage = { progress: number } | { result: string } | { error: string };

type Compute = (record: string, progress: (done: number) => void, share: number) => string;
// Plain rules, which do not serve the expert, are some twenty times slower: they get a part of the usual rollouts.
const PLAIN_SHARE = 0.05;
const share = runtime?.levels.includes("expert") ? 1 : PLAIN_SHARE;
const tell = (message: ReviewMessage) => postMessage(message);

addEventListener("message", async ({ data: { path, record } }: MessageEvent<ReviewStart>) => {
  try {
    const python = await startPython(path);
    const compute = python.runPython("from tablee.server.runtime.reviews import compute_review\ncompute_review") as Compute;
    tell({ result: compute(record, (progress) => tell({ progress }), share) });
  } catch (error) {
    tell({ error: String(error) });
  }
});
