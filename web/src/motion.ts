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

const MOVEMENT_MS = 260;
const FADE_IN_MS = 180;
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";

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

/** Ignores differences up to 2 px, which come from rounding. */
function hasMoved(from: Rect, to: Rect): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 2 || Math.abs(from.width - to.width) > 2;
}

/** Return the CSS transform that shows an element at its old rectangle while it is laid out at the new one. */
export function inverseTransform({ from, to }: Movement): string {
  const scale = to.width ? from.width / to.width : 1;
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
}

/** Measure every visible element with a `data-id`, in px relative to the viewport. */
export function rectsById(root: ParentNode): Map<string, Rect> {
  const found = new Map<string, Rect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width) found.set(element.dataset["id"]!, { x, y, width, height });
  }
  return found;
}

/** Animate all changes since `before` was measured. With `reducedMotion` new elements only fade in. */
export function animateChanges(root: ParentNode, before: ReadonlyMap<string, Rect>, reducedMotion: boolean): void {
  const elements = new Map<string, HTMLElement>();
  const origins = new Map<string, string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    elements.set(element.dataset["id"]!, element);
    if (element.dataset["from"]) origins.set(element.dataset["id"]!, element.dataset["from"]);
  }
  const { movements, appeared } = changesBetween(before, rectsById(root), origins);
  if (!reducedMotion) for (const movement of movements) animateMovement(elements.get(movement.id)!, movement);
  for (const id of appeared) elements.get(id)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE_IN_MS });
}

function animateMovement(element: HTMLElement, movement: Movement): void {
  element.animate(
    [
      { transform: inverseTransform(movement), transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ],
    { duration: MOVEMENT_MS, easing: EASING },
  );
}

/** Whether the device is set to reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
