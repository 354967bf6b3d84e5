// Moving the focus over a board with the arrow keys.
import type { Rect } from "../motion.ts";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the index of the nearest rectangle in a direction; -1 if there is none. Sideways distance counts double. */
export function nearestRect(from: Rect, rects: readonly Rect[], [dx, dy]: readonly [number, number]): number {
  let best = -1;
  let least = Infinity;
  const [x, y] = centre(from);
  rects.forEach((rect, at) => {
    const [px, py] = centre(rect);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along > 1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = at;
    }
  });
  return best;
}

function centre({ x, y, width, height }: Rect): [number, number] {
  return [x + width / 2, y + height / 2];
}

/** Return the thing to focus after a key; null if it is not an arrow key or nothing lies in that direction. */
export function thingInDirection(root: HTMLElement, focused: Element | null, key: string): HTMLElement | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const things = [...root.querySelectorAll<HTMLElement>('[data-thing][tabindex="0"]')];
  if (!focused || !root.contains(focused) || !(focused as HTMLElement).dataset["thing"]) return things[0] ?? null;
  const others = things.filter((thing) => thing !== focused);
  const rects = others.map((each) => each.getBoundingClientRect());
  return others[nearestRect(focused.getBoundingClientRect(), rects, direction)] ?? null;
}
