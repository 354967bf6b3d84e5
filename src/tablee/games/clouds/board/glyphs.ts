/** The names of the icons that Glyph.svelte draws. */
export type GlyphName =
  | "mountain"
  | "water"
  | "plant"
  | "swamp"
  | "volcano"
  | "moon"
  | "portal"
  | "fumarole"
  | "animal"
  | "tzimime"
  | "star";
