import type { Answer, ChatLine, Command, Line, Message, Presence, Refused, TableInfo, Update, View } from "../wire";
import { RefusedError } from "./api.ts";
import type { Predict } from "./games.ts";
import { newId } from "./ids.ts";

export type ConnectionStatus = "connecting" | "open" | "lost" | "closed";
type WithoutId<T> = T extends { id: string } ? Omit<T, "id"> : never;
/** A command to the table; the connection adds the id. */
export type CommandWithoutId = WithoutId<Exclude<Command, { t: "pong" }>>;

/** The part of a WebSocket that a connection uses; a table on this device has one without a network. */
export interface TableSocket extends Pick<WebSocket, "readyState" | "close"> {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
}

/** Open a connection to a table by a path such as /ws/ID. */
export type OpenSocket = (path: string) => TableSocket;

export const openWebSocket: OpenSocket = (path) =>
  new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);

interface PendingCommand {
  text: string;
  resolve: (answer: Answer) => void;
  reject: (reason: RefusedError) => void;
}

/** A move that no update shows yet; `seq` is its event number, null until the server has answered. */
interface PendingMove {
  words: string;
  seq: number | null;
}

const FIRST_RETRY_MS = 300;
const LONGEST_RETRY_MS = 8_000;
// The server closes a socket with these codes when reconnecting cannot help.
const FINAL_CLOSE_CODES = new Set([1008]);
// The server closes a socket with this code when it may help to reconnect later; the reason is a refusal code.
const TRY_AGAIN_LATER = 1013;

/**
 * The connection of one person to one table, over a WebSocket or to a worker of this device. Each command has an id and is sent again under the same id after a
 * reconnect, so the server carries it out once. The views of the server are authoritative; a predicted view is shown
 * only until the update with the move arrives.
 */
export class Connection {
  status = $state<ConnectionStatus>("connecting");
  table = $state.raw<TableInfo | null>(null);
  log = $state.raw<readonly Line[]>([]);
  chat = $state.raw<readonly ChatLine[]>([]);
  presence = $state.raw<Omit<Presence, "t">>({ seats: [], watching: 0, absent: [] });
  /** The seat of this person; null for a spectator. */
  seat = $state<number | null>(null);
  /** The latest view from the server. */
  serverView = $state.raw<View | null>(null);
  /** The key of the text that says why the connection is lost. */
  lostText = $state("table.lost");
  /** The refusal code if the table cannot be shown at all. */
  closeReason = $state<string | null>(null);
  /** The prediction function of the board; null if it has none. */
  predict: Predict | null = null;
  /** Called with each new view and the moves since the last one, before the view is rendered. */
  onView: ((view: View | null, lines: readonly Line[]) => void) | null = null;

  /** Moves sent and not yet seen in an update, oldest first. */
  private pendingMoves = $state.raw<readonly PendingMove[]>([]);
  /** The view to show: the latest from the server, with the pending moves that the board can predict applied. */
  readonly view = $derived(predicted(this.serverView, this.pendingMoves.map(({ words }) => words), this.predict));

  /** Server time minus device time, in ms. */
  private clockOffset = 0;
  private socket: TableSocket | null = null;
  private seq = -1;
  private lastRaceMove: Promise<unknown> = Promise.resolve();
  private isFirstUpdate = true;
  private retryDelay = FIRST_RETRY_MS;
  private retryTimer = 0;
  private readonly pendingCommands = new Map<string, PendingCommand>();
  private raceShownAt = performance.now();
  private raceStart: number | null = null;
  private readonly path: string;
  private readonly openSocket: OpenSocket;
  private readonly onWake = () => this.reconnectNow();

  /** `person` tells people who share a device apart; 0 is the owner of the device. */
  constructor(table: string, person = 0, openSocket: OpenSocket = openWebSocket) {
    const query = person ? `?person=${person}` : "";
    this.path = `/ws/${encodeURIComponent(table)}${query}`;
    this.openSocket = openSocket;
    addEventListener("online", this.onWake);
    document.addEventListener("visibilitychange", this.onWake);
    this.open();
  }

  /** Return the time of the server, in ms since 1970. */
  now(): number {
    return Date.now() + this.clockOffset;
  }

  close(): void {
    this.status = "closed";
    clearTimeout(this.retryTimer);
    removeEventListener("online", this.onWake);
    document.removeEventListener("visibilitychange", this.onWake);
    this.socket?.close();
  }

