// Games are found by looking into their folders: no list names them.
import type { Component } from "svelte";
import type { GameInfo, View } from "../wire";
import type { Hand } from "./hand.svelte.ts";
import { piecesOf } from "./shelf.svelte.ts";
import type { Sentences } from "./sentences.ts";
import { type Entries, type Language, typeset, Words } from "./words.ts";

/** A view with the fields of its game; each board says which. */
export type AnyView = View;

/** What a board is given. It draws the view, gives things their words and ids, and knows no rule. */
export interface BoardProps<V = AnyView> {
  view: V;
  hand: Hand;
  sentences: Sentences;
  /** How many milliseconds the clock waits yet; null where it does not, or in the past. */
  timeLeft?: () => number | null;
  /** How many milliseconds ago the viewer's own race began; null where there is none. */
  timeSince?: () => number | null;
}

/** What the page of the pieces is given: the pieces file as it is played with. */
export interface PiecesProps {
  pieces: Record<string, unknown>;
  words: Words;
}

/** One piece, in the rules page and elsewhere, by the name it has in RULES: ![](piece:NAME). */
export interface PieceProps {
  name: string;
  label: string;
}

/** The score pad puts a layout together; `onlayout` sends it to the server, which has the scoring code. */
export interface PadProps {
  pieces: Record<string, unknown>;
  words: Words;
  onlayout: (layout: Record<string, unknown>) => void;
  /** What the server noted on the layout that it counted last. */
  notes?: Record<string, unknown>;
}

/** Moves that can be shown before the server has answered: the view after the move, or null. */
export type Predict = (view: AnyView, move: string) => AnyView | null;

/** Told what the pieces of this site are, before anything of the game is drawn; for boards that draw what is printed. */
export type Learn = (pieces: Record<string, unknown>) => void;

type Module = { default: Component<any>; predict?: Predict; learn?: Learn };
type Found<T> = Record<string, () => Promise<T>>;

const boards = import.meta.glob("../../src/tablee/games/*/board/Board.svelte") as Found<Module>;
const boxes = import.meta.glob("../../src/tablee/games/*/board/Box.svelte") as Found<Module>;
const pieces = import.meta.glob("../../src/tablee/games/*/board/Pieces.svelte") as Found<Module>;
const piece = import.meta.glob("../../src/tablee/games/*/board/Piece.svelte") as Found<Module>;
const pads = import.meta.glob("../../src/tablee/games/*/board/Pad.svelte") as Found<Module>;
const words = import.meta.glob("../../src/tablee/games/*/words.*.json") as Found<{ default: Entries }>;
const rules = import.meta.glob("../../src/tablee/games/*/RULES.*.md") as Found<{ default: string }>;

const folder = (key: string) => `../../src/tablee/games/${key}`;
const of =
  (found: Found<Module>, file: string) =>
  (key: string): Promise<Module> | null =>
    found[`${folder(key)}/board/${file}.svelte`]?.().then((module) => learned(key, module)) ?? null;

async function learned(key: string, module: Module): Promise<Module> {
  module.learn?.((await piecesOf(key)).data);
  return module;
}

export const loadBoard = of(boards, "Board");
export const loadBox = of(boxes, "Box");
export const loadPieces = of(pieces, "Pieces");
export const loadPiece = of(piece, "Piece");
export const loadPad = of(pads, "Pad");

export const hasPad = (key: string): boolean => `${folder(key)}/board/Pad.svelte` in pads;

/** The sentences of a game, beside those of the frame. */
export async function loadWords(key: string, language: Language, frame: Words): Promise<Words> {
  const found = await words[`${folder(key)}/words.${language}.json`]?.();
  return new Words(language, found?.default ?? {}).beside(frame);
}

export async function loadRules(key: string, language: Language): Promise<string> {
  const found = await rules[`${folder(key)}/RULES.${language}.md`]?.();
  return found?.default ?? "";
}

export function titleOf(game: GameInfo, language: Language): string {
  const title = game.titles[language] ?? game.key;
  return language === "fr" ? typeset(title) : title;
}
