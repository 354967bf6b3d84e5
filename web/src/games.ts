// Loads what a game's folder adds to the client: its board, pictures, texts and rules. Vite finds the folders when the
// client is built, so no list names the games.
import type { Component } from "svelte";
import type { GameInfo, View } from "../wire";
import type { Cards } from "./cards.ts";
import { piecesOf } from "./gameCache.ts";
import { type Entries, type Language, Translations, typeset } from "./i18n.ts";
import type { MoveInput } from "./moveInput.svelte.ts";
import type { Sentences } from "./sentences.ts";
import type { Count, Tell } from "./story.ts";
import type { TipOf } from "./tips.ts";

/** A view with the fields of its game, which each board declares. */
export type AnyView = View;

/** The props of Board.svelte. A board draws the view and gives things their words and ids; it knows no rules. */
export interface BoardProps<V = AnyView> {
  view: V;
  input: MoveInput;
  sentences: Sentences;
  /** Returns the milliseconds left on the timer of the game; null if none runs or in a replay. */
  timeLeft?: () => number | null;
  /** Returns the milliseconds since the viewer's own race began; null if there is none. */
  timeSince?: () => number | null;
}

/** The props of Pieces.svelte, which shows all pieces of a game. `pieces`: the content of pieces.toml. */
export interface PiecesProps {
  pieces: Record<string, unknown>;
  words: Translations;
}

/** The props of Piece.svelte, which draws one piece. `name` is its name in RULES.*.md: ![](piece:NAME). */
export interface PieceProps {
  name: string;
  label: string;
}

/** The props of Pad.svelte, in which people enter a layout. `onlayout` sends it to the server to be scored. */
export interface PadProps {
  pieces: Record<string, unknown>;
  words: Translations;
  onlayout: (layout: Record<string, unknown>) => void;
  /** The notes of the server on the last layout it scored. */
  notes?: Record<string, unknown>;
}

/** The props of ReviewNotes.svelte, which shows what a game adds to a review. `onply` shows the position after a move. */
export interface ReviewNotesProps<N = Record<string, unknown>> {
  notes: N;
  seat: number;
  sentences: Sentences;
  onply: (ply: number) => void;
}

/** Computes the view after an own move, to show it before the server has answered; null if it cannot. */
export type Predict = (view: AnyView, move: string) => AnyView | null;

/** Returns the prompt of the person who has to act, where it depends on more than the phase; null for that of the phase. */
export type Ask = (view: AnyView, sentences: Sentences) => string | null;

/** Returns a move of a hint in words, where those of the log do not tell moves apart; null for those. */
export type MoveText = (move: string, view: AnyView, sentences: Sentences) => string | null;

/** Receives the pieces of this server before a component of the game is drawn. */
export type SetPieces = (pieces: Record<string, unknown>) => void;

/** The module of a component of a game. */
interface Module<Props extends object> {
  default: Component<Props>;
  setPieces?: SetPieces;
}

/** What the module of Board.svelte may export besides it; `framed` boards fill a Frame (table/Frame.svelte). */
export interface BoardModule extends Module<BoardProps> {
  predict?: Predict;
  ask?: Ask;
  moveText?: MoveText;
  tell?: Tell;
  tip?: TipOf;
  count?: Count;
  /** Returns whether a person who played alone has lost; a game without it has no such verdict. */
  hasLost?: (view: AnyView) => boolean;
  framed?: boolean;
}
type Modules<T> = Record<string, () => Promise<T>>;

const boards = import.meta.glob("../../src/tablee/games/*/board/Board.svelte") as Modules<BoardModule>;
const boxes = import.meta.glob("../../src/tablee/games/*/board/Box.svelte") as Modules<Module<object>>;
const pieces = import.meta.glob("../../src/tablee/games/*/board/Pieces.svelte") as Modules<Module<PiecesProps>>;
const piece = import.meta.glob("../../src/tablee/games/*/board/Piece.svelte") as Modules<Module<PieceProps>>;
const pads = import.meta.glob("../../src/tablee/games/*/board/Pad.svelte") as Modules<Module<PadProps>>;
const reviewNotes = import.meta.glob("../../src/tablee/games/*/board/ReviewNotes.svelte") as Modules<Module<ReviewNotesProps>>;
const words = import.meta.glob("../../src/tablee/games/*/words.*.json") as Modules<{ default: Entries }>;
const cards = import.meta.glob("../../src/tablee/games/*/cards.json") as Modules<{ default: Cards }>;
const rules = import.meta.glob("../../src/tablee/games/*/RULES.*.md") as Modules<{ default: string }>;

const folder = (key: string) => `../../src/tablee/games/${key}`;
const loaderOf =
  <M extends { setPieces?: SetPieces }>(modules: Modules<M>, file: string) =>
  (key: string): Promise<M> | null =>
    modules[`${folder(key)}/board/${file}.svelte`]?.().then((module) => withPieces(key, module)) ?? null;

async function withPieces<M extends { setPieces?: SetPieces }>(key: string, module: M): Promise<M> {
  module.setPieces?.((await piecesOf(key)).data);
  return module;
}

// Each loads one component of a game by its key; null if the game has none.
export const loadBoard = loaderOf(boards, "Board");
export const loadBox = loaderOf(boxes, "Box");
export const loadPieces = loaderOf(pieces, "Pieces");
export const loadPiece = loaderOf(piece, "Piece");
export const loadPad = loaderOf(pads, "Pad");
export const loadReviewNotes = loaderOf(reviewNotes, "ReviewNotes");

/** Load the texts of a game in the language of the site's texts, which are the fallback. */
export async function loadTranslations(key: string, site: Translations): Promise<Translations> {
  const found = await words[`${folder(key)}/words.${site.language}.json`]?.();
  return new Translations(site.language, found?.default ?? {}).withFallback(site);
}

/** Load the cards of a game; none if it has no file. */
export async function loadCards(key: string): Promise<Cards> {
  return (await cards[`${folder(key)}/cards.json`]?.())?.default ?? { cards: {}, names: {} };
}

/** Load the rules of a game as HTML; empty if there are none in this language. */
export async function loadRules(key: string, language: Language): Promise<string> {
  const found = await rules[`${folder(key)}/RULES.${language}.md`]?.();
  return found?.default ?? "";
}

/** Return the title of a game in a language; its key if it has none. */
export function titleOf(game: GameInfo, language: Language): string {
  const title = game.titles[language] ?? game.key;
  return language === "fr" ? typeset(title) : title;
}
