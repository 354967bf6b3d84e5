// Types of the view that view.py builds, and helpers shared by the components.
import type { View } from "$web/../wire";
import type { Translations } from "$web/i18n.ts";

export type Kind = "top" | "middle" | "bottom" | "dream";
export const KINDS: readonly Kind[] = ["top", "middle", "bottom", "dream"];
export const COLUMNS = ["1", "2", "3", "4"] as const;
const ISLAND_ROWS = ["t", "m", "b"] as const;
export const CELLS = ISLAND_ROWS.flatMap((row) => COLUMNS.map((column) => row + column));
export const DREAM_CELLS = COLUMNS.map((column) => `d${column}`);

/** The count of each element on a tile. */
export type Face = Record<string, number>;
export type Faces = Record<string, Face>;

export interface LaidTile {
  tile: string;
  turned: boolean;
}

export interface IslandView {
  /** The name of the character, "" before it is chosen. */
  character: string;
  /** The number of the character if it is not that of the seat; -1 before it is chosen. */
  portrait?: number;
  cells: Record<string, LaidTile>;
  lamps: number;
  brigands: number;
  /** One more lamp turns tiles. */
  brink: boolean;
  /** Has the most visible brigands and loses points for them. */
  leads: boolean;
  items: Record<string, number>;
  score: number;
}

export interface OfferedTile {
  place: string;
  tile: string | null;
  down: boolean;
  held: boolean;
}

export interface IslandsView extends View {
  phase: "choose" | "draw" | "hide" | "take" | "lay" | "name" | "over";
  round: number;
  lookout: number;
  /** While characters are chosen: each with the seat that has it. */
  characters?: { word: string; name: string; seat: number | null }[];
  stack: Kind | null;
  stacks: Record<Kind, { left: number; rounds: number }>;
  offer: OfferedTile[];
  /** The seat that took the tile of each empty place of the offer. */
  takers: Record<string, number>;
  islands: IslandView[];
  picked: number[];
  discards: string[];
  unseen: Record<string, number>;
  aside: string[] | null;
  /** The elements of all island tiles named in this view, by kind. */
  faces: Record<string, Faces>;
}

const KIND_OF_ROW: Record<string, Kind> = { t: "top", m: "middle", b: "bottom", d: "dream" };

/** Return the kind of tile that may lie in a cell. */
export const kindOf = (cell: string): Kind => KIND_OF_ROW[cell[0]!]!;

/** Return the dream of a dream tile: `roc` for roc-1 and roc-2. */
export const dreamOf = (tile: string): string => tile.slice(0, tile.lastIndexOf("-"));

/** Merge the faces of all kinds; names of tiles are unique. */
export const allFaces = (view: IslandsView): Faces => Object.assign({}, ...Object.values(view.faces)) as Faces;

/** Return the elements of a face as a list, each repeated by its count. */
export const elementsOf = (face: Face): string[] =>
  Object.entries(face).flatMap(([element, count]) => Array<string>(count).fill(element));

/** Describe a tile as text: "Lampe magique, 2 Palmiers", or a dream with its points. */
export function describe(tile: string, faces: Faces, words: Translations): string {
  const face = faces[tile];
  return face ? describeFace(face, words) : describeDream(dreamOf(tile), words);
}

export function describeFace(face: Face, words: Translations): string {
  const names = Object.entries(face).map(([element, n]) => {
    const name = words.t(`element.${element}`, { n });
    return n > 1 ? `${n} ${name}` : name;
  });
  return names.join(", ");
}

function describeDream(kind: string, words: Translations): string {
  return words.t("web.dream", { dream: words.t(`dream.${kind}`), worth: words.t(`dream.${kind}.help`) });
}

/** Format a number with its sign, using the minus sign of typography. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
