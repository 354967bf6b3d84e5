// Zoom and pan inside a zone that keeps its size, for boards that grow: pinch, wheel, drag of a free place, keys.

/** The part of a board that is shown: each point p of the board is drawn at scale * p + (x, y), in px of its zone. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 3;
/** How far in px a pointer may move before a press becomes a pan. */
const PAN_THRESHOLD_PX = 8;
/** The longest time between two taps of a double tap, and how far apart they may be. */
const DOUBLE_TAP = { ms: 320, px: 28 };
const KEY_FACTOR = 1.25;
/** How far from the edge of the zone a thing with the focus is shown, in px. */
const FOCUS_MARGIN_PX = 12;

/** Return the nearest zoom with a legal scale that leaves no part of the zone empty. */
export function bounded({ scale, x, y }: Zoom, { width, height }: Size): Zoom {
  const legal = Math.min(MAX_SCALE, Math.max(1, scale));
  const within = (offset: number, length: number) => Math.min(0, Math.max(length * (1 - legal), offset));
  return { scale: legal, x: within(x, width), y: within(y, height) };
}

/** Return the zoom scaled by a factor; the point of the board that was drawn at `at` stays there, or is drawn at `to`. */
export function zoomedAt(zoom: Zoom, factor: number, at: Point, size: Size, to: Point = at): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return bounded({ scale, x: to.x - ratio * (at.x - zoom.x), y: to.y - ratio * (at.y - zoom.y) }, size);
}

/** Return the factor of a wheel event; lines and pages become px. */
function wheelFactor({ deltaY, deltaMode }: WheelEvent): number {
  return Math.exp((-deltaY * [1, 16, 400][deltaMode]!) / 400);
}

/**
 * Make a zone zoomable, as a Svelte action. The zone keeps its size and clips its only child, which is transformed. A
 * press on a thing that can be dragged stays a drag, and on a target a touch: only a double tap on another place resets.
 */
export function zoomable(zone: HTMLElement): { destroy: () => void } {
  const gestures = new ZoomGestures(zone);
  return { destroy: () => gestures.close() };
}

class ZoomGestures {
  private zoom = WHOLE;
  private readonly pointers = new Map<number, Point>();
  /** Whether the pointers have moved so far that the press is not a touch. */
  private isGesture = false;
  private pressed: Point = { x: 0, y: 0 };
  private lastTap = { at: -Infinity, x: 0, y: 0 };
  private readonly stop = new AbortController();
  private readonly zone: HTMLElement;

  constructor(zone: HTMLElement) {
    this.zone = zone;
    zone.style.touchAction = "none";
    const { signal } = this.stop;
    zone.addEventListener("wheel", this.onWheel, { passive: false, signal });
    zone.addEventListener("pointerdown", this.onDown, { signal });
    zone.addEventListener("click", this.onClick, { capture: true, signal });
    zone.addEventListener("focusin", this.onFocus, { signal });
    addEventListener("pointermove", this.onMove, { signal });
    addEventListener("pointerup", this.onUp, { signal });
    addEventListener("pointercancel", this.onUp, { signal });
    addEventListener("keydown", this.onKey, { signal });
    addEventListener("resize", () => this.show(this.zoom), { signal });
  }

  close(): void {
    this.stop.abort();
  }

