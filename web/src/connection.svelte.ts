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

/** A move that is not yet in a view; `seq` is where it was written, once that is known. */
interface Sent {
  words: string;
  seq: number | null;
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

  /** Moves on their way, oldest first. */
  private moving = $state.raw<readonly Sent[]>([]);
  /** The view to show: what was sent, and what is on its way where the board can tell what it will look like. */
  readonly view = $derived(this.foretold());

  /** Server time minus ours, in ms. */
  private skew = 0;
  private socket: WebSocket | null = null;
  private seq = -1;
  private hurry: Promise<unknown> = Promise.resolve();
  private fresh = true;
  private wait = FIRST_WAIT_MS;
  private timer = 0;
  private readonly waiting = new Map<string, Waiting>();
  private stopwatch = performance.now();
  private started: number | null = null;
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

  /** Make a move; a hurried one does not ask whether the choice has changed since it was seen. */
  async play(move: string, hurried = false): Promise<void> {
    const sent: Sent = { words: move, seq: null };
    const seen = this.sent?.ply ?? null;
    // What follows a move on its way counts on it: it waits for it, and is refused with it.
    const before = this.moving.length ? this.hurry : Promise.resolve();
    this.moving = [...this.moving, sent];
    try {
      const asked = hurried
        ? before.then(() => this.insist(move))
        : this.ask({ t: "play", words: move, seen, elapsed: this.elapsed() });
      if (hurried) this.hurry = asked;
      const answer = await asked;
      sent.seq = answer.seq;
      if (answer.seq <= this.seq) this.arrived(sent);
    } catch (wrong) {
      this.arrived(sent);
      throw wrong;
    }
  }

  /** A move that comes too soon for the table is made when it is time. */
  private async insist(move: string): Promise<Answer> {
    for (;;) {
      try {
        return await this.ask({ t: "play", words: move, seen: null, elapsed: this.elapsed() });
      } catch (wrong) {
        if (!(wrong instanceof RefusedError) || wrong.refused.code !== "too-soon") throw wrong;
        const wait = Number(wrong.refused.values["wait"]) + 1;
        await new Promise((passed) => setTimeout(passed, wait));
      }
    }
  }

  private foretold(): View | null {
    let view = this.sent;
    for (const { words } of this.moving) view = (view && this.predict?.(view, words)) ?? view;
    return view;
  }

  private arrived(sent: Sent): void {
    this.moving = this.moving.filter((each) => each !== sent);
  }

  /** Milliseconds since the race was first seen here. */
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
    this.mindTheStart(update);
    this.table = update.table;
    this.you = update.you;
    // Not every move is heard of: lines go by their plies.
    this.log = [...this.log.filter((line) => line.ply <= update.since), ...update.log];
    this.chat = this.fresh ? update.chat : [...this.chat, ...update.chat];
    this.fresh = false;
    this.seq = update.seq;
    this.moving = stillMoving(this.moving, update);
    this.sent = update.view;
  }

  /** A race is timed from when it is first seen here; later phases of the same race do not start it again. */
  private mindTheStart(update: Update): void {
    if (update.view?.["phase"] === this.sent?.["phase"] || update.table.starts === this.started) return;
    this.started = update.table.starts;
    this.stopwatch = performance.now();
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

/** The moves that an update does not show yet: our own lines in its log are those that have come through. */
function stillMoving(moving: readonly Sent[], update: Update): readonly Sent[] {
  const heard = update.log.filter((line) => line.seat === update.you).map((line) => line.words);
  return moving.filter((sent) => {
    if (sent.seq !== null) return sent.seq > update.seq;
    const at = heard.indexOf(sent.words);
    if (at >= 0) heard.splice(at, 1);
    return at < 0;
  });
}
