import type { Answer, LessonNode, LessonScript, TableInfo, View } from "../../wire";
import type { CommandWithoutId, TableConnection } from "../connection.svelte.ts";
import type { Language } from "../i18n.ts";
import { botSeat, learnerSeat, scriptedTable } from "./scriptedTable.ts";

const LEARNER = 0;

/**
 * A table that plays a lesson: it has the positions of the lesson instead of a server. A move that the step does not
 * accept changes nothing and counts as a mistake.
 */
export class LessonConnection implements TableConnection {
  readonly script: LessonScript;
  readonly status = "open" as const;
  readonly chat = [];
  readonly lostText = "";
  readonly closeReason = null;
  readonly seat = LEARNER;
  readonly predict = null;
  readonly presence: TableConnection["presence"];
  table = $state.raw<TableInfo | null>(null);
  log = $state.raw<TableConnection["log"]>([]);
  serverView = $state.raw<View | null>(null);
  onView: TableConnection["onView"] = null;
  /** The position that the learner has reached. */
  node = $state.raw<LessonNode>(null!);
  /** How many touches of this step were not what it asks for. */
  mistakes = $state(0);
  /** The positions before this one, with the move of the learner that left each; "" for none. */
  private passed = $state.raw<readonly { node: LessonNode; move: string }[]>([]);

  readonly step = $derived.by(() => this.script.steps[this.node.step]!);
  readonly isLast = $derived.by(() => this.node.step === this.script.steps.length - 1);
  /** The moves of the learner that lead to this position, "" for each step that asks for none. */
  readonly path = $derived.by(() => this.passed.map(({ move }) => move));
  readonly canGoBack = $derived(this.passed.length > 0);
  readonly view = $derived(this.serverView);

  constructor(script: LessonScript) {
    this.script = script;
    this.presence = { seats: [true, ...script.bots.map(() => true)], watching: 0, absent: [] };
    this.show(script.root);
  }

  /** Return what the teacher says: the sentence of the step or, after a mistake, the answer to it. */
  sentence(language: Language): string {
    const { say, wrong } = this.step;
    return (this.mistakes ? wrong : say)[language] ?? say[language] ?? "";
  }

  now(): number {
    return Date.now();
  }

  close(): void {}

  /** Go back a step if a command undoes; others mean nothing in a lesson. */
  async send(command: CommandWithoutId): Promise<Answer> {
    if (command.t === "undo") this.goBack();
    return { t: "answer", id: "", seq: 0 };
  }

  /** Make a move that the step accepts; any other is a mistake. */
  async play(move: string): Promise<void> {
    if (move in this.node.next) this.advance(move);
    else this.mistakes += 1;
  }

  /** Go on from a step that asks for nothing. */
  goOn(): void {
    if ("" in this.node.next) this.advance("");
  }

  /** Show the step before this one again. */
  goBack(): void {
    const before = this.passed.at(-1)?.node;
    if (!before) return;
    this.passed = this.passed.slice(0, -1);
    this.log = this.log.filter((line) => line.ply <= before.view.ply);
    this.show(before);
    this.onView?.(before.view, []);
  }

  /** Show the moves that follow a move of the learner, one after another, and then the position. */
  private advance(move: string): void {
    const node = this.node.next[move]!;
    this.passed = [...this.passed, { node: this.node, move }];
    const scenes = node.scenes.filter(({ line }) => line.words);
    this.show(node);
    for (const [at, { line, view }] of scenes.entries()) {
      const isEnd = at === scenes.length - 1;
      this.log = [...this.log, line];
      this.onView?.(isEnd ? node.view : view, [line]);
    }
  }

  private show(node: LessonNode): void {
    this.node = node;
    this.mistakes = 0;
    const { game, bots, options } = this.script;
    const seats = [learnerSeat(), ...bots.map(botSeat)];
    this.table = scriptedTable({ game, seats, options, host: LEARNER, inRace: node.race });
    this.serverView = node.view;
  }
}
