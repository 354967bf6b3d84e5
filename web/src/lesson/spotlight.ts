/** A rectangle in px, relative to the guide. */
export interface Hole {
  left: number;
  top: number;
  width: number;
  height: number;
}

const MARGIN_PX = 6;
/** What may be touched by default: the targets of the moves that the step accepts. */
const TARGETS = '[data-thing][data-state="target"], [data-thing][data-state="ready"]';
const CONFIRM = "button.confirm";

/** Return where the elements of the selectors are, in a container; those without size or outside are left out. */
export function holesOf(container: HTMLElement, selectors: readonly string[]): Hole[] {
  if (!selectors.length) return [];
  const origin = container.getBoundingClientRect();
  return [...container.querySelectorAll(selectors.join(","))].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (!width || !height || left >= origin.right || top >= origin.bottom) return [];
    return [{
      left: left - origin.left - MARGIN_PX,
      top: top - origin.top - MARGIN_PX,
      width: width + 2 * MARGIN_PX,
      height: height + 2 * MARGIN_PX,
    }];
  });
}

/** Return the selectors of what to touch now: the button once a move waits for it, else what the step names. */
export function touchable(named: readonly string[], isReady: boolean): readonly string[] {
  if (isReady) return [CONFIRM];
  return named.length ? named : [TARGETS];
}

export const contains = (hole: Hole, x: number, y: number): boolean =>
  x >= hole.left && x <= hole.left + hole.width && y >= hole.top && y <= hole.top + hole.height;

/** Where a bubble lies, in px; `beside` is null unless it must be narrow, at one side of the holes. */
export interface Place {
  top: number;
  beside: { left: number; width: number } | null;
}

const GAP_PX = 12;
/** The height of the button that skips the lesson, which no bubble covers. */
const SKIP_PX = 52;
/** The widest bubble, as in the style of Guide.svelte. */
const MAX_WIDTH_PX = 560;
/** A narrower bubble would be hard to read. */
const MIN_WIDTH_PX = 150;

/** Return the place of a bubble of a height: below, between, above or beside the holes, else over them. */
export function placeBubble(holes: readonly Hole[], height: number, room: { width: number; height: number }): Place {
  const top = freeTop(holes.filter((hole) => isCrossed(hole, room.width)), height, room.height);
  if (top !== null) return { top, beside: null };
  const first = Math.min(...holes.map(({ left }) => left));
  const last = Math.max(...holes.map((hole) => hole.left + hole.width));
  const width = Math.max(first, room.width - last) - 2 * GAP_PX;
  if (width < MIN_WIDTH_PX) return { top: leastHiding(holes, height, room.height), beside: null };
  const left = first >= room.width - last ? GAP_PX : last + GAP_PX;
  return { top: centred(height, room.height), beside: { left, width } };
}

/** Return whether a hole and a bubble that is centred on the screen overlap horizontally. `room`: width in px. */
function isCrossed(hole: Hole, room: number): boolean {
  const bubble = Math.min(MAX_WIDTH_PX, room - 2 * GAP_PX);
  return Math.abs(hole.left + hole.width / 2 - room / 2) < (hole.width + bubble) / 2;
}

const centred = (height: number, room: number): number => Math.max(GAP_PX, (room - height) / 2);
const topOf = (holes: readonly Hole[]): number => Math.min(...holes.map(({ top }) => top));
const bottomOf = (holes: readonly Hole[]): number => Math.max(...holes.map((hole) => hole.top + hole.height));

/** Return the top of a bubble that hides no hole; null if there is no room. */
function freeTop(holes: readonly Hole[], height: number, room: number): number | null {
  if (!holes.length) return centred(height, room);
  const needed = height + 2 * GAP_PX;
  if (room - bottomOf(holes) >= needed) return bottomOf(holes) + GAP_PX;
  const edges = holes.map((hole) => [hole.top, hole.top + hole.height] as const).sort(([a], [b]) => a - b);
  let end = topOf(holes);
  for (const [top, bottom] of edges) {
    if (top - end >= needed) return end + (top - end - height) / 2;
    end = Math.max(end, bottom);
  }
  return topOf(holes) - SKIP_PX >= height + GAP_PX ? topOf(holes) - height - GAP_PX : null;
}

const leastHiding = (holes: readonly Hole[], height: number, room: number): number =>
  room - bottomOf(holes) > topOf(holes) ? room - height - GAP_PX : SKIP_PX;
