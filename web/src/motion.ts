// FLIP animations: an element that keeps its `data-id` moves from its old rectangle to its new one; a new element moves
// from the element that its `data-from` names, or fades in.

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Movement {
  id: string;
  from: Rect;
  to: Rect;
}

export interface Changes {
  movements: Movement[];
  /** The ids of new elements without an origin. */
  appeared: string[];
}

/** The duration of a movement in ms grows with its distance: the shortest, the ms for each px, and the longest. */
const MOVEMENT_MS = { least: 180, perPx: 0.4, most: 420 };
const FADE_IN_MS = 180;
/** Above every zone of the frame. */
const ABOVE_ZONES = 7;
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";
const MOVEMENT_EASING = "cubic-bezier(0.45, 0.05, 0.25, 1)";

/** Compare rectangles by id. `origins` maps the id of a new element to the id of the element it comes from. */
export function changesBetween(
  before: ReadonlyMap<string, Rect>,
  after: ReadonlyMap<string, Rect>,
  origins: ReadonlyMap<string, string> = new Map(),
): Changes {
  const found: Changes = { movements: [], appeared: [] };
  for (const [id, to] of after) {
    const from = before.get(id) ?? before.get(origins.get(id) ?? "");
    if (!from) found.appeared.push(id);
    else if (hasMoved(from, to)) found.movements.push({ id, from, to });
  }
  return found;
}

/** Return whether a rectangle has moved or changed its width by more than 2 px; less comes from rounding. */
function hasMoved(from: Rect, to: Rect): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 2 || Math.abs(from.width - to.width) > 2;
}

/**
 * Return the CSS transform that shows an element at its old rectangle while it is laid out at the new one. `zoom`: how
 * many px on the screen one px of its container is.
 */
export function inverseTransform({ from, to }: Movement, zoom = 1): string {
  const scale = to.width ? from.width / to.width : 1;
  return `translate(${(from.x - to.x) / zoom}px, ${(from.y - to.y) / zoom}px) scale(${scale})`;
}

/**
 * Measure every visible element with a `data-id`, in px relative to the viewport; of two with the same id the first one:
 * a piece that is previewed on the board, which comes before the tray, has its place there already.
 */
export function rectsById(root: ParentNode): Map<string, Rect> {
  const found = new Map<string, Rect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const id = element.dataset["id"]!;
    if (width && !found.has(id)) found.set(id, { x, y, width, height });
  }
  return found;
}

/** Animate the changes between two measurements. With `reducedMotion` new elements only fade in. */
export function animateChanges(
  root: ParentNode,
  before: ReadonlyMap<string, Rect>,
  after: ReadonlyMap<string, Rect>,
  reducedMotion: boolean,
): void {
  const elements = new Map<string, HTMLElement>();
  const origins = new Map<string, string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    elements.set(element.dataset["id"]!, element);
    if (element.dataset["from"]) origins.set(element.dataset["id"]!, element.dataset["from"]);
  }
  const { movements, appeared } = changesBetween(before, after, origins);
  if (!reducedMotion) {
    // Before anything is animated: after that, each measurement would lay out the page again.
    const raised = new Set(movements.map(({ id, from }) => zoneToRaise(elements.get(id)!, from)));
    for (const zone of raised) zone?.animate({ zIndex: [ABOVE_ZONES, ABOVE_ZONES] }, { duration: MOVEMENT_MS.most });
    for (const movement of movements) animateMovement(elements.get(movement.id)!, movement);
  }
  for (const id of appeared) elements.get(id)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_IN_MS });
}

function animateMovement(element: HTMLElement, movement: Movement): void {
  const zoom = Number(element.closest<HTMLElement>("[data-zoom]")?.dataset["zoom"] ?? 1);
  element.animate(
    [
      { transform: inverseTransform(movement, zoom), transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ],
    { duration: movementMs(movement), easing: MOVEMENT_EASING },
  );
}

/** Return how long a movement takes, in ms. */
export function movementMs({ from, to }: Movement): number {
  const { least, perPx, most } = MOVEMENT_MS;
  return Math.min(most, least + perPx * Math.hypot(from.x - to.x, from.y - to.y));
}

/** Return the zone of the frame that a piece flies into, to be shown above the zones that it crosses; null if it crosses none. */
function zoneToRaise(element: HTMLElement, from: Rect): HTMLElement | null {
  const zone = element.closest<HTMLElement>(".zone");
  return zone && !isWithin(from, zone.getBoundingClientRect()) ? zone : null;
}

function isWithin(inner: Rect, { top, left, bottom, right }: DOMRect): boolean {
  const { x, y, width, height } = inner;
  return x >= left - 1 && y >= top - 1 && x + width <= right + 1 && y + height <= bottom + 1;
}

/** Mark the elements that the last move changed, by their `data-id`, and no others. */
export function markChanges(root: ParentNode, ids: readonly string[]): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-id], [data-last]"))
    element.toggleAttribute("data-last", ids.includes(element.dataset["id"] ?? ""));
}

/** Wait until nothing in an element moves any more, but what never ends. */
export async function whenStill(element: Element): Promise<void> {
  const moving = element.getAnimations({ subtree: true }).filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

const RISE_MS = 900;

/** Let the points of a move rise from the middle of an element, once it has arrived at its place. */
export async function risePoints(root: ParentNode, id: string, points: number): Promise<void> {
  const element = root.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  if (!element) return;
  await whenStill(element);
  const { x, y, width, height } = element.getBoundingClientRect();
  // It may be hidden, or gone by then.
  if (!width) return;
  const chip = document.createElement("b");
  chip.className = points < 0 ? "rising-points loss" : "rising-points";
  chip.textContent = points > 0 ? `+${points}` : `−${-points}`;
  chip.setAttribute("aria-hidden", "true");
  chip.style.left = `${x + width / 2}px`;
  chip.style.top = `${y + height / 2}px`;
  document.body.append(chip);
  const frames = [
    { opacity: 0, transform: "translateY(8px) scale(0.7)" },
    { opacity: 1, transform: "none", offset: 0.25 },
    { opacity: 1, transform: "translateY(-14px)", offset: 0.75 },
    { opacity: 0, transform: "translateY(-30px)" },
  ];
  chip.animate(frames, { duration: RISE_MS, easing: EASING }).onfinish = () => chip.remove();
}

/** Return whether the device is set to reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
