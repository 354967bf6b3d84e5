// Colours and patterns of faces: each colour has its own pattern, for colour-blind players.

export interface Colour {
  /** Fill of the sweet. */
  base: string;
  /** Pattern on the sweet. */
  mark: string;
  /** Outline of the sweet. */
  dark: string;
  /** Background of the tile. */
  paper: string;
  /** Pattern on the background. */
  hint: string;
  pattern: "swirl" | "stripes" | "dots" | "plain";
}

const COLOURS: Record<string, Colour> = {
  blue: { base: "#2f80d8", mark: "#b5dcff", dark: "#173f75", paper: "#e2effc", hint: "#a9d0f5", pattern: "swirl" },
  green: { base: "#2c9a57", mark: "#b4ecc5", dark: "#14512d", paper: "#e0f4e6", hint: "#a6dcb8", pattern: "stripes" },
  red: { base: "#dd3b68", mark: "#ffdbe4", dark: "#7d1436", paper: "#fde6ec", hint: "#f5abc0", pattern: "dots" },
  yellow: { base: "#f5ab1f", mark: "#f5ab1f", dark: "#834c00", paper: "#fdf3d6", hint: "#fdf3d6", pattern: "plain" },
};

/** Return the colours of a face; coins, the wrapper and unknown colours get those of yellow. */
export function colourOf(face: string): Colour {
  return COLOURS[face.slice(face.lastIndexOf("-") + 1)] ?? COLOURS["yellow"]!;
}

/** Return the kind of a sweet, or `coin` or `wrapper`. */
export function kindOf(face: string): string {
  const dash = face.lastIndexOf("-");
  return dash < 0 ? face : face.slice(0, dash);
}

/** The same in every colour. */
export const LIQUORICE = "#37262f";
export const CREAM = "#fff7ea";
