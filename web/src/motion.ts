// Motion is a difference: what kept its id travels from where it was, what is new comes from where its origin is.

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Travel {
  id: string;
  from: Place;
  to: Place;
}

export interface Differences {
  travels: Travel[];
  /** New things that come from nowhere. */
  arrivals: string[];
}

const TRAVEL_MS = 260;
const ARRIVAL_MS = 180;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** What moved between two pictures of the table. `origins` names, for a new thing, the thing it comes out of. */
export function differences(
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
  origins: ReadonlyMap<string, string> = new Map(),
): Differences {
  const found: Differences = { travels: [], arrivals: [] };
  for (const [id, to] of after) {
    const from = before.get(id) ?? before.get(origins.get(id) ?? "");
    if (!from) found.arrivals.push(id);
    else if (moved(from, to)) found.travels.push({ id, from, to });
  }
  return found;
}

function moved(from: Place, to: Place): boolean {
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > 2 || Math.abs(from.width - to.width) > 2;
}

/** How to show a thing in its new place as if it were still in the old one. */
export function transformOf({ from, to }: Travel): string {
  const scale = to.width ? from.width / to.width : 1;
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
}

/** Where everything with a `data-id` is now. */
export function placesIn(root: ParentNode): Map<string, Place> {
  const found = new Map<string, Place>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width) found.set(element.dataset["id"]!, { x, y, width, height });
  }
  return found;
}

/** Move everything from where it was. Without motion, new things fade in. */
export function animate(root: ParentNode, before: ReadonlyMap<string, Place>, still: boolean): void {
  const elements = new Map<string, HTMLElement>();
  const origins = new Map<string, string>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-id]")) {
    elements.set(element.dataset["id"]!, element);
    if (element.dataset["from"]) origins.set(element.dataset["id"]!, element.dataset["from"]);
  }
  const { travels, arrivals } = differences(before, placesIn(root), origins);
  if (!still) for (const travel of travels) fly(elements.get(travel.id)!, travel);
  for (const id of arrivals) elements.get(id)?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ARRIVAL_MS });
}

function fly(element: HTMLElement, travel: Travel): void {
  element.animate(
    [
      { transform: transformOf(travel), transformOrigin: "0 0", zIndex: 5 },
      { transform: "none", transformOrigin: "0 0", zIndex: 5 },
    ],
    { duration: TRAVEL_MS, easing: EASE },
  );
}

/** Whether the person asked for less motion. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
