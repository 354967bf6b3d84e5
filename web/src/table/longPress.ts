// A long press: a pointer that stays down on one spot. It takes the place of the click that would follow.

/** How long a pointer has to stay down, in ms, and how far it may move meanwhile, in px. */
const PRESS_MS = 450;
const SLACK_PX = 8;

/** Watches the pointer of a window; `onpress` returns whether a long press on an element means anything. */
export class LongPress {
  private readonly onpress: (target: Element) => boolean;
  private timer = 0;
  private pointer = -1;
  private start = { x: 0, y: 0 };
  /** Whether the next click belongs to a long press. */
  private swallows = false;

  constructor(onpress: (target: Element) => boolean) {
    this.onpress = onpress;
  }

  readonly begin = (event: PointerEvent): void => {
    this.end();
    this.swallows = false;
    if (event.button !== 0 || !event.isPrimary) return;
    const target = event.target as Element;
    this.pointer = event.pointerId;
    this.start = { x: event.clientX, y: event.clientY };
    this.timer = window.setTimeout(() => this.fire(target), PRESS_MS);
  };

  readonly move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    if (pointerId === this.pointer && Math.hypot(clientX - this.start.x, clientY - this.start.y) > SLACK_PX) this.end();
  };

  readonly end = (): void => {
    clearTimeout(this.timer);
    this.timer = 0;
  };

  /** Stop the click that ends a long press. */
  readonly click = (event: MouseEvent): void => {
    if (!this.swallows) return;
    this.swallows = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  private fire(target: Element): void {
    if (!target.isConnected || !this.onpress(target)) return;
    this.swallows = true;
    // What the press began, such as a drag, is given up.
    window.dispatchEvent(new PointerEvent("pointercancel", { pointerId: this.pointer }));
  }
}
