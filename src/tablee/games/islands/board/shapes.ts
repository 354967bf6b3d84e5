// The cut of the cardboard: a top tile has a tongue below, a middle one a notch on both sides, a bottom one a tongue
// above, so that the three rows lock into one island; a dream has hollow corners. Drawn on 100 x 100 (dreams 100 x 75).
import type { Kind } from "./view.ts";

export const OUTLINES: Record<Kind, string> = {
  top: "M0 10Q0 0 10 0H90Q100 0 100 10V100H64C61 100 60 109 50 109S39 100 36 100H0Z",
  middle: "M0 0H36C39 0 40 9 50 9S61 0 64 0H100V100H64C61 100 60 91 50 91S39 100 36 100H0Z",
  bottom: "M0 0H36C39 0 40 -9 50 -9S61 0 64 0H100V90Q100 100 90 100H10Q0 100 0 90Z",
  dream: "M13 0H87Q87 13 100 13V62Q87 62 87 75H13Q13 62 0 62V13Q13 13 13 0Z",
};

export const boxOf = (kind: Kind): string => (kind === "dream" ? "0 0 100 75" : "0 0 100 100");

// Coasts end at the same height on both sides, so that the sea runs on from tile to tile.
const COASTS = [
  "C84 27 70 14 52 20S18 26 0 20",
  "C86 14 74 26 55 22S20 14 0 20",
  "C88 24 78 17 62 23S30 13 0 20",
];
const LOW_COASTS = COASTS.map((coast) => coast.replace(/(\d+) (\d+)/g, (_, x: string, y: string) => `${x} ${100 - Number(y)}`));

/** The shore of an outer tile, from right to left. */
export function coastOf(kind: Kind, variant: number): string | null {
  if (kind === "top") return `M100 20${COASTS[variant % COASTS.length]}`;
  if (kind === "bottom") return `M100 80${LOW_COASTS[variant % COASTS.length]}`;
  return null;
}

/** The sea between that shore and the outer edge. */
export function seaOf(kind: Kind, variant: number): string | null {
  const coast = coastOf(kind, variant);
  if (!coast) return null;
  return kind === "top" ? `${coast}V10Q0 0 10 0H90Q100 0 100 10Z` : `${coast}V90Q0 100 10 100H90Q100 100 100 90Z`;
}

/** A number of its own for each tile, so that no two look quite alike. */
export const variantOf = (name: string): number => [...name].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 3) % 97;

export interface Spot {
  x: number;
  y: number;
  size: number;
}

// Middles and sizes of one to six pictures on the dry ground of 100 x 74.
const SPOTS: readonly (readonly (readonly [number, number, number])[])[] = [
  [],
  [[50, 37, 56]],
  [[28, 39, 44], [72, 36, 44]],
  [[27, 25, 37], [73, 25, 37], [50, 55, 37]],
  [[27, 20, 35], [73, 20, 35], [27, 55, 35], [73, 55, 35]],
  [[20, 20, 32], [50, 16, 32], [80, 20, 32], [33, 55, 35], [68, 55, 35]],
  [[20, 20, 30], [50, 17, 30], [80, 20, 30], [20, 55, 30], [50, 55, 30], [80, 55, 30]],
];
const DRY: Record<Kind, number> = { top: 25, middle: 13, bottom: 2, dream: 0 };

/** Where the pictures of a tile stand, clear of the sea. */
export function spotsOf(kind: Kind, count: number): Spot[] {
  const spots = SPOTS[Math.min(count, SPOTS.length - 1)]!;
  return spots.map(([x, y, size]) => ({ x: x - size / 2, y: DRY[kind] + y - size / 2, size }));
}