  /** Send a command, now or after the next reconnect. Rejects with a RefusedError. */
  send(command: CommandWithoutId): Promise<Answer> {
    const id = newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve, reject) => {
      this.pendingCommands.set(id, { text, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /**
   * Send a move. Rejects with a RefusedError. With `inRace` it is valid whatever others have played since the view
   * was sent; otherwise the server refuses it if the position has changed.
   */
  async play(move: string, inRace = false): Promise<void> {
    const pending: PendingMove = { words: move, seq: null };
    const seen = this.serverView?.ply ?? null;
    // A move in a race builds on the one before: it is sent after it, and fails with it.
    const before = this.pendingMoves.length ? this.lastRaceMove : Promise.resolve();
    this.pendingMoves = [...this.pendingMoves, pending];
    try {
      const sending = inRace
        ? before.then(() => this.playWhenAllowed(move))
        : this.send({ t: "play", words: move, seen, elapsed: this.elapsed() });
      if (inRace) this.lastRaceMove = sending;
      const answer = await sending;
      pending.seq = answer.seq;
      if (answer.seq <= this.seq) this.removePending(pending);
    } catch (error) {
      this.removePending(pending);
      throw error;
    }
  }

  /** Send a move of a race, and again after the wait that a `too-soon` refusal names. */
  private async playWhenAllowed(move: string): Promise<Answer> {
    for (;;) {
      try {
        return await this.send({ t: "play", words: move, seen: null, elapsed: this.elapsed() });
      } catch (error) {
        if (!(error instanceof RefusedError) || error.refused.code !== "too-soon") throw error;
        const wait = Number(error.refused.values["wait"]) + 1;
        await new Promise((passed) => setTimeout(passed, wait));
      }
    }
  }

  private removePending(pending: PendingMove): void {
    this.pendingMoves = this.pendingMoves.filter((each) => each !== pending);
  }

  /** Return the milliseconds since the race was first shown here. */
  private elapsed(): number {
    return Math.round(performance.now() - this.raceShownAt);
  }

  private open(): void {
    if (this.status === "closed") return;
    this.isFirstUpdate = true;
    const socket = this.openSocket(this.path);
    this.socket = socket;
    socket.onopen = () => this.onOpen();
    socket.onmessage = (event) => this.onMessage(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => this.onClose(event);
  }

  private onOpen(): void {
    for (const { text } of this.pendingCommands.values()) this.socket?.send(text);
  }

  private onClose(event: CloseEvent): void {
    if (this.status === "closed") return;
    if (FINAL_CLOSE_CODES.has(event.code)) {
      this.closeReason = event.reason || "no-such-table";
      this.close();
      return;
    }
    this.status = "lost";
    this.lostText = event.code === TRY_AGAIN_LATER ? `refusal.${event.reason}` : "table.lost";
    this.retryTimer = window.setTimeout(() => this.open(), this.retryDelay * (0.7 + Math.random() * 0.6));
    this.retryDelay = Math.min(this.retryDelay * 2, LONGEST_RETRY_MS);
  }

  private reconnectNow(): void {
    if (this.status !== "lost" || document.hidden) return;
    clearTimeout(this.retryTimer);
    this.open();
  }

  private onMessage(message: Message): void {
    switch (message.t) {
      case "update":
        return this.update(message);
      case "answer":
        return this.settle(message.id, (each) => each.resolve(message));
      case "refused":
        return this.refuse(message);
      case "presence":
        this.presence = message;
        return;
      case "ping":
        this.socket?.send(JSON.stringify({ t: "pong", number: message.number }));
    }
  }

  private update(update: Update): void {
    // Not before: the server may accept a socket only to say why it closes it.
    this.status = "open";
    this.retryDelay = FIRST_RETRY_MS;
    this.clockOffset = update.now - Date.now();
    this.updateRaceStart(update);
    this.table = update.table;
    this.seat = update.you;
    // Lines are matched by ply: a viewer does not get a line for every move.
    this.log = [...this.log.filter((line) => line.ply <= update.since), ...update.log];
    this.chat = this.isFirstUpdate ? update.chat : [...this.chat, ...update.chat];
    this.isFirstUpdate = false;
    this.seq = update.seq;
    this.pendingMoves = stillPending(this.pendingMoves, update);
    this.serverView = update.view;
    this.onView?.(update.view, update.log);
  }

  /** Restart the stopwatch when a race is first shown; later phases of the same race leave it running. */
  private updateRaceStart(update: Update): void {
    if (update.view?.["phase"] === this.serverView?.["phase"] || update.table.starts === this.raceStart) return;
    this.raceStart = update.table.starts;
    this.raceShownAt = performance.now();
  }

  private refuse(message: Refused): void {
    this.settle(message.id, (each) => each.reject(new RefusedError(message)));
  }

  private settle(id: string, finish: (command: PendingCommand) => void): void {
    const command = this.pendingCommands.get(id);
    this.pendingCommands.delete(id);
    if (command) finish(command);
  }
}

/** Return a view after own moves that the server has not answered; those that the board cannot predict change nothing. */
export function predicted(view: View | null, moves: readonly string[], predict: Predict | null): View | null {
  let shown = view;
  for (const move of moves) shown = (shown && predict?.(shown, move)) ?? shown;
  return shown;
}

/** Return the moves that an update does not contain yet: by event number, or else by our own lines in its log. */
function stillPending(moves: readonly PendingMove[], update: Update): readonly PendingMove[] {
  const logged = update.log.filter((line) => line.seat === update.you).map((line) => line.words);
  return moves.filter((move) => {
    if (move.seq !== null) return move.seq > update.seq;
    const at = logged.indexOf(move.words);
    if (at >= 0) logged.splice(at, 1);
    return at < 0;
  });
}

/** What a table on the screen needs of a connection; a lesson has one without a server. */
export type TableConnection = Pick<Connection, keyof Connection>;
