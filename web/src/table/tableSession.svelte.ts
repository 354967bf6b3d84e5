import type { Component } from "svelte";
import type { GameInfo, Line } from "../../wire";
import { RefusedError } from "../api.ts";
import type { CommandWithoutId, TableConnection } from "../connection.svelte.ts";
import { gameInfo } from "../gameCache.ts";
import { type Ask, type BoardModule, type BoardProps, type MoveText, type PieceProps, loadBoard, loadPiece, loadTranslations } from "../games.ts";
import type { Translations } from "../i18n.ts";
import { siteTranslations } from "../language.svelte.ts";
import { type Place, site } from "../place.ts";
import { MoveInput } from "../moveInput.svelte.ts";
import { resultOf, storeResult } from "../results.ts";
import { type FaceName, facesAt, namesAt } from "../seats.ts";
import { Sentences } from "../sentences.ts";
import { settings } from "../settings.svelte.ts";
import { play } from "../sound/play.ts";
import { type Count, type Step, type MoveStory, tellChoice } from "../story.ts";
import { isTipNew, noteTip } from "../tips.ts";
import { Director } from "./director.svelte.ts";
import { HiddenAuthors } from "./hiddenAuthors.svelte.ts";
import type { PastSteps } from "./pastSteps.ts";
import PlainBoard from "./PlainBoard.svelte";

/** How long a tip is shown before the next move of others, in ms: enough to read it. */
const TIP_MS = 4500;

/**
 * The state of one table on this device. Usually one person plays here; where people share the device, each has a
 * connection of their own and one of them is active.
 */
export class TableSession {
  readonly id: string;
  readonly connections: readonly TableConnection[] = [];
  /** Where the table is: on the site or on this device. */
  readonly place: Place;
  /** Whether it is a lesson: then only what it asks for can be played, and nothing is touched without the learner. */
  readonly isLesson: boolean = false;
  readonly input = new MoveInput((move, inRace) => this.play(move, inRace));
  /** The board component; null until it is loaded. */
  board = $state.raw<Component<BoardProps> | null>(null);
  /** Whether the board or the texts of the game could not be loaded: browsers keep a failed import, only a new page helps. */
  hasLoadFailed = $state(false);
  game = $state.raw<GameInfo | null>(null);
  /** The component that draws one piece of the game; null if there is none or it is not loaded. */
  piece = $state.raw<Component<PieceProps> | null>(null);
  /** Returns the prompt of a position; null where the texts of the phases are enough. */
  ask: Ask | null = null;
  /** Returns a move of a hint in words; null where the texts of the log are enough. */
  moveText: MoveText | null = null;
  /** Returns the rows of the final count; null for the items of the score sheet. */
  count: Count | null = null;
  /** Returns whether a person who played alone has lost; null if the game does not say so. */
  hasLost: BoardModule["hasLost"] | null = null;
  /** Whether the board renders a Frame itself and so fills the screen; else it is put into a plain one. */
  isFramed = $state(false);
  /** The text of the last refusal; empty if there is none to show. */
  errorText = $state("");
  /** What has just happened for the first time on this device, as the game names it; null for nothing to explain. */
  tip = $state<string | null>(null);
  private tipUntil = 0;
  /** What an exercise asks, shown in the ribbon instead of the last move, with a detail and a button; null elsewhere. */
  question = $state.raw<{ text: string; detail: string; action: string; act: () => void } | null>(null);
  /** Whether a move was made on this device. */
  hasMoved = $state(false);

  private words = $state.raw<Translations>(siteTranslations());
  /** Index of the active connection. */
  private active = $state(0);
  private viewsDiffer = $state(false);
  private gameTip: BoardModule["tip"] | null = null;
  private gameTell = $state.raw<BoardModule["tell"] | null>(null);
  /** Index of the connection for which the board was last revealed. */
  private revealed = $state(0);
  /** The ply at which the last refusal was shown. */
  private errorPly: number | null = null;

