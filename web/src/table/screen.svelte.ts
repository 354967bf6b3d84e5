import { type Snippet, getContext, setContext } from "svelte";
import type { Advice, SeatInfo } from "../../wire";
import { t } from "../language.svelte.ts";
import { marksOf } from "../review/moments.ts";
import { settings } from "../settings.svelte.ts";
import { Ticker, formatDuration } from "../ticker.svelte.ts";
import type { Replay } from "./replay.svelte.ts";
import type { TableSession } from "./tableSession.svelte.ts";
import { readMessages, setReadMessages } from "./visitedTables.ts";

/** The tabs of the drawer. */
export type Panel = "log" | "chat" | "menu";

/** An entry that a board adds to the menu: what it does, and the question before it is done. */
export interface MenuEntry {
  label: string;
  question: string;
  act: () => void;
}

const KEY = Symbol("table screen");

/** What the parts of a table's screen share: the session, the open panel, the seat whose board is enlarged. */
export class TableScreen {
  readonly session: TableSession;
  /** The open tab of the drawer; null while it is closed. */
  panel = $state<Panel | null>(null);
  /** The seat whose board is shown large; null for none. */
  enlarged = $state<number | null>(null);
  /** Draws the finished board of a seat; null if the game has nothing to show. */
  finished = $state.raw<Snippet<[number]> | null>(null);
  /** The moves of the last hint, which was computed for the present moves; "thinking" until they arrive. */
  hint = $state.raw<readonly Advice[] | "thinking" | null>(null);
  /** Whether all moves of the hint are listed. */
  showsHints = $state(false);
  /** Whether a moment covers the table. */
  hasMoment = $state(false);
  /** Targets without an element on the board; each gets a button in the action bar. */
  extraTargets = $state.raw<readonly string[]>([]);
  /** The `data-id`s that a line of the log under the pointer points at; null while none does. */
  pointed = $state.raw<readonly string[] | null>(null);
  /** The replay that is shown instead of the match; null for none. */
  replay = $state.raw<Replay | null>(null);
  /** Whether only the board and the tray are shown, as in a review. */
  isBare = $state(false);
  /** Whether a bare board shows the rivals too: a move of the review is about a thing of theirs. */
  showsRivals = $state(false);
  /** Whether the position before the move of the replay is shown: nothing is marked as changed then. */
  isBeforeMove = $state(false);
  /** The marks of the moves by their ply, once the match was reviewed. */
  marks = $state.raw<Record<number, string>>({});
  /** Whether the final points were counted one by one: that is shown once, and not where the match was over before. */
  isCounted = $state(false);
  /** Whether the final count was closed, to look at the board. */
  countClosed = $state(false);
  /** Whether the board shows a result that the final count waits for. */
  isShowingResult = $state(false);
  /** Entries that the board adds to the menu. */
  menuEntries = $state.raw<readonly MenuEntry[]>([]);
  private read = $state(0);
  private readonly ticker = new Ticker();

  constructor(session: TableSession) {
    this.session = session;
    this.isCounted = session.table?.status === "over";
    this.read = readMessages(session.id);
    setContext(KEY, this);
  }

  /** Ask for a hint: its first move waits on the board, with the reason in the ribbon. */
  async askHint(): Promise<void> {
    const { session } = this;
    this.hint = "thinking";
    // The notice for newcomers would cover the answer.
    settings.knowsTouching = true;
    const before = session.input.moves;
    const accepted = await session.attempt(async () => {
      const { moves } = await session.place.api.hint(session.id);
      // Meanwhile the person may have played. A hidden choice of a rival changes the ply, but not the moves.
      this.hint = session.isRace || session.input.moves === before ? moves : null;
    });
    if (!accepted) this.hint = null;
    if (Array.isArray(this.hint) && this.hint.length) this.showAdvice(this.hint[0]);
  }

  /** Show a move of the hint on the board. */
  showAdvice({ move, then }: Advice): void {
    this.showsHints = false;
    if (this.session.input.moves.includes(move)) this.session.input.suggest(move, then || null);
    else this.hint = null;
  }

  /** The move of the hint that waits on the board; null if there is none. */
  get advice(): Advice | null {
    if (this.hint === null || this.hint === "thinking") return null;
    return this.hint.find(({ move, then }) => [move, then].includes(this.session.input.ready ?? "-")) ?? null;
  }

  /** Load the marks of a finished match, if it was reviewed. */
  async loadMarks(): Promise<void> {
    const { review } = await this.session.place.api.review(this.session.id);
    this.marks = review ? marksOf(review) : {};
  }

  /** How many chat messages were not shown yet. */
  get unread(): number {
    return Math.max(0, this.session.chat.length - this.read);
  }

  /** Note that all chat messages were shown. */
  readChat(): void {
    this.read = this.session.chat.length;
    setReadMessages(this.session.id, this.read);
  }

  seatInfo(seat: number): SeatInfo {
    return this.session.table!.seats[seat]!;
  }

  /** Return whether a bot plays for the person of a seat; false once the match is over. */
  isAway(seat: number): boolean {
    return this.seatInfo(seat).away && this.session.table!.status === "playing";
  }

  /** Whether a bot plays for the person of each seat. */
  get awaySeats(): boolean[] {
    return this.session.table?.seats.map((_, seat) => this.isAway(seat)) ?? [];
  }

  isConnected(seat: number): boolean {
    return this.seatInfo(seat).kind !== "person" || !!this.session.connection.presence.seats[seat];
  }

  /** Return the thinking time that a seat has left, as text; null without a clock. */
  timeText(seat: number): string | null {
    const { deadline, bank } = this.seatInfo(seat);
    // Reads the ticker, so that the text is updated; in server time.
    const now = this.ticker.now - Date.now() + this.session.connection.now();
    const left = deadline !== null ? deadline - now : bank;
    if (left === null || this.session.table!.status !== "playing") return null;
    return formatDuration(left, { hours: t("table.hours"), days: t("table.days") });
  }

  /** Describe a seat for screen readers: everything that its marks and colours show. */
  describeSeat(seat: number): string {
    const { session } = this;
    const parts = [session.names[seat]!];
    if (seat === session.seat) parts.push(t("frame.you"));
    if (this.seatInfo(seat).kind === "bot") parts.push(t("frame.bot"));
    if (this.isAway(seat)) parts.push(t("table.away"));
    if (!this.isConnected(seat)) parts.push(t("table.not-connected"));
    if (session.view?.actors.includes(seat)) parts.push(t("table.to-move"));
    if (session.view?.outcome?.winners.includes(seat)) parts.push(t("table.won"));
    return parts.join(", ");
  }
}

/** Return the screen of the table that contains the calling component. */
export const tableScreen = (): TableScreen => getContext(KEY);
