// Outlines of tiles, on 100 x 100 (dreams 100 x 75): a top tile has a tab below, a middle one a notch above and below, a
// bottom one a tab above, so that the three rows interlock; a dream has concave corners.
import type { Kind } from "./view.ts";

export const OUTLINES: Record<Kind, string> = {
  top: "M0 10Q0 0 10 0H90Q100 0 100 10V100H64C61 100 60 109 50 109S39 100 36 100H0Z",
  middle: "M0 0H36C39 0 40 9 50 9S61 0 64 0H100V100H64C61 100 60 91 50 91S39 100 36 100H0Z",
  bottom: "M0 0H36C39 0 40 -9 50 -9S61 0 64 0H100V90Q100 100 90 100H10Q0 100 0 90Z",
  dream: "M13 0H87Q87 13 100 13V62Q87 62 87 75H13Q13 62 0 62V13Q13 13 13 0Z",
};

export const viewBoxOf = (kind: Kind): string => (kind === "dream" ? "0 0 100 75" : "0 0 100 100");

// Coasts end at the same height on both sides, so that they continue on the neighbouring tile.
const COASTS = [
  "C84 27 70 14 52 20S18 26 0 20",
  "C86 14 74 26 55 22S20 14 0 20",
  "C88 24 78 17 62 23S30 13 0 20",
];
const LOW_COASTS = COASTS.map((coast) => coast.replace(/(\d+) (\d+)/g, (_, x: string, y: string) => `${x} ${100 - Number(y)}`));

/** Return the path of the coast of a top or bottom tile, from right to left; null for other kinds. */
export function coastOf(kind: Kind, variant: number): string | null {
  if (kind === "top") return `M100 20${COASTS[variant % COASTS.length]}`;
  if (kind === "bottom") return `M100 80${LOW_COASTS[variant % COASTS.length]}`;
  return null;
}

/** Return the path of the sea between the coast and the outer edge; null without a coast. */
export function seaOf(kind: Kind, variant: number): string | null {
  const coast = coastOf(kind, variant);
  if (!coast) return null;
  return kind === "top" ? `${coast}V10Q0 0 10 0H90Q100 0 100 10Z` : `${coast}V90Q0 100 10 100H90Q100 100 100 90Z`;
}

/** Return a number derived from the name of a tile, which varies the drawing. */
export const variantOf = (name: string): number => [...name].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 3) % 97;

export interface Spot {
  x: number;
  y: number;
  size: number;
}

// Centres and sizes of zero to six pictures, on the land of 100 x 74.
const SPOTS: readonly (readonly (readonly [number, number, number])[])[] = [
  [],
  [[50, 37, 56]],
  [[28, 39, 44], [72, 36, 44]],
  [[27, 25, 37], [73, 25, 37], [50, 55, 37]],
  [[27, 20, 35], [73, 20, 35], [27, 55, 35], [73, 55, 35]],
  [[20, 20, 32], [50, 16, 32], [80, 20, 32], [33, 55, 35], [68, 55, 35]],
  [[20, 20, 30], [50, 17, 30], [80, 20, 30], [20, 55, 30], [50, 55, 30], [80, 55, 30]],
];
// The upper edge of the land.
const LAND_TOP: Record<Kind, number> = { top: 25, middle: 13, bottom: 2, dream: 0 };

/** Return where the pictures of a tile are drawn, clear of the sea. */
export function spotsOf(kind: Kind, count: number): Spot[] {
  const spots = SPOTS[Math.min(count, SPOTS.length - 1)]!;
  return spots.map(([x, y, size]) => ({ x: x - size / 2, y: LAND_TOP[kind] + y - size / 2, size }));
}
