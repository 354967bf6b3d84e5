// The worker in which one review is computed; it lives as long as the review.
import { startPython } from "./python.ts";

export interface ReviewStart {
  path: string;
  record: string;
}
export type ReviewMessage = { progress: number } | { result: string } | { error: string };

type Compute = (record: string, progress: (share: number) => void) => string;
const tell = (message: ReviewMessage) => postMessage(message);

addEventListener("message", async ({ data: { path, record } }: MessageEvent<ReviewStart>) => {
  try {
    const python = await startPython(path);
    const compute = python.runPython("from tablee.server.local.reviews import compute_on_device\ncompute_on_device") as Compute;
    tell({ result: compute(record, (progress) => tell({ progress })) });
  } catch (error) {
    tell({ error: String(error) });
  }
});
