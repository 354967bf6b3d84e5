import type { Answer, ExerciseResult, ExerciseTask, Line, TableInfo, View } from "../../wire";
import { api } from "../api.ts";
import { type CommandWithoutId, type TableConnection, predicted } from "../connection.svelte.ts";
import type { Predict } from "../games.ts";
import { botSeat, learnerSeat, scriptedTable } from "../lesson/scriptedTable.ts";

/** The bot that sits at the other seats: exercises are from its matches. */
const RIVAL = "strong";

/**
 * A table that asks an exercise. One move answers it; in a race the server is asked for the position after each move,
 * and the move that finishes the person's part answers it. The server judges.
 */
export class ExerciseConnection implements TableConnection {
  readonly task: ExerciseTask;
  readonly status = "open" as const;
  readonly chat = [];
  readonly lostText = "";
  readonly closeReason = null;
  readonly seat: number;
  readonly table: TableInfo;
  readonly presence: TableConnection["presence"];
  predict: Predict | null = null;
  log = $state.raw<readonly Line[]>([]);
  serverView = $state.raw<View | null>(null);
  onView: TableConnection["onView"] = null;
  /** The verdict; null until the answer. */
  result = $state.raw<ExerciseResult | null>(null);
  /** The moves that the server knows, and those that it is being asked about. */
  private moves: readonly string[] = [];
  private pending = $state.raw<readonly string[]>([]);
  private lastRequest: Promise<unknown> = Promise.resolve();

  readonly view = $derived.by(() => predicted(this.serverView, this.pending, this.predict));

  constructor(task: ExerciseTask) {
    this.task = task;
    this.seat = task.seat;
    this.serverView = task.view;
    const seats = Array.from({ length: task.seats }, (_, seat) => (seat === task.seat ? learnerSeat() : botSeat(RIVAL)));
    this.presence = { seats: seats.map(() => true), watching: 0, absent: [] };
    this.table = scriptedTable({ game: task.game, seats, options: task.options, host: task.seat, inRace: task.race });
  }

  now(): number {
    return Date.now();
  }

  close(): void {}

  /** Take back the last move of a race; other commands mean nothing here. */
  async send(command: CommandWithoutId): Promise<Answer> {
    if (command.t === "undo" && this.moves.length)
      await this.inOrder(async () => {
        const moves = this.moves.slice(0, -1);
        const { view } = await this.askPosition(moves);
        this.show(moves, view, []);
        this.log = this.log.slice(0, -1);
      });
    return { t: "answer", id: "", seq: 0 };
  }

  /** Make a move. Rejects with a RefusedError. */
  play(move: string): Promise<void> {
    if (!this.task.race) return this.answer([move]);
    this.pending = [...this.pending, move];
    return this.inOrder(() => this.makeRaceMove(move));
  }

  /** Give up: the answer is what was played so far. */
  giveUp(): Promise<void> {
    return this.inOrder(() => this.answer(this.moves));
  }

  /** Run a request after those before it, each of which builds on the one before. */
  private inOrder(request: () => Promise<void>): Promise<void> {
    const running = this.lastRequest.then(request);
    this.lastRequest = running.catch(() => {});
    return running;
  }

  private async makeRaceMove(move: string): Promise<void> {
    const moves = [...this.moves, move];
    try {
      const { view, over } = await this.askPosition(moves);
      // What is shown stays the finished board, not the round after it.
      if (over) return await this.answer(moves);
      const line = { ply: view.ply, seat: this.seat, by: "", words: move };
      this.log = [...this.log, line];
      this.show(moves, view, [line]);
    } finally {
      this.pending = this.pending.slice(1);
    }
  }

  private show(moves: readonly string[], view: View, lines: readonly Line[]): void {
    this.moves = moves;
    this.serverView = view;
    this.onView?.(view, lines);
  }

  private askPosition(moves: readonly string[]) {
    return api.exercisePosition(this.task.game, this.task.id, { moves: [...moves] });
  }

  private async answer(moves: readonly string[]): Promise<void> {
    this.result = await api.answerExercise(this.task.game, this.task.id, { moves: [...moves] });
  }
}
