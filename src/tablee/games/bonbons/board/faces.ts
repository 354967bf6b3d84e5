// What is printed on tiles: a sweet is a kind in a colour, and every colour has a pattern of its own.

export interface Colour {
  /** The sweet itself. */
  base: string;
  /** The pattern on it. */
  mark: string;
  /** Its edges. */
  dark: string;
  /** The paper it is printed on. */
  paper: string;
  /** The same pattern, faintly, on that paper. */
  hint: string;
  pattern: "swirl" | "stripes" | "dots" | "plain";
}

const COLOURS: Record<string, Colour> = {
  blue: { base: "#2f80d8", mark: "#b5dcff", dark: "#173f75", paper: "#e2effc", hint: "#a9d0f5", pattern: "swirl" },
  green: { base: "#2c9a57", mark: "#b4ecc5", dark: "#14512d", paper: "#e0f4e6", hint: "#a6dcb8", pattern: "stripes" },
  red: { base: "#dd3b68", mark: "#ffdbe4", dark: "#7d1436", paper: "#fde6ec", hint: "#f5abc0", pattern: "dots" },
  yellow: { base: "#f5ab1f", mark: "#f5ab1f", dark: "#834c00", paper: "#fdf3d6", hint: "#fdf3d6", pattern: "plain" },
};

/** The colour of a sweet; whatever is no sweet has the colour of plain paper. */
export function colourOf(face: string): Colour {
  return COLOURS[face.slice(face.lastIndexOf("-") + 1)] ?? COLOURS["yellow"]!;
}

/** The kind of a sweet, or the name of a tile that shows none: coin, wrapper. */
export function kindOf(face: string): string {
  const dash = face.lastIndexOf("-");
  return dash < 0 ? face : face.slice(0, dash);
}

/** Liquorice is black in every colour. */
export const LIQUORICE = "#37262f";
export const CREAM = "#fff7ea";
