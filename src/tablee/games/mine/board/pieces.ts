// The types of the pieces file, as the server sends it.
import { COLOURS, type Card, type Colour, type Gallery, type Kind } from "./view.ts";

interface CardEntry extends Record<Colour, number> {
  good: Partial<Record<Kind, number>>;
  bad: Partial<Record<Kind, number>>;
  pack: number;
}

export interface ShapeEntry {
  colour: Colour;
  rows: string[];
  tiles: Kind[];
}

export interface PiecesFile {
  shapes: Record<string, ShapeEntry>;
  galleries: Record<string, Gallery>;
  cards: CardEntry[];
}

/** Return the cards in the form of a view, numbered from 1. */
export function cardsIn(file: PiecesFile): Card[] {
  return file.cards.map((entry, at) => ({
    card: at + 1,
    pack: entry.pack,
    tiles: Object.fromEntries(COLOURS.map((colour) => [colour, entry[colour]])) as Record<Colour, number>,
    worth: { ...entry.good, ...entry.bad },
  }));
}
