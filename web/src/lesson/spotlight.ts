/** A rectangle in px, relative to the guide. */
export interface Hole {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Wide enough that the ring around a hole leaves the outline of the focus in sight. */
const MARGIN_PX = 8;
/** What may be touched by default: the targets of the moves that the step accepts. */
const TARGETS = '[data-thing][data-state="target"], [data-thing][data-state="ready"]';
const CONFIRM = "button.confirm";
/** Where the move that waits for the button puts its piece. */
const READY = '[data-thing][data-state="ready"]';
/** A number on the edge of a piece or a button, half outside. */
const BADGES = ":scope:is([data-thing], button) > :is(span, b)";

/** Return where the elements of the selectors are, with their badges, in a container; those without size or outside are left out. */
export function holesOf(container: HTMLElement, selectors: readonly string[]): Hole[] {
  if (!selectors.length) return [];
  const origin = container.getBoundingClientRect();
  return [...container.querySelectorAll(selectors.join(","))].flatMap((element) => {
    const own = element.getBoundingClientRect();
    if (!own.width || !own.height || own.left >= origin.right || own.top >= origin.bottom) return [];
    const badges = [...element.querySelectorAll(BADGES)].map((badge) => badge.getBoundingClientRect());
    const parts = [own, ...badges.filter(({ width, height }) => width && height)];
    const left = Math.min(...parts.map((part) => part.left)) - MARGIN_PX;
    const top = Math.min(...parts.map((part) => part.top)) - MARGIN_PX;
    const right = Math.max(...parts.map((part) => part.right)) + MARGIN_PX;
    const bottom = Math.max(...parts.map((part) => part.bottom)) + MARGIN_PX;
    return [{ left: left - origin.left, top: top - origin.top, width: right - left, height: bottom - top }];
  });
}

/** Return the selectors of what to touch now: the button once a move waits for it, else what the step names. */
export function touchable(named: readonly string[], isReady: boolean): readonly string[] {
  if (isReady) return [CONFIRM];
  return named.length ? named : [TARGETS];
}

/** Return the selectors of what to look at: what the step names, and the piece that a move which waits would place. */
export function visible(named: readonly string[], isReady: boolean): readonly string[] {
  return isReady ? [...named, READY] : named;
}

const FOCUSABLE = 'button:not(:disabled), [tabindex="0"]';

/**
 * Focus a thing of the selectors, unless one of them has the focus. What the last selector finds comes first: a step
 * names what to touch in that order, and the later things appear after a touch of the earlier ones.
 */
export function focusLatest(container: HTMLElement, selectors: readonly string[]): void {
  const found = selectors.toReversed().flatMap((selector) => [...container.querySelectorAll<HTMLElement>(selector)]);
  if (found.some((element) => element.contains(document.activeElement))) return;
  for (const element of found) {
    const inner = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
    if (inner) return inner.focus({ preventScroll: true });
  }
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
