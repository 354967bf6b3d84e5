import type { Answer, ChatLine, Line, Message, Presence, Refused, TableInfo, Update, View, Wish } from "../wire";
import { RefusedError } from "./api.ts";
import type { Predict } from "./games.ts";
import { newId } from "./ids.ts";

export type LineState = "connecting" | "open" | "lost" | "closed";
type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
export type Asked = WithoutId<Exclude<Wish, { t: "pong" }>>;

interface Waiting {
  text: string;
  done: (answer: Answer) => void;
  failed: (reason: RefusedError) => void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
// The server closes a socket with these when trying again would be of no use.
const FINAL_CLOSE = new Set([1008]);

/**
 * One seat's line to a table. Every wish has an id and is sent again under the same id after a lost line, so it
 * happens once. What the server says is the truth; a predicted view only bridges the way there and back.
 */
export class Connection {
  line = $state<LineState>("connecting");
  table = $state.raw<TableInfo | null>(null);
  log = $state.raw<readonly Line[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  present = $state.raw<Pick<Presence, "seats" | "watching">>({ seats: [], watching: 0 });
  you = $state<number | null>(null);
  /** The view as the server sent it. */
  sent = $state.raw<View | null>(null);
  /** Why the table cannot be shown at all. */
  refused = $state<string | null>(null);
  predict: Predict | null = null;

  private predicted = $state.raw<View | null>(null);
  /** The view to show. */
  readonly view = $derived(this.predicted ?? this.sent);

  /** Server time minus ours, in ms. */
  private skew = 0;
  private socket: WebSocket | null = null;
  private fresh = true;
  private wait = FIRST_WAIT_MS;
  private timer = 0;
  private readonly waiting = new Map<string, Waiting>();
  private stopwatch = performance.now();
  private readonly address: string;
  private readonly wake = () => this.retryNow();

  constructor(table: string, person = 0) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = person ? `?hand=${person}` : "";
    this.address = `${scheme}://${location.host}/ws/${encodeURIComponent(table)}${query}`;
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.open();
  }

  /** Now, by the server's clock. */
  now(): number {
    return Date.now() + this.skew;
  }

  close(): void {
    this.line = "closed";
    clearTimeout(this.timer);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  /** Ask something of the table. Rejects with a RefusedError. */
  ask(wish: Asked): Promise<Answer> {
    const id = newId();
    const text = JSON.stringify({ ...wish, id });
    return new Promise((done, failed) => {
      this.waiting.set(id, { text, done, failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** Make a move; where the board can tell what it will look like, it is shown at once. */
  async play(move: string): Promise<void> {
    const view = this.sent;
    if (view && this.predict) this.predicted = this.predict(view, move);
    try {
      await this.ask({ t: "play", words: move, seen: view?.ply ?? null, elapsed: this.elapsed() });
    } catch (wrong) {
      this.predicted = null;
      throw wrong;
    }
  }

  /** Milliseconds since this phase was first seen here: the stopwatch of a race. */
  private elapsed(): number {
    return Math.round(performance.now() - this.stopwatch);
  }

  private open(): void {
    if (this.line === "closed") return;
    this.fresh = true;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => this.lost(event);
  }

  private opened(): void {
    this.line = "open";
    this.wait = FIRST_WAIT_MS;
    for (const { text } of this.waiting.values()) this.socket?.send(text);
  }

  private lost(event: CloseEvent): void {
    if (this.line === "closed") return;
    if (FINAL_CLOSE.has(event.code)) {
      this.refused = event.reason || "no-such-table";
      this.close();
      return;
    }
    this.line = "lost";
    this.timer = window.setTimeout(() => this.open(), this.wait * (0.7 + Math.random() * 0.6));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  private retryNow(): void {
    if (this.line !== "lost" || document.hidden) return;
    clearTimeout(this.timer);
    this.open();
  }

  private hear(message: Message): void {
    switch (message.t) {
      case "update":
        return this.update(message);
      case "answer":
        return this.settle(message.id, (each) => each.done(message));
      case "refused":
        return this.refuse(message);
      case "presence":
        this.present = message;
        return;
      case "ping":
        this.socket?.send(JSON.stringify({ t: "pong", number: message.number }));
    }
  }

  private update(update: Update): void {
    this.skew = update.now - Date.now();
    if (update.view?.["phase"] !== this.sent?.["phase"]) this.stopwatch = performance.now();
    this.table = update.table;
    this.you = update.you;
    this.log = [...this.log.slice(0, update.since), ...update.log];
    this.chat = this.fresh ? update.chat : [...this.chat, ...update.chat];
    this.fresh = false;
    // A line of chat must not undo what is shown of a move that is still on its way.
    if (update.view?.ply !== this.sent?.ply) this.predicted = null;
    this.sent = update.view;
  }

  private refuse(message: Refused): void {
    this.settle(message.id, (each) => each.failed(new RefusedError(message)));
  }

  private settle(id: string, tell: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) tell(waiting);
  }
}
