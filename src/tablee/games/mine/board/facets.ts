// Patterns of the crystals: one for each colour, so that tiles differ by more than their colour.
import type { Spot } from "./geometry.ts";
import type { Colour } from "./view.ts";

type Facet = string;

/** The light and dark facets of one cell of 100 x 100. */
interface Cut {
  light: readonly Facet[];
  shade: readonly Facet[];
}

const around = (radius: number, at: number): string => {
  const angle = (Math.PI / 4) * at + Math.PI / 8;
  return `${Math.round(50 + radius * Math.cos(angle))} ${Math.round(50 + radius * Math.sin(angle))}`;
};
const ray = (at: number): Facet => `50 50 ${around(37, at)} ${around(37, at + 1)}`;

const CUTS: Record<Colour, Cut> = {
  // A sun.
  yellow: { light: [1, 3, 5, 7].map(ray), shade: [0, 2].map(ray) },
  // Chevrons.
  blue: {
    light: ["16 40 50 18 84 40 84 56 50 34 16 56", "16 74 50 52 84 74 84 86 50 68 16 86"],
    shade: ["16 56 50 34 50 44 16 66", "50 68 84 86 50 86"],
  },
  // Steps.
  green: { light: ["18 18 82 18 66 34 34 34", "18 18 34 34 34 66 18 82"], shade: ["82 18 82 82 66 66 66 34", "42 42 58 42 58 58 42 58"] },
  // A cross.
  red: { light: ["17 17 50 44 83 17", "17 83 44 50 17 17"], shade: ["83 83 50 56 17 83"] },
  // A lozenge.
  white: { light: ["50 14 50 50 14 50", "50 50 86 50 50 86"], shade: ["50 14 86 50 50 50", "14 50 50 50 50 86"] },
};

/** Return all light or dark facets of a shape as one path. */
export function facets(spots: readonly Spot[], colour: Colour, kind: keyof Cut): string {
  return spots.flatMap(([row, column]) => CUTS[colour][kind].map((facet) => placed(facet, row, column))).join("");
}

function placed(facet: Facet, row: number, column: number): string {
  const numbers = facet.split(" ").map((each, at) => Number(each) + 100 * (at % 2 ? row : column));
  return `M${numbers.join(" ")}Z`;
}
