// The view of this game, as view.py makes it, and the few names that the drawings share.
import type { View } from "$web/../wire";
import type { Translations } from "$web/i18n.ts";

export type Kind = "top" | "middle" | "bottom" | "dream";
export const KINDS: readonly Kind[] = ["top", "middle", "bottom", "dream"];
export const COLUMNS = ["1", "2", "3", "4"] as const;
export const ISLAND_ROWS = ["t", "m", "b"] as const;
export const CELLS = ISLAND_ROWS.flatMap((row) => COLUMNS.map((column) => row + column));
export const DREAM_CELLS = COLUMNS.map((column) => `d${column}`);

/** How often each element is on a tile. */
export type Face = Record<string, number>;
export type Faces = Record<string, Face>;

export interface Laid {
  tile: string;
  turned: boolean;
}

export interface Isle {
  character: string;
  cells: Record<string, Laid>;
  lamps: number;
  brigands: number;
  /** One more lamp turns tiles. */
  brink: boolean;
  /** Shows the most brigands, and loses points for them. */
  leads: boolean;
  items: Record<string, number>;
  score: number;
}

export interface Offered {
  place: string;
  tile: string | null;
  down: boolean;
  held: boolean;
}

export interface IslandsView extends View {
  phase: "draw" | "hide" | "take" | "lay" | "name" | "over";
  round: number;
  lookout: number;
  stack: Kind | null;
  stacks: Record<Kind, { left: number; rounds: number }>;
  offer: Offered[];
  islands: Isle[];
  picked: number[];
  discards: string[];
  unseen: Record<string, number>;
  aside: string[] | null;
  /** What is drawn on the island tiles in sight, by kind. */
  faces: Record<string, Faces>;
}

const KIND_OF_ROW: Record<string, Kind> = { t: "top", m: "middle", b: "bottom", d: "dream" };

/** The kind of tile that a cell holds. */
export const kindOf = (cell: string): Kind => KIND_OF_ROW[cell[0]!]!;

/** The dream of a dream tile, of which there are copies: roc-1 and roc-2. */
export const dreamOf = (tile: string): string => tile.slice(0, tile.lastIndexOf("-"));

/** The faces of all kinds together: the name of a tile is enough. */
export const allFaces = (view: IslandsView): Faces => Object.assign({}, ...Object.values(view.faces)) as Faces;

/** A face as a list of its elements, each as often as it is there. */
export const elementsOf = (face: Face): string[] =>
  Object.entries(face).flatMap(([element, count]) => Array<string>(count).fill(element));

/** A tile in words: "Lampe magique, 2 Palmiers", or a dream with what it is worth. */
export function describe(tile: string, faces: Faces, words: Translations): string {
  const face = faces[tile];
  return face ? describeFace(face, words) : describeDream(dreamOf(tile), words);
}

export function describeFace(face: Face, words: Translations): string {
  const said = Object.entries(face).map(([element, n]) => {
    const name = words.t(`element.${element}`, { n });
    return n > 1 ? `${n} ${name}` : name;
  });
  return said.join(", ");
}

export function describeDream(kind: string, words: Translations): string {
  return words.t("web.dream", { dream: words.t(`dream.${kind}`), worth: words.t(`dream.${kind}.help`) });
}

/** A number with its sign, a true minus included. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** The score lines that are no dream, in the order of the sheet. */
export const STANDING = ["palms", "pairs", "brigands"] as const;
