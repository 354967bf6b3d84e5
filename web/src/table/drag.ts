// Drag and drop, reduced to two touches: the thing that is lifted, then the thing it is dropped on.

/** How far in px a pointer may move before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 8;

/** Handles one drag at a time, with mouse or finger; a copy of the thing follows the pointer. */
export class Drag {
  /** True during the click event that the browser sends after a drop. */
  justEnded = false;

  private readonly root: () => HTMLElement;
  private readonly canDrag: (thing: string) => boolean;
  private readonly lift: (thing: string) => void;
  private readonly drop: (thing: string) => void;
  private element: HTMLElement | null = null;
  private ghost: HTMLElement | null = null;
  private start = { x: 0, y: 0 };
  private pointer = -1;
  /** How many px on the screen one px of the ghost is: its container may be zoomed. */
  private zoom = 1;

  /** `lift` is called when a drag begins, `drop` when it ends over a thing inside `root`. */
  constructor(
    root: () => HTMLElement,
    canDrag: (thing: string) => boolean,
    lift: (thing: string) => void,
    drop: (thing: string) => void,
  ) {
    this.root = root;
    this.canDrag = canDrag;
    this.lift = lift;
    this.drop = drop;
  }

  /** Handle a pointerdown event. */
  begin(event: PointerEvent): void {
    const element = (event.target as Element).closest<HTMLElement>("[data-thing]");
    this.justEnded = false;
    // A board that handles the pointer itself calls preventDefault.
    if (event.defaultPrevented) return;
    if (!element || event.button !== 0 || !this.canDrag(element.dataset["thing"]!)) return;
    this.element = element;
    this.pointer = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.end);
    addEventListener("pointercancel", this.cancel);
    // WebKit would select the text that the pointer passes.
    addEventListener("selectstart", preventDefault);
  }

  private readonly move = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer || !this.element) return;
    const [dx, dy] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (!this.ghost && Math.hypot(dx, dy) > DRAG_THRESHOLD_PX) this.showGhost(this.element);
    if (this.ghost) this.ghost.style.translate = `${dx / this.zoom}px ${dy / this.zoom}px`;
  };

  private showGhost(element: HTMLElement): void {
    const rect = element.getBoundingClientRect();
    const ghost = element.cloneNode(true) as HTMLElement;
    for (const name of ["data-thing", "data-id", "id", "role", "tabindex"]) ghost.removeAttribute(name);
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("ghost");
    Object.assign(ghost.style, {
      position: "fixed", margin: "0", zIndex: "50", pointerEvents: "none",
      filter: "drop-shadow(0 8px 12px rgb(0 0 0 / 35%))",
    });
    // A sibling of the thing, so that the scoped styles of the board apply to it.
    element.parentElement!.append(ghost);
    this.zoom = coverRect(ghost, rect);
    this.ghost = ghost;
    this.lift(element.dataset["thing"]!);
  }

  private readonly end = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer) return;
    const dropped = this.ghost !== null;
    this.finish();
    if (!dropped) return;
    this.justEnded = true;
    setTimeout(() => (this.justEnded = false));
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const things = under.map((each) => each.closest<HTMLElement>("[data-thing]"));
    const target = things.find((each) => each && this.root().contains(each));
    if (target) this.drop(target.dataset["thing"]!);
  };

  private readonly cancel = (): void => this.finish();

  private finish(): void {
    this.ghost?.remove();
    this.ghost = this.element = null;
    this.pointer = -1;
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.end);
    removeEventListener("pointercancel", this.cancel);
    removeEventListener("selectstart", preventDefault);
  }
}

function preventDefault(event: Event): void {
  event.preventDefault();
}

/** How far an element is moved to measure the zoom of its container, in px. */
const PROBE_PX = 100;

/**
 * Lay an element with a fixed position over a rectangle of the viewport, and return the zoom of its container. All is
 * measured: the origin of its coordinates is the nearest ancestor with a transform, and before Chrome 129, Firefox 133
 * and Safari 18.4 the nearest container of container queries; it may also be scaled itself.
 */
function coverRect(element: HTMLElement, { left, top, width, height }: DOMRect): number {
  const { style } = element;
  Object.assign(style, { left: "0", top: "0", width: `${width}px`, height: `${height}px`, transition: "none", translate: "0" });
  const scaled = element.getBoundingClientRect();
  style.width = `${width ** 2 / scaled.width}px`;
  style.height = `${height ** 2 / scaled.height}px`;
  const origin = element.getBoundingClientRect();
  style.translate = `${PROBE_PX}px`;
  const zoom = (element.getBoundingClientRect().left - origin.left) / PROBE_PX;
  style.translate = "0";
  style.left = `${(left - origin.left) / zoom}px`;
  style.top = `${(top - origin.top) / zoom}px`;
  return zoom;
}
