// The worker in which bots search. The worker of the tables starts it, and ends it if a bot hangs.
import { startPython } from "./python.ts";

export interface BotStart {
  path: string;
}
export interface BotJob {
  id: number;
  job: string;
}
export interface BotResult {
  id: number;
  result?: string;
  error?: string;
}

type RunJob = (job: string) => string;
let runJob: Promise<RunJob> | null = null;

addEventListener("message", async ({ data }: MessageEvent<BotStart | BotJob>) => {
  if ("path" in data) {
    runJob = startPython(data.path).then(
      (python) => python.runPython("from tablee.server.local.bots import run_job\nrun_job") as RunJob,
    );
    // Told with the first job.
    runJob.catch(() => {});
    return;
  }
  try {
    const run = await runJob!;
    postMessage({ id: data.id, result: run(data.job) } satisfies BotResult);
  } catch (error) {
    postMessage({ id: data.id, error: String(error) } satisfies BotResult);
  }
});
