/** The signs of the game. */
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
