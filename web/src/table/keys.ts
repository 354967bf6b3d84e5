// Arrows lead from one thing that may be touched to the nearest one in that direction.
import type { Place } from "../motion.ts";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Index of the place that lies nearest in a direction, sideways distance counting double; -1 if there is none. */
export function nearestPlace(from: Place, places: readonly Place[], [dx, dy]: readonly [number, number]): number {
  let best = -1;
  let least = Infinity;
  const [x, y] = middle(from);
  places.forEach((place, at) => {
    const [px, py] = middle(place);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along > 1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = at;
    }
  });
  return best;
}

function middle({ x, y, width, height }: Place): [number, number] {
  return [x + width / 2, y + height / 2];
}

/** The thing to focus after an arrow key; null if the key is no arrow or nothing lies there. */
export function nearest(root: HTMLElement, focused: Element | null, key: string): HTMLElement | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  const things = [...root.querySelectorAll<HTMLElement>('[data-thing][tabindex="0"]')];
  if (!focused || !root.contains(focused) || !(focused as HTMLElement).dataset["thing"]) return things[0] ?? null;
  const others = things.filter((thing) => thing !== focused);
  const at = nearestPlace(focused.getBoundingClientRect(), others.map((each) => each.getBoundingClientRect()), direction);
  return others[at] ?? null;
}