  /** The connection of the person whose view is shown. */
  readonly connection = $derived(this.connections[this.active]!);
  /** A director for each person at this device: what one of them did is told to the others as they may know it. */
  private readonly directors: readonly Director[] = [];
  /** Shows the moves of others to the active person, one after another. */
  readonly director = $derived(this.directors[this.active]!);
  readonly table = $derived(this.connection.table);
  /** Whose chat is not shown, and the lines that are. */
  readonly hidden = new HiddenAuthors(() => this.id);
  readonly chat = $derived(this.hidden.shown(this.connection.chat));
  private readonly gameKey = $derived(this.table?.game);
  private past: Promise<PastSteps> | null = null;
  readonly view = $derived(this.director.held ?? this.connection.view);
  // The same lists as long as their items are the same: every text and the story of the last move depend on them.
  readonly names: readonly string[] = $derived.by(keepEqual(() => namesAt(this.table?.seats ?? [], siteTranslations())));
  readonly faces: readonly FaceName[] = $derived.by(keepEqual(() => facesAt(this.table?.seats ?? [])));
  readonly sentences = $derived(new Sentences(this.words, this.names, this.game?.people ?? [], this.faces));
  /** What the last move that is shown did; null before the first. */
  readonly story = $derived(this.director.last ? this.tell(this.director.last) : this.recall());
  /** The seat of the active person; null for a spectator. */
  readonly seat = $derived(this.connection.seat);
  readonly isSharedDevice = $derived(this.connections.length > 1);
  /** Whether the log has a move of the active person: one that could be undone. */
  readonly hasOwnMove = $derived(this.connection.log.some((line) => line.seat === this.seat));
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
  /** Whether past positions may be seen: in a memory game nothing is shown again, and a race, which people cannot share a device for, does not wait. */
  readonly canReplay = $derived(this.table?.status === "over" || (!!this.game?.together && !this.game.memory));
  /** Whether this is the try at the deal of the day that counts: without undo and hints. */
  readonly isRanked = $derived(!!this.table?.ranked);
  /** Whether the server would give a hint now. */
  readonly canHint = $derived(!this.isLesson && !this.isRanked && this.isMyTurn && this.isAlone && !!this.game?.hints && this.view!.moves.length > 1);
  /** Whether the board is hidden until the next person has the device; only where views differ by person. */
  readonly isBoardHidden = $derived(
    this.isSharedDevice && this.active !== this.revealed && this.table?.status === "playing" && this.viewsDiffer,
  );

  /** Create it in a component: the connections are closed when that is destroyed. One for each person at this device. */
  constructor(id: string, connections: readonly TableConnection[], isLesson = false, place: Place = site) {
    this.id = id;
    this.place = place;
    this.connections = connections;
    this.isLesson = isLesson;
    this.directors = connections.map((each) => new Director((step) => this.onShow(step, each)));
    for (const [at, each] of this.connections.entries())
      each.onView = (view, lines) => this.directors[at]!.receive(view, lines, this.isRace || this.isSharedDevice);
    $effect(() => () => {
      this.connections.forEach((each) => each.close());
      this.directors.forEach((each) => each.close());
    });
    // Before rendering, so that a board never gets a new view together with the old moves.
    $effect.pre(() => {
      // A view that is shown late has moves that are no longer legal.
      const view = this.director.held ? null : this.view;
      this.input.forces = !this.isRace && !this.isLesson;
      this.input.setMoves(view?.moves ?? [], view?.foreseen ?? {});
    });
    $effect.pre(() => void (this.input.undoable = this.isAlone && !this.isRanked));
    $effect.pre(() => this.compareViews());
    $effect(() => this.load());
    $effect(() => {
      if (!place.isDevice && !isLesson) this.hidden.check(this.connection.chat);
    });
    $effect(() => this.activateNext());
    $effect(() => this.clearOldError());
    $effect(() => this.storeResult());
    $effect(() => {
      if (this.director.last || this.table?.status !== "playing") return;
      const line = this.lastLine();
      if (line && !this.stepOf(line)) this.loadStep(line);
    });
  }

