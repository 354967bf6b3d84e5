import type { Component } from "svelte";
import type { GameInfo, SeatInfo } from "../../wire";
import { RefusedError } from "../api.ts";
import { type Asked, Connection } from "../connection.svelte.ts";
import { type BoardProps, loadBoard, loadWords } from "../games.ts";
import { Hand } from "../hand.svelte.ts";
import { frame } from "../language.svelte.ts";
import { SEAT_WORDS, Sentences } from "../sentences.ts";
import { gameInfo } from "../shelf.svelte.ts";
import type { Words } from "../words.ts";
import PlainBoard from "./PlainBoard.svelte";

/**
 * The people on this device at one table: usually one, several where a device is passed around. Each has a line of
 * their own to the server; the one whose move it is has the hand.
 */
export class Sitting {
  readonly id: string;
  readonly people: readonly Connection[] = [];
  readonly hand = new Hand((move, hurried) => this.play(move, hurried));
  board = $state.raw<Component<BoardProps> | null>(null);
  game = $state.raw<GameInfo | null>(null);
  /** The last refusal, in words; empty when all is well. */
  trouble = $state("");
  /** Whether somebody on this device has made a move. */
  hasMoved = $state(false);

  private words = $state.raw<Words>(frame());
  private turn = $state(0);
  private secrets = $state(false);
  /** Whoever of this device has confirmed that nobody else is looking. */
  private uncovered = $state(0);
  /** Where the match stood when trouble was told. */
  private troubled: number | null = null;

  /** The person whose eyes we look through. */
  readonly person = $derived(this.people[this.turn]!);
  readonly table = $derived(this.person.table);
  readonly view = $derived(this.person.view);
  readonly names = $derived(this.table?.seats.map(nameOf) ?? []);
  readonly sentences = $derived(new Sentences(this.words, this.names, this.game?.people ?? []));
  readonly seat = $derived(this.person.you);
  readonly isPassedAround = $derived(this.people.length > 1);
  readonly isMyTurn = $derived(this.seat !== null && !!this.view?.actors.includes(this.seat));
  /** Whether nobody else holds a seat, but bots: then every move can be taken back, and advice takes nothing from anybody. */
  readonly isAlone = $derived(
    this.seat !== null &&
      !!this.table?.seats.every(({ kind }, at) => at === this.seat || kind === "bot"),
  );
  /** Whether I opened the table: then I may mute people, and remove them before the start. */
  readonly isHost = $derived(this.seat !== null && this.table?.host === this.seat);
  /** Whether others change the table all the time: a move then counts whenever it is still allowed. */
  readonly isRace = $derived((this.table?.starts ?? null) !== null);
  /** Whether it will be my move when everybody has had time to look: the clock says when. */
  readonly isLooking = $derived(this.isMyTurn && !this.isRace && !!this.view?.timer && !this.view.moves.length);
  /** Whether a hint would be given now. */
  readonly hasHint = $derived(this.isMyTurn && this.isAlone && !!this.game?.hints && this.view!.moves.length > 1);
  /** Hide the board until the right person holds the device; only where somebody has a secret. */
  readonly isCovered = $derived(
    this.isPassedAround && this.turn !== this.uncovered && this.table?.status === "playing" && this.secrets,
  );

  constructor(id: string, people: number) {
    this.id = id;
    this.people = Array.from({ length: Math.max(1, people) }, (_, person) => new Connection(id, person));
    $effect(() => () => this.people.forEach((person) => person.close()));
    // Before the board is drawn: a board must never meet the view of now with the choices of before.
    $effect.pre(() => this.hand.offer(this.view?.moves ?? [], this.view?.foreseen ?? {}));
    $effect.pre(() => void (this.hand.undoable = this.isAlone));
    $effect.pre(() => this.compare());
    $effect(() => this.load());
    $effect(() => this.passOn());
    $effect(() => this.forget());
  }

  /** Ask something of the table; a refusal is told in words. Resolves to whether it was granted. */
  async ask(wish: Asked, person: Connection = this.person): Promise<boolean> {
    return this.attempt(() => person.ask(wish));
  }

  /** Do something that may be refused, and say why if it is. */
  async attempt(action: () => Promise<unknown>): Promise<boolean> {
    this.trouble = "";
    try {
      await action();
      return true;
    } catch (wrong) {
      if (!(wrong instanceof RefusedError)) throw wrong;
      this.trouble = this.sentences.refusal(wrong.refused);
      this.troubled = this.person.sent?.ply ?? null;
      return false;
    }
  }

  /** How many milliseconds the clock of the game waits yet. */
  timeLeft(): number | null {
    const due = this.table?.timer ?? null;
    return due === null ? null : Math.max(0, due - this.person.now());
  }

  /** How many milliseconds ago a race began for me. */
  timeSince(): number | null {
    const start = this.table?.starts ?? null;
    return start === null ? null : Math.max(0, this.person.now() - start);
  }

  uncover(): void {
    this.uncovered = this.turn;
  }

  private play(move: string, hurried: boolean): void {
    const person = this.person;
    void this.attempt(() => person.play(move, hurried)).then((granted) => (this.hasMoved ||= granted));
  }

  private load(): void {
    const key = this.table?.game;
    if (!key) return;
    loadWords(key, frame().language, frame()).then((found) => (this.words = found));
    if (this.game?.key === key) return;
    gameInfo(key).then((found) => (this.game = found));
    (loadBoard(key) ?? Promise.resolve({ default: PlainBoard, predict: undefined })).then((module) => {
      this.board = module.default;
      for (const person of this.people) person.predict = module.predict ?? null;
    });
  }

  /** The device goes to the next person who may act; whoever may still act keeps it. */
  private passOn(): void {
    const acts = (person: Connection) => person.you !== null && !!person.sent?.actors.includes(person.you);
    if (acts(this.person)) return;
    const next = this.people.findIndex(acts);
    if (next >= 0) this.turn = next;
  }

  /** Old trouble has nothing to do with a new question. */
  private forget(): void {
    if (this.isMyTurn && !this.isRace && this.person.sent?.ply !== this.troubled) this.trouble = "";
  }

  /** Two people see different things, or one of them has only not heard yet: then nothing new is known. */
  private compare(): void {
    const seen = this.people.flatMap(({ sent, you }) => (sent && you !== null ? [sent] : []));
    if (seen.some(({ ply }) => ply !== seen[0]!.ply)) return;
    this.secrets = new Set(seen.map(publicPart)).size > 1;
  }
}

/** What somebody is called; a bot has no name of its own, so its seat tells it from the others. */
function nameOf(seat: SeatInfo, at: number): string {
  return seat.kind === "bot" ? frame().say("table.robot", { seat: SEAT_WORDS[at]! }) : seat.name;
}

/** A view without what differs between people in any case. */
function publicPart(view: Record<string, unknown>): string {
  const { seat: _seat, moves: _moves, foreseen: _foreseen, ...rest } = view;
  return JSON.stringify(rest);
}
