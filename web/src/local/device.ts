// The local tables as the page sees them: requests and sockets, answered by a worker instead of a server.
import { clientRefusal } from "../api.ts";
import type { TableSocket } from "../connection.svelte.ts";
import { runtime } from "./runtime.ts";
import { speed } from "./speed.svelte.ts";
import type { FromWorker, ToWorker } from "./tableWorker.ts";

/** Requests and sockets have the same paths as those of the server. */
class LocalDevice {
  private worker: Worker | null = null;
  private lastId = 0;
  private readonly answers = new Map<number, { resolve: (answer: Response) => void; reject: (why: Error) => void }>();
  private readonly sockets = new Map<number, LocalSocket>();

  /** Answer a request as `fetch` does; starts Python at the first call. Rejects with a RefusedError if that fails. */
  request(method: string, path: string, body?: string): Promise<Response> {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.answers.set(id, { resolve, reject });
      this.tell({ t: "request", id, method, path, body: body ?? "" });
    });
  }

  /** Open a connection to a table. */
  openSocket(path: string): TableSocket {
    const id = ++this.lastId;
    const socket = new LocalSocket((message) => this.tell(message), id);
    this.sockets.set(id, socket);
    this.tell({ t: "open", socket: id, path });
    return socket;
  }

  private tell(message: ToWorker): void {
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  private start(): Worker {
    const worker = new Worker(new URL("./tableWorker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.onMessage(data);
    worker.onerror = () => this.stop();
    worker.postMessage({ t: "start", path: runtime!.path } satisfies ToWorker);
    return worker;
  }

  private onMessage(message: FromWorker): void {
    switch (message.t) {
      case "answer":
        this.answers.get(message.id)?.resolve(new Response(message.body, { status: message.status }));
        this.answers.delete(message.id);
        return;
      case "frames":
        return this.sockets.get(message.socket)?.receive(message.frames);
      case "closed":
        this.sockets.get(message.socket)?.end(message.code, message.reason);
        this.sockets.delete(message.socket);
        return;
      case "slow":
        return speed.noteSlow();
      case "failed":
        return this.stop();
    }
  }

  /** End the worker, so that the next request starts a new one; everything that waits fails. */
  stop(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.answers.values()) reject(clientRefusal("device-failed"));
    this.answers.clear();
    for (const socket of this.sockets.values()) socket.end(TRY_AGAIN_LATER, "device-failed");
    this.sockets.clear();
  }
}

const TRY_AGAIN_LATER = 1013;

/** A connection to a local table, with the part of the interface of a WebSocket that a connection uses. */
class LocalSocket implements TableSocket {
  onopen: TableSocket["onopen"] = null;
  onmessage: TableSocket["onmessage"] = null;
  onclose: TableSocket["onclose"] = null;
  readyState: TableSocket["readyState"] = WebSocket.CONNECTING;
  private readonly tell: (message: ToWorker) => void;
  private readonly id: number;

  constructor(tell: (message: ToWorker) => void, id: number) {
    this.tell = tell;
    this.id = id;
  }

  send(text: string): void {
    this.tell({ t: "send", socket: this.id, text });
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.tell({ t: "close", socket: this.id });
  }

  receive(frames: readonly string[]): void {
    if (this.readyState === WebSocket.CLOSED) return;
    if (this.readyState === WebSocket.CONNECTING) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.(new Event("open"));
    }
    for (const data of frames) this.onmessage?.(new MessageEvent("message", { data }));
  }

  end(code: number, reason: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code, reason }));
  }
}

export const device = new LocalDevice();
