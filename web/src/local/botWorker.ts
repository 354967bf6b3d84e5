// The worker in which bots search. The worker of the tables starts it, and ends it if a bot hangs.
import { startPython } from "./python.ts";

/** Start Python, run a job (after the ones before), or end the job of a number. */
export type ToBotWorker = { path: string } | { id: number; job: string } | { cancelled: number };
/** `id` 0 is the start; the others are jobs. */
export interface BotResult {
  id: number;
  result?: string;
  error?: string;
}

type RunJob = (job: string, isCancelled: () => Promise<boolean>) => Promise<string>;
let runJob: Promise<RunJob> | null = null;
let last: Promise<void> = Promise.resolve();
const cancelled = new Set<number>();

async function load(path: string): Promise<RunJob> {
  const python = await startPython(path);
  return python.runPython("from tablee.server.local.bots import run_job\nrun_job") as RunJob;
}

/** Let messages arrive, and resolve to whether one of them has ended the job. */
async function isCancelled(id: number): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve));
  return cancelled.has(id);
}

/** Answer with the result of some work, or with its error. */
async function answer(id: number, work: () => Promise<string>): Promise<void> {
  try {
    postMessage({ id, result: await work() } satisfies BotResult);
  } catch (error) {
    postMessage({ id, error: String(error) } satisfies BotResult);
  }
}

addEventListener("message", ({ data }: MessageEvent<ToBotWorker>) => {
  if ("path" in data) {
    runJob = load(data.path);
    void answer(0, () => runJob!.then(() => ""));
  } else if ("cancelled" in data) {
    cancelled.add(data.cancelled);
  } else {
    const { id, job } = data;
    last = last.then(() => answer(id, async () => (await runJob!)(job, () => isCancelled(id)))).then(() => void cancelled.delete(id));
  }
});