  /** Send a command. Resolves to whether it was accepted; the text of a refusal is shown. */
  async send(command: CommandWithoutId, connection: TableConnection = this.connection): Promise<boolean> {
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

  /** Return what a move did, as the game tells it; by default the line of the log. */
  tell(step: Step): MoveStory | null {
    const { line } = step;
    return this.gameTell && this.words !== siteTranslations() ? this.gameTell(step, this.sentences) : { seat: line.seat, text: this.sentences.line(line, this.seat) };
  }

  /** Return what was chosen by a move, as the game tells it; the line of the log where it tells nothing. */
  tellChoice(step: Step): MoveStory {
    const { line } = step;
    return tellChoice(step, (each) => this.tell(each)) ?? { seat: line.seat, text: this.sentences.line(line, this.seat) };
  }

  /** Return the move of a line of the log with its views; undefined if it is not loaded. */
  stepOf(line: Line): Step | undefined {
    const step = this.director.steps.get(line.ply);
    // After an undo another move has the number.
    if (step?.line.words === line.words) return step;
    // What a race tells of a move does not depend on the board. Small moves, which are not told, are not loaded.
    return this.game?.together === false && this.view ? { before: this.view, after: this.view, line } : undefined;
  }

  /** Load the views around a move that this device did not show, where they may be seen. */
  loadStep(line: Line): void {
    // A lesson has no past, and people who share a device see different views of it.
    if (!this.canReplay || this.isLesson || this.isSharedDevice) return;
    this.past ??= import("./pastSteps.ts").then((module) => new module.PastSteps(this));
    void this.past.then((past) => past.load(line));
  }

  /** Return the last line of the log that has been shown on the board and has a story; undefined without any. */
  private lastLine(): Line | undefined {
    const ply = this.view?.ply ?? 0;
    return this.connection.log.findLast((line) => {
      const step = line.ply <= ply && this.stepOf(line);
      return step ? this.tell(step) : line.ply <= ply;
    });
  }

  /** Return the story of the last move before this page was loaded, in plain words until its views are; null without any. */
  private recall(): MoveStory | null {
    const line = this.isLesson ? undefined : this.lastLine();
    if (!line) return null;
    const step = this.stepOf(line);
    const story = step && this.tell(step);
    // Everybody has seen its moment.
    return story ? { ...story, moment: undefined } : { seat: line.seat, text: this.sentences.line(line, this.seat) };
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

  /** Play the sound of a move that is shown to the person of a connection; return whether it has a story. */
  private onShow(step: Step, connection: TableConnection): boolean {
    const story = this.tell(step);
    if (connection !== this.connection) return story !== null;
    // The next moves of others are shown once there was time to read the tip; where moves do not wait, it stays until a touch.
    const waits = !this.isRace && settings.speed !== "instant";
    if (story && waits && performance.now() >= this.tipUntil) this.tip = null;
    this.offerTip(step);
    if (story) play(story.sound ?? "place", { byOpponent: story.seat !== this.seat });
    return story !== null;
  }

  /** Explain what a move did if it never happened before on this device. One thing at a time: another one waits for its next time. */
  private offerTip(step: Step): void {
    // The notice for newcomers covers the ribbon until they have played.
    const isReady = settings.tips && settings.knowsTouching && this.seat !== null && !this.isLesson;
    const kind = isReady && this.tip === null ? this.gameTip?.(step) : null;
    if (!kind || !isTipNew(this.gameKey!, kind)) return;
    noteTip(this.gameKey!, kind);
    this.tip = kind;
    this.tipUntil = performance.now() + TIP_MS;
    this.director.hold(TIP_MS);
  }

  private play(move: string, inRace: boolean): void {
    const connection = this.connection;
    void this.attempt(() => connection.play(move, inRace)).then((accepted) => (this.hasMoved ||= accepted));
  }

  private load(): void {
    const key = this.gameKey;
    if (!key) return;
    loadTranslations(key, siteTranslations()).then(
      (found) => (this.words = found),
      // The texts of another language may be shown already.
      () => (this.hasLoadFailed ||= !this.words.has("title")),
    );
    if (this.game?.key === key) return;
    gameInfo(key).then((found) => {
      this.game = found;
      for (const each of this.directors) each.mayRepeat = !found?.memory;
    });
    void loadPiece(key)?.then((module) => (this.piece = module.default));
    const plain: BoardModule = { default: PlainBoard };
    (loadBoard(key) ?? Promise.resolve(plain)).then((module) => {
      this.gameTell = module.tell ?? null;
      this.ask = module.ask ?? null;
      this.moveText = module.moveText ?? null;
      this.gameTip = module.tip ?? null;
      this.count = module.count ?? null;
      this.hasLost = module.hasLost ?? null;
      this.isFramed = module.framed ?? false;
      this.board = module.default;
      for (const each of this.connections) each.predict = module.predict ?? null;
    }, () => (this.hasLoadFailed = true));
  }

  /** Make the next person who may act active, unless the active one still may. */
  private activateNext(): void {
    const mayAct = ({ seat, serverView }: TableConnection) => seat !== null && !!serverView?.actors.includes(seat);
    // Not before its first view: the connections open in any order.
    if (!this.connection.serverView || mayAct(this.connection)) return;
    const next = this.connections.findIndex(mayAct);
    if (next >= 0) this.active = next;
  }

  /** Keep the result of a finished match on this device, where one person plays. */
  private storeResult(): void {
    const outcome = this.connection.serverView?.outcome;
    if (!outcome || !this.table || this.seat === null || this.isSharedDevice) return;
    storeResult(resultOf(this.table, this.seat, outcome.winners));
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

/** Wrap a function so that it returns the list it returned last if the new one has the same items. */
function keepEqual<T>(find: () => readonly T[]): () => readonly T[] {
  let last: readonly T[] = [];
  return () => {
    const list = find();
    if (list.length !== last.length || list.some((item, at) => item !== last[at])) last = list;
    return last;
  };
}

/** Serialise a view without the fields that always differ between people. */
function publicPart(view: Record<string, unknown>): string {
  const { seat: _seat, moves: _moves, foreseen: _foreseen, ...rest } = view;
  return JSON.stringify(rest);
}
