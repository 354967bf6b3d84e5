// The worker that runs local tables: the server's own code in Python (server/local/app.py), behind the same messages.
import { deviceToken, pythonDatabase } from "./database.ts";
import type { BotResult, ToBotWorker } from "./botWorker.ts";
import { startPython } from "./python.ts";
import { ReviewRunner } from "./reviewRunner.ts";

/** Messages of the page. A socket is named by a number that the page chooses. */
export type ToWorker =
  | { t: "start"; path: string }
  | { t: "request"; id: number; method: string; path: string; body: string }
  | { t: "open"; socket: number; path: string }
  | { t: "send"; socket: number; text: string }
  | { t: "close"; socket: number };
/** Messages to the page. */
export type FromWorker =
  | { t: "started" }
  | { t: "failed"; why: string }
  /** The device is too slow for the strongest level. */
  | { t: "slow" }
  | { t: "answer"; id: number; status: number; body: string }
  | { t: "frames"; socket: number; frames: string[] }
  | { t: "closed"; socket: number; code: number; reason: string };

interface PythonSocket {
  send(text: string): void;
  close(): void;
}
interface PythonApp {
  request(method: string, path: string, body: string): Promise<string>;
  connect(path: string, onFrames: (frames: string) => void, onClose: (code: number, reason: string) => void): PythonSocket;
}

interface PythonClass {
  /** Call with positional arguments and, last, named ones. */
  callKwargs(...parts: unknown[]): PythonApp;
}

const tell = (message: FromWorker) => postMessage(message);
const sockets = new Map<number, PythonSocket>();
let app: Promise<PythonApp> | null = null;
let bots: BotWorker;
// Bots have their worker this long after the last table was closed: a rematch needs it again.
const IDLE_MS = 10_000;

/** The second worker, as `BotWorker` in server/local/bots.py wants it. */
class BotWorker {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, { resolve: (result: string) => void; reject: (why: Error) => void }>();
  private started: Promise<string> = Promise.resolve("");
  private lastId = 0;
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async ready(): Promise<void> {
    this.wake();
    await this.started;
  }

  run(job: string): Promise<string> {
    // It may have been ended since it was ready.
    this.wake();
    const id = ++this.lastId;
    this.tell({ id, job });
    return this.answerTo(id);
  }

  cancel(): void {
    this.waiting.delete(this.lastId);
    this.tell({ cancelled: this.lastId });
  }

  restart(): void {
    this.worker?.terminate();
    this.rejectAll("restarted");
    this.start();
  }

  on_slow(): void {
    tell({ t: "slow" });
  }

  /** Start the worker, if none is running. */
  wake(): void {
    if (!this.worker) this.start();
  }

  /** End the worker, for the memory of its Python, unless it has something to do. */
  rest(): void {
    if (this.waiting.size) return;
    this.worker?.terminate();
    this.worker = null;
  }

  private start(): void {
    const worker = new Worker(new URL("./botWorker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.onmessage = ({ data: { id, result, error } }: MessageEvent<BotResult>) => {
      const job = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) job?.resolve(result!);
      else job?.reject(new Error(error));
    };
    worker.onerror = () => this.rejectAll("the worker cannot be started");
    this.started = this.answerTo(START);
    // Told with the first job.
    this.started.catch(() => {});
    this.tell({ path: this.path });
  }

  private tell(message: ToBotWorker): void {
    this.worker!.postMessage(message);
  }

  private answerTo(id: number): Promise<string> {
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private rejectAll(why: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(why));
    this.waiting.clear();
  }
}

// The number of the answer that says that the worker has started.
const START = 0;

async function start(path: string): Promise<PythonApp> {
  bots = new BotWorker(path);
  const [python, token] = await Promise.all([startPython(path), deviceToken()]);
  const make = python.runPython("from tablee.server.local.app import LocalApp\nLocalApp") as PythonClass;
  return make.callKwargs(pythonDatabase, bots, token, { review_script: new ReviewRunner(path) });
}

async function handle(message: ToWorker): Promise<void> {
  if (message.t === "start") {
    app ??= start(message.path);
    await app;
    return tell({ t: "started" });
  }
  const python = await app!;
  switch (message.t) {
    case "request": {
      const [status, body] = JSON.parse(await python.request(message.method, message.path, message.body)) as [number, string];
      return tell({ t: "answer", id: message.id, status, body });
    }
    case "open": {
      const { socket } = message;
      const onFrames = (frames: string) => tell({ t: "frames", socket, frames: JSON.parse(frames) as string[] });
      const onClose = (code: number, reason: string) => tell({ t: "closed", socket, code, reason });
      sockets.set(socket, python.connect(message.path, onFrames, onClose));
      // Not before: both would share the processor, and the table is shown first. Lessons and exercises need no bots.
      return bots.wake();
    }
    case "send":
      return sockets.get(message.socket)?.send(message.text);
    case "close":
      sockets.get(message.socket)?.close();
      sockets.delete(message.socket);
      setTimeout(() => sockets.size || bots.rest(), IDLE_MS);
  }
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((error: unknown) => tell({ t: "failed", why: String(error) }));
});
