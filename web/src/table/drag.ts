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
  }

  private readonly move = (event: PointerEvent): void => {
    if (event.pointerId !== this.pointer || !this.element) return;
    const [dx, dy] = [event.clientX - this.start.x, event.clientY - this.start.y];
    if (!this.ghost && Math.hypot(dx, dy) > DRAG_THRESHOLD_PX) this.showGhost(this.element);
    if (this.ghost) this.ghost.style.translate = `${dx}px ${dy}px`;
  };

  private showGhost(element: HTMLElement): void {
    const { left, top, width, height } = element.getBoundingClientRect();
    const ghost = element.cloneNode(true) as HTMLElement;
    for (const name of ["data-thing", "data-id", "id", "role", "tabindex"]) ghost.removeAttribute(name);
    ghost.setAttribute("aria-hidden", "true");
    ghost.classList.add("ghost");
    Object.assign(ghost.style, {
      position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
      margin: "0", zIndex: "50", pointerEvents: "none", filter: "drop-shadow(0 8px 12px rgb(0 0 0 / 35%))",
    });
    // A sibling of the thing, so that the scoped styles of the board apply to it.
    element.parentElement!.append(ghost);
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
  }
}
