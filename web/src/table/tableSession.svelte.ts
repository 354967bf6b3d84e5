import type { Component } from "svelte";
import type { GameInfo, SeatInfo } from "../../wire";
import { RefusedError } from "../api.ts";
import { type CommandWithoutId, Connection } from "../connection.svelte.ts";
import { gameInfo } from "../gameCache.ts";
import { type BoardProps, loadBoard, loadTranslations } from "../games.ts";
import type { Translations } from "../i18n.ts";
import { siteTranslations } from "../language.svelte.ts";
import { MoveInput } from "../moveInput.svelte.ts";
import { SEAT_WORDS, Sentences } from "../sentences.ts";
import PlainBoard from "./PlainBoard.svelte";

/**
 * The state of one table on this device. Usually one person plays here; where people share the device, each has a
 * connection of their own and one of them is active.
 */
export class TableSession {
  readonly id: string;
  readonly connections: readonly Connection[] = [];
  readonly input = new MoveInput((move, inRace) => this.play(move, inRace));
  /** The board component; null until it is loaded. */
  board = $state.raw<Component<BoardProps> | null>(null);
  game = $state.raw<GameInfo | null>(null);
  /** The text of the last refusal; empty if there is none to show. */
  errorText = $state("");
  /** Whether a move was made on this device. */
  hasMoved = $state(false);

  private words = $state.raw<Translations>(siteTranslations());
  /** Index of the active connection. */
  private active = $state(0);
  private viewsDiffer = $state(false);
  /** Index of the connection for which the board was last revealed. */
  private revealed = $state(0);
  /** The ply at which the last refusal was shown. */
  private errorPly: number | null = null;

  /** The connection of the person whose view is shown. */
  readonly connection = $derived(this.connections[this.active]!);
  readonly table = $derived(this.connection.table);
  readonly view = $derived(this.connection.view);
  readonly names = $derived(this.table?.seats.map(seatName) ?? []);
  readonly sentences = $derived(new Sentences(this.words, this.names, this.game?.people ?? []));
  /** The seat of the active person; null for a spectator. */
  readonly seat = $derived(this.connection.seat);
  readonly isSharedDevice = $derived(this.connections.length > 1);
  readonly isMyTurn = $derived(this.seat !== null && !!this.view?.actors.includes(this.seat));
  /** Whether this person opened the table: then they may mute people, and remove them before the start. */
  readonly isHost = $derived(this.seat !== null && this.table?.host === this.seat);
  /** Whether all other seats are played by bots: then every move can be undone freely and hints are allowed. */
  readonly isAlone = $derived(
    this.seat !== null &&
      !!this.table?.seats.every(({ kind }, at) => at === this.seat || kind === "bot"),
  );
  /** Whether everybody moves at once: a move then counts whenever it is still legal. */
  readonly isRace = $derived((this.table?.starts ?? null) !== null);
  /** Whether it is my turn, but moves are legal only when the timer of the game has run out. */
  readonly isWaitingForTimer = $derived(
    this.isMyTurn && !this.isRace && !!this.view?.timer && !this.view.moves.length,
  );
  /** Whether the server would give a hint now. */
  readonly canHint = $derived(this.isMyTurn && this.isAlone && !!this.game?.hints && this.view!.moves.length > 1);
  /** Whether the board is hidden until the next person has the device; only where views differ by person. */
  readonly isBoardHidden = $derived(
    this.isSharedDevice && this.active !== this.revealed && this.table?.status === "playing" && this.viewsDiffer,
  );

  /** Create it in a component: the connections are closed when that is destroyed. `people`: who share the device. */
  constructor(id: string, people: number) {
    this.id = id;
    this.connections = Array.from({ length: Math.max(1, people) }, (_, person) => new Connection(id, person));
    $effect(() => () => this.connections.forEach((each) => each.close()));
    // Before rendering, so that a board never gets a new view together with the old moves.
    $effect.pre(() => this.input.setMoves(this.view?.moves ?? [], this.view?.foreseen ?? {}));
    $effect.pre(() => void (this.input.undoable = this.isAlone));
    $effect.pre(() => this.compareViews());
    $effect(() => this.load());
    $effect(() => this.activateNext());
    $effect(() => this.clearOldError());
  }

  /** Send a command. Resolves to whether it was accepted; the text of a refusal is shown. */
  async send(command: CommandWithoutId, connection: Connection = this.connection): Promise<boolean> {
    return this.attempt(() => connection.send(command));
  }

  /** Run an action. Resolves to false if it was refused, and shows the text; other errors are thrown. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    this.errorText = "";
    try {
      await action();
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.errorText = this.sentences.refusal(error.refused);
      this.errorPly = this.connection.serverView?.ply ?? null;
      return false;
    }
  }

  /** Return the milliseconds left on the timer of the game; null if none runs. */
  timeLeft(): number | null {
    const due = this.table?.timer ?? null;
    return due === null ? null : Math.max(0, due - this.connection.now());
  }

  /** Return the milliseconds since the race of the active person began; null if there is none. */
  timeSince(): number | null {
    const start = this.table?.starts ?? null;
    return start === null ? null : Math.max(0, this.connection.now() - start);
  }

  /** Show the board to the active person. */
  revealBoard(): void {
    this.revealed = this.active;
  }

  private play(move: string, inRace: boolean): void {
    const connection = this.connection;
    void this.attempt(() => connection.play(move, inRace)).then((accepted) => (this.hasMoved ||= accepted));
  }

  private load(): void {
    const key = this.table?.game;
    if (!key) return;
    loadTranslations(key, siteTranslations()).then((found) => (this.words = found));
    if (this.game?.key === key) return;
    gameInfo(key).then((found) => (this.game = found));
    (loadBoard(key) ?? Promise.resolve({ default: PlainBoard, predict: undefined })).then((module) => {
      this.board = module.default;
      for (const each of this.connections) each.predict = module.predict ?? null;
    });
  }

  /** Make the next person who may act active, unless the active one still may. */
  private activateNext(): void {
    const mayAct = ({ seat, serverView }: Connection) => seat !== null && !!serverView?.actors.includes(seat);
    if (mayAct(this.connection)) return;
    const next = this.connections.findIndex(mayAct);
    if (next >= 0) this.active = next;
  }

  /** Clear the refusal when a later turn begins. */
  private clearOldError(): void {
    if (this.isMyTurn && !this.isRace && this.connection.serverView?.ply !== this.errorPly) this.errorText = "";
  }

  /** Compare what the people on this device see. Views of different plies are not comparable: keep the last result. */
  private compareViews(): void {
    const views = this.connections.flatMap(({ serverView, seat }) => (serverView && seat !== null ? [serverView] : []));
    if (views.some(({ ply }) => ply !== views[0]!.ply)) return;
    this.viewsDiffer = new Set(views.map(publicPart)).size > 1;
  }
}

/** Return the name of a seat; bots have none of their own and are named by the word of their seat. */
function seatName(seat: SeatInfo, at: number): string {
  return seat.kind === "bot" ? siteTranslations().t("table.robot", { seat: SEAT_WORDS[at]! }) : seat.name;
}

/** Serialise a view without the fields that always differ between people. */
function publicPart(view: Record<string, unknown>): string {
  const { seat: _seat, moves: _moves, foreseen: _foreseen, ...rest } = view;
  return JSON.stringify(rest);
}