  private show(zoom: Zoom): void {
    this.zoom = bounded(zoom, this.zone.getBoundingClientRect());
    const { scale, x, y } = this.zoom;
    const content = this.zone.firstElementChild as HTMLElement | null;
    if (!content) return;
    const isWhole = scale === 1;
    this.zone.style.overflow = isWhole ? "" : "clip";
    // Animations of pieces inside divide their distances by it.
    if (isWhole) delete this.zone.dataset["zoom"];
    else this.zone.dataset["zoom"] = String(scale);
    content.style.transformOrigin = "0 0";
    content.style.transform = isWhole ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** Return a point relative to the zone. */
  private inZone({ x, y }: Point): Point {
    const { left, top } = this.zone.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  private zoomAt(factor: number, at: Point, to: Point = at): void {
    this.show(zoomedAt(this.zoom, factor, this.inZone(at), this.zone.getBoundingClientRect(), this.inZone(to)));
  }

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.zoomAt(wheelFactor(event), event);
  };

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || event.defaultPrevented) return;
    if (!this.pointers.size) {
      this.isGesture = false;
      this.pressed = { x: event.clientX, y: event.clientY };
    }
    // One finger on a thing that can be dragged drags it; two are a pinch wherever they are.
    const isDrag = !this.pointers.size && (event.target as Element).closest("[data-drag]");
    if (!isDrag) this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  private readonly onMove = (event: PointerEvent): void => {
    const old = this.pointers.get(event.pointerId);
    if (!old) return;
    const now = { x: event.clientX, y: event.clientY };
    this.pointers.set(event.pointerId, now);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.isGesture = true;
      this.pinch(old, now, other);
    } else if (this.zoom.scale > 1) {
      this.isGesture ||= distance(now, this.pressed) > PAN_THRESHOLD_PX;
      if (this.isGesture) this.pan(now.x - old.x, now.y - old.y);
    }
  };

  /** Keep the points of the board under both fingers. */
  private pinch(old: Point, now: Point, other: Point): void {
    const factor = distance(now, other) / Math.max(1, distance(old, other));
    this.zoomAt(factor, middle(old, other), middle(now, other));
  }

  private pan(dx: number, dy: number): void {
    this.show({ ...this.zoom, x: this.zoom.x + dx, y: this.zoom.y + dy });
  }

  private readonly onUp = (event: PointerEvent): void => {
    if (!this.pointers.delete(event.pointerId)) return;
    if (event.type === "pointerup" && !this.isGesture && !isTouchable(event.target)) this.onTap(event);
  };

  private onTap({ timeStamp, clientX: x, clientY: y }: PointerEvent): void {
    const isDouble = timeStamp - this.lastTap.at < DOUBLE_TAP.ms && distance({ x, y }, this.lastTap) < DOUBLE_TAP.px;
    this.lastTap = { at: isDouble ? -Infinity : timeStamp, x, y };
    if (isDouble) this.show(WHOLE);
  }

  /** Stop a click after a pan or a pinch, which is not a touch. */
  private readonly onClick = (event: MouseEvent): void => {
    if (!this.isGesture) return;
    this.isGesture = false;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Zoom about the thing with the focus, or the middle: + and - and 0. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const factor = { "+": KEY_FACTOR, "=": KEY_FACTOR, "-": 1 / KEY_FACTOR }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping() || (!factor && event.key !== "0")) return;
    if (!factor) return this.show(WHOLE);
    const focused = this.zone.contains(document.activeElement) ? document.activeElement! : this.zone;
    const { left, top, width, height } = focused.getBoundingClientRect();
    this.zoomAt(factor, { x: left + width / 2, y: top + height / 2 });
  };

  /** Pan to a thing that gets the focus by the keyboard. */
  private readonly onFocus = ({ target }: FocusEvent): void => {
    if (this.zoom.scale === 1 || this.pointers.size) return;
    const [thing, zone] = [(target as Element).getBoundingClientRect(), this.zone.getBoundingClientRect()];
    this.pan(
      shift(thing.left - zone.left, thing.right - zone.right),
      shift(thing.top - zone.top, thing.bottom - zone.bottom),
    );
  };
}

/** Return how far to move something that is `before` px beyond one edge (negative: outside) and `after` px beyond the other. */
function shift(before: number, after: number): number {
  if (before < FOCUS_MARGIN_PX) return FOCUS_MARGIN_PX - before;
  return after > -FOCUS_MARGIN_PX ? -FOCUS_MARGIN_PX - after : 0;
}

const isTouchable = (target: EventTarget | null): boolean =>
  (target as Element | null)?.closest?.('[data-thing]:not([data-state="idle"])') != null;

const isTyping = (): boolean => document.activeElement?.matches("input, textarea, select") ?? false;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
