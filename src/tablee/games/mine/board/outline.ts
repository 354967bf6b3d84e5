// The outline of a set of cells as an SVG path with rounded corners; a cell is 100 wide.
import type { Spot } from "./geometry.ts";

type Point = readonly [x: number, y: number];

const UNIT = 100;
// The sides of a cell, clockwise: first corner, direction, and offset of the neighbour.
const SIDES = [
  { from: [0, 0], along: [1, 0], beside: [-1, 0] },
  { from: [1, 0], along: [0, 1], beside: [0, 1] },
  { from: [1, 1], along: [-1, 0], beside: [1, 0] },
  { from: [0, 1], along: [0, -1], beside: [0, -1] },
] as const;

// There are few shapes, and each view draws most of them again.
const known = new Map<string, string>();

/** Return the path, moved inside the cells by `inset` (outside if negative), with corners of this radius. */
export function outline(spots: readonly Spot[], inset: number, radius: number): string {
  const key = `${spots.join(";")}|${inset}|${radius}`;
  const path = known.get(key) ?? loops(spots).map((loop) => rounded(shrunk(loop, inset), radius)).join("");
  known.set(key, path);
  return path;
}

/** Return the corners of each closed border, clockwise around cells. */
function loops(spots: readonly Spot[]): Point[][] {
  const edges = borders(spots);
  const found: Point[][] = [];
  for (const start of edges.keys()) {
    while (edges.get(start)?.length) found.push(corners(walk(edges, start)));
  }
  return found;
}

/** Return the directions of all sides of cells without a neighbour, by the point where they begin. */
function borders(spots: readonly Spot[]): Map<string, Point[]> {
  const inside = new Set(spots.map(String));
  const edges = new Map<string, Point[]>();
  for (const [row, column] of spots) {
    for (const { from, along, beside } of SIDES) {
      if (inside.has(String([row + beside[0], column + beside[1]]))) continue;
      const start = String([column + from[0], row + from[1]]);
      edges.set(start, [...(edges.get(start) ?? []), along]);
    }
  }
  return edges;
}

/** Follow the borders from a point back to it; at a crossing turn right, to stay at the same cell. */
function walk(edges: Map<string, Point[]>, start: string): Point[] {
  const points: Point[] = [];
  let [x, y] = start.split(",").map(Number) as [number, number];
  let last: Point = [0, 0];
  do {
    const ways = edges.get(String([x, y]))!;
    const right = ways.findIndex(([dx, dy]) => dx === -last[1] && dy === last[0]);
    last = ways.splice(Math.max(right, 0), 1)[0]!;
    points.push([x, y]);
    [x, y] = [x + last[0], y + last[1]];
  } while (String([x, y]) !== start);
  return points;
}

const before = (points: readonly Point[], at: number): Point => points[(at + points.length - 1) % points.length]!;
const after = (points: readonly Point[], at: number): Point => points[(at + 1) % points.length]!;

function direction(from: Point, to: Point): Point {
  return [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
}

function corners(points: readonly Point[]): Point[] {
  return points.filter((point, at) => String(direction(before(points, at), point)) !== String(direction(point, after(points, at))));
}

/** Move every corner inwards; the inside is to the right of the direction of the walk. */
function shrunk(points: readonly Point[], inset: number): Point[] {
  return points.map((point, at) => {
    const [ax, ay] = direction(before(points, at), point);
    const [bx, by] = direction(point, after(points, at));
    return [point[0] * UNIT - (ay + by) * inset, point[1] * UNIT + (ax + bx) * inset];
  });
}

function rounded(points: readonly Point[], radius: number): string {
  const parts = points.map((point, at) => {
    const [ax, ay] = direction(before(points, at), point);
    const [bx, by] = direction(point, after(points, at));
    const [x, y] = point;
    return `${at ? "L" : "M"}${x - ax * radius} ${y - ay * radius}Q${x} ${y} ${x + bx * radius} ${y + by * radius}`;
  });
  return parts.join("") + "Z";
}
