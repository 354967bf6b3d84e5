// What a move did, as data: the ribbon, the log and screen readers tell it from here. Each game builds it from the view
// before the move and the view after it.
import type { Line, Outcome } from "../wire";
import type { AnyView } from "./games.ts";
import type { Sentences } from "./sentences.ts";
import type { Sound } from "./sound/play.ts";

/** A piece drawn by Piece.svelte of the game, with its accessible name. */
export interface PieceRef {
  name: string;
  label: string;
}

/** A short full-screen event: its picture, a title, and one sentence that gives the reason. */
export interface Moment {
  picture: PieceRef;
  title: string;
  text?: string;
}

/** What one move did. */
export interface MoveStory {
  seat: number;
  /** A text with the placeholder {who}, and one for each of `pieces`. */
  text: string;
  pieces?: Record<string, PieceRef>;
  /** Points won (or lost) by the seat; 0 is shown too, null or undefined is not. */
  points?: number | null;
  /** A fact that is not a number of points, such as "1 of 4". */
  fact?: string;
  /** The `data-id`s of the elements that the move changed: they are marked until the next touch. */
  marks?: readonly string[];
  moment?: Moment | undefined;
  sound?: Sound;
  /** Whether it tells what followed from the move, such as the cards that arrive after the last choice, and not the move. */
  isConsequence?: boolean;
  /** What the log keeps of it, where remembering is the game: other texts and pieces, or null for nothing. By default all. */
  log?: Pick<MoveStory, "text" | "pieces"> | null;
}

/** A move between two views. `line` has its text form. */
export interface Step {
  before: AnyView;
  after: AnyView;
  line: Line;
}

/** Returns what a move did; null if there is nothing to tell. Exported by Board.svelte of a game. */
export type Tell = (step: Step, sentences: Sentences) => MoveStory | null;

/** Tell what was chosen by a move, where its story is what followed from it; null if there is nothing to tell. */
export function tellChoice(step: Step, tell: (step: Step) => MoveStory | null): MoveStory | null {
  const story = tell(step);
  return story?.isConsequence ? tell({ ...step, after: step.before }) : story;
}

/** One cell of the final count. `piece` and `note` explain the points of this seat. */
export interface CountCell {
  points: number;
  piece?: PieceRef;
  note?: string;
  /** The name of the card that explains it, where that differs by seat. */
  card?: string;
}

/** One row of the final count, with a cell for each seat; null where it does not apply. */
export interface CountRow {
  label: string;
  /** The name of the card that explains it. */
  card?: string;
  piece?: PieceRef;
  cells: readonly (CountCell | null)[];
}

/** Returns the rows of the final count. Exported by Board.svelte; by default the items of the score sheet. */
export type Count = (view: AnyView, outcome: Outcome, sentences: Sentences) => CountRow[];

/** A part of the sentence of a story: plain text, the name of the person, or a picture. */
export type Part = string | { who: number } | { piece: PieceRef };

// Placeholders are replaced by these private characters, so that the text may be typeset before it is split.
const FIRST_MARK = 0xe000;

/** Fill a text whose placeholders are people and pieces, and split it at them. */
export function storyParts(story: MoveStory): Part[] {
  const inserted: Part[] = [{ who: story.seat }];
  const values: Record<string, string> = { who: String.fromCharCode(FIRST_MARK) };
  for (const [name, piece] of Object.entries(story.pieces ?? {})) {
    values[name] = String.fromCharCode(FIRST_MARK + inserted.length);
    inserted.push({ piece });
  }
  const filled = story.text.replace(/\{([\w-]+)\}/g, (whole, name: string) => values[name] ?? whole);
  return filled
    .split(/([\ue000-\ue0ff])/)
    .filter((part) => part !== "")
    .map((part) => inserted[part.charCodeAt(0) - FIRST_MARK] ?? part);
}

/** Return a story as the log tells it; null if nothing of it is kept. */
export function loggedStory(story: MoveStory | null): MoveStory | null {
  if (!story?.log) return story?.log === null ? null : story;
  return { ...story, pieces: {}, ...story.log };
}

/** Return the sentence of a story as plain text, for screen readers. */
export function storyText(story: MoveStory, nameOf: (seat: number) => string): string {
  const text = storyParts(story)
    .map((part) => (typeof part === "string" ? part : "who" in part ? nameOf(part.who) : part.piece.label))
    .join("");
  return [text, story.fact ?? "", story.points == null ? "" : signed(story.points)].filter(Boolean).join(" ");
}

/** Format a number with its sign, using the minus sign of typography. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** Return the items of the score sheet as rows, in their order. */
export function countItems(_view: AnyView, outcome: Outcome, { words }: Sentences): CountRow[] {
  const items = [...new Set(outcome.items.flatMap((sheet) => Object.keys(sheet)))];
  return items.map((item) => ({
    label: words.has(`items.${item}`) ? words.t(`items.${item}`) : item,
    card: item,
    cells: outcome.items.map((sheet) => (item in sheet ? { points: sheet[item]! } : null)),
  }));
}
