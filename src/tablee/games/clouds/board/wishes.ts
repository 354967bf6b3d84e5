// What the travellers wish in their two rows.
import type { GlyphName } from "./glyphs.ts";
import { printed } from "./printed.ts";
import type { Cell, WorldView } from "./view.ts";

export interface Wish {
  /** How many of each glyph. */
  least: number;
  glyphs: GlyphName[];
  /** Whether each of the two rows needs `least` of each glyph. */
  inEachRow?: boolean;
}

export const WISHES: Record<string, Wish> = {
  splash: { least: 3, glyphs: ["water"] },
  burk: { least: 1, glyphs: ["swamp"], inEachRow: true },
  kark: { least: 5, glyphs: ["mountain"] },
  floulou: { least: 2, glyphs: ["plant", "water", "mountain", "swamp"] },
  pshit: { least: 3, glyphs: ["fumarole"] },
  boung: { least: 2, glyphs: ["portal"] },
  roro: { least: 4, glyphs: ["animal"] },
  rumph: { least: 3, glyphs: ["volcano"] },
};

/** The sky behind each traveller. */
export const SKIES: Record<string, string> = {
  splash: "#cfeaf7", burk: "#e8ebc6", kark: "#dde3f5", floulou: "#fbe7cf",
  pshit: "#e2dfe8", boung: "#e6dcff", roro: "#fbe3c4", rumph: "#fad9c8",
};

/** Return the cells of a World that count for the wish of a traveller: in `rows`, or anywhere if it has no place yet. */
export function servingCells(name: string, world: WorldView, rows: string | null): ReadonlySet<string> {
  const { glyphs } = WISHES[name]!;
  const counts = ([at, cell]: [string, Cell]) =>
    (rows === null || rows.includes(at.at(-1)!)) && glyphs.some((glyph) => showsGlyph(cell, glyph));
  return new Set(Object.entries(world.cells).filter(counts).map(([at]) => at));
}

function showsGlyph(cell: Cell, glyph: GlyphName): boolean {
  if (glyph === "fumarole") return cell.shows === "fumarole";
  if (glyph === "portal") return cell.bound;
  const { icons, animals } = printed(cell.shows);
  return glyph === "animal" ? animals.length > 0 : icons.some((icon) => icon === glyph);
}
