import type { MoveInput, ThingAttributes } from "$web/moveInput.svelte.ts";
import { Breath } from "./breath.ts";
import { cellName, flipped, inTurn, middleOf, moved, sizeOf, type Spot, spotOf, spotsOf, turned, turnName } from "./geometry.ts";
import { cellUnder, cellWidth, clamped } from "./places.ts";
import type { Heap, Laid, MineView, SeatBoard, Tile } from "./view.ts";

/** How a tile is held: its cells as turned, and which of them is under the pointer. */
interface Pose {
  shape: string;
  spots: Spot[];
  grip: number;
}

/** A press that has not ended. */
interface Press {
  pointer: number;
  x: number;
  y: number;
  /** Whether it has become a drag. */
  far: boolean;
  /** Whether it took or picked up the tile: then it lays it only where it was dragged. */
  picks: boolean;
  /** How far above a finger the tile floats, so that it can be seen. */
  lift: number;
}

const SLACK_PX = 7;
const FINGER_LIFT = 1.3;

/**
 * One hand in the race. What it carries is the tile in hand, as the view has it, or a laid tile that was picked up on
 * the own board; where that may go is the server's affair. The view may change at any moment: a drag goes on.
 */
export class Digging {
  /** The slot of the laid tile that is carried, if any. */
  private slot = $state<string | null>(null);
  private held = $state.raw<Pose | null>(null);
  private press = $state.raw<Press | null>(null);
  /** Where the pointer is, while a tile follows it. */
  pointer = $state.raw<{ x: number; y: number } | null>(null);
  /** The top left cell where the tile would be laid. */
  anchor = $state.raw<Spot | null>(null);
  /** With finds: the shape of which one must say what it shows. */
  choosing = $state<string | null>(null);

  gallery: HTMLElement | null = null;
  pool: HTMLElement | null = null;

  private readonly view: () => MineView;
  private readonly input: MoveInput;
  private readonly breath: Breath;

  constructor(view: () => MineView, input: MoveInput) {
    this.view = view;
    this.input = input;
    this.breath = new Breath((move) => input.submit(move, true));
  }

  readonly own: SeatBoard | null = $derived.by(() => {
    const { seat, boards } = this.view();
    return seat === null ? null : (boards[seat] ?? null);
  });
  /** Whether anything may be done: not in the past, not after giving up or calling. */
  readonly isFree = $derived.by(() => this.input.moves.includes("quit"));
  readonly from = $derived(this.slot !== null && this.own?.tiles[this.slot] ? this.slot : null);
  readonly tile: Tile | Laid | null = $derived.by(() => {
    if (!this.isFree || !this.own) return null;
    return this.from === null ? this.own.hand : this.own.tiles[this.from]!;
  });
  readonly pose = $derived.by((): Pose | null => {
    if (!this.tile) return null;
    return this.held?.shape === this.tile.shape ? this.held : this.poseOf(this.tile.shape, "r0");
  });
  readonly turn = $derived(this.pose ? turnName(this.base(this.pose.shape), this.pose.spots) : null);
  readonly isPressed = $derived(this.press !== null);
  /** The cells that the tile would cover. */
  readonly ghost = $derived(this.pose && this.anchor ? moved(this.pose.spots, this.anchor) : []);
  /** The move that laying the tile here would be; null where it would stay as it is. */
  readonly move = $derived(this.anchor && this.moveTo(cellName(this.anchor)));
  /** Whether the server's list has it; undefined while the server has not seen the tile in this hand. */
  readonly fits = $derived(this.move === null ? undefined : this.knows() ? this.isListed(this.move) : undefined);
  private readonly listed = $derived.by(() => new Set(this.input.moves));

  isListed(move: string): boolean {
    return this.listed.has(move);
  }

  /** For a real button that is also a thing: it needs no role to be one. */
  button(word: string, label: string): ThingAttributes {
    return { ...this.input.thing(word, label), role: undefined, tabindex: undefined };
  }

  moveTo(cell: string): string | null {
    if (!this.tile || !this.turn) return null;
    if (this.from === null) return `lay ${this.turn} ${cell}`;
    const lying = this.tile as Laid;
    return lying.turn === this.turn && lying.cell === cell ? null : `move ${this.from} ${this.turn} ${cell}`;
  }

  /** The cell where the top left corner comes to lie when the grip is over this one; null outside of the frame. */
  anchorFor(cell: Spot): string | null {
    if (!this.pose) return null;
    const [row, column] = this.gripped(cell);
    const [top, left] = clamped([row, column], sizeOf(this.pose.spots));
    return top === row && left === column ? cellName([row, column]) : null;
  }

  // Taking, picking up, putting back

  /** Take a tile from the pool; what was in the hand goes back first. */
  take(shape: string, element?: string): void {
    const heap = this.view().pool[shape]!;
    if (!this.isFree || !heap.left) return;
    const kinds = kindsOf(heap);
    const wanted = element ?? (kinds.length === 1 ? kinds[0]! : null);
    this.choosing = wanted === null ? shape : null;
    if (wanted !== null) this.fetch(shape, wanted);
  }

  private fetch(shape: string, element: string): void {
    const inHand = this.own?.hand;
    this.slot = null;
    if (inHand?.shape === shape && (inHand.element ?? "any") === element) return;
    if (inHand) this.say("return hand");
    this.held = this.poseOf(shape, "r0");
    this.say(`take ${shape} ${element}`);
  }

  /** Pick up a laid tile by one of its cells; the table hears of it when it is put down. */
  pick(slot: string, cell?: Spot): void {
    const tile = this.own?.tiles[slot];
    if (!tile || !this.isFree) return;
    this.slot = slot;
    const pose = this.poseOf(tile.shape, tile.turn);
    const [top, left] = spotOf(tile.cell);
    const grip = cell ? pose.spots.findIndex(([row, column]) => row + top === cell[0] && column + left === cell[1]) : -1;
    this.held = grip < 0 ? pose : { ...pose, grip };
    this.anchor = [top, left];
  }

  /** What is carried goes back to the pool. */
  putBack(): void {
    if (this.tile) this.say(this.from === null ? "return hand" : `return ${this.from}`);
    this.release();
  }

  /** Leave a picked-up tile where it lies; a tile in hand stays in hand. */
  release(): void {
    this.slot = null;
    this.anchor = null;
    this.pointer = null;
    this.choosing = null;
  }

  // Turning

  readonly rotate = (): void => this.reshape(turned);
  readonly flip = (): void => this.reshape(flipped);

  private reshape(change: (spots: readonly Spot[]) => Spot[]): void {
    const pose = this.pose;
    if (!pose) return;
    const cell = this.anchor && moved([pose.spots[pose.grip]!], this.anchor)[0]!;
    this.held = { ...pose, spots: change(pose.spots) };
    if (this.pointer) this.follow(this.pointer.x, this.pointer.y);
    else if (cell) this.aimAt(cell);
  }

  // Laying

  /** Put the tile down where it is aimed at. False if it cannot lie there: the server says why, and it stays held. */
  lay(): boolean {
    if (!this.anchor || !this.tile) return false;
    const { move, fits } = this;
    if (move) this.say(move);
    if (fits !== false) this.release();
    return fits !== false;
  }

  /** Aim so that the grip is over a cell, or as near as the frame allows. */
  aimAt(cell: Spot): void {
    if (this.pose) this.anchor = clamped(this.gripped(cell), sizeOf(this.pose.spots));
  }

  /** One step of an arrow key. */
  step([down, right]: Spot): void {
    const [row, column] = this.anchor ?? [2, 3];
    if (this.pose) this.anchor = clamped([row + down, column + right], sizeOf(this.pose.spots));
  }

  /** The cell under the grip. */
  readonly aimed = $derived(this.pose && this.anchor ? moved([this.pose.spots[this.pose.grip]!], this.anchor)[0]! : null);

  private gripped([row, column]: Spot): Spot {
    const [down, right] = this.pose!.spots[this.pose!.grip]!;
    return [row - down, column - right];
  }

  // The pointer

  /** A press on a tile that is carried from now on, or else on the place where the carried one shall lie. */
  grab(event: PointerEvent, picks = true): void {
    const lift = picks && event.pointerType === "touch" ? FINGER_LIFT : 0;
    this.press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, far: false, picks, lift };
    this.follow(event.clientX, event.clientY);
  }

  /** A second finger turns the tile. True if it was one. */
  joined(event: PointerEvent): boolean {
    const second = this.press !== null && this.press.pointer !== event.pointerId;
    if (second) this.rotate();
    return second;
  }

  drag(event: PointerEvent): void {
    const press = this.press;
    if (press ? press.pointer !== event.pointerId : !this.isCarriedBy(event)) return;
    // A right button pressed while the left one is held comes as a movement.
    if (event.button === 2 && event.buttons & 2) return this.rotate();
    if (press && !press.far && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK_PX)
      this.press = { ...press, far: true };
    if (this.choosing) this.chooseUnder(event);
    this.follow(event.clientX, event.clientY);
  }

  drop(event: PointerEvent): void {
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    this.press = null;
    if (!this.tile) return;
    if (this.anchor && (press.far || !press.picks)) {
      if (!this.lay() && this.from !== null) this.release();
    } else if (press.far && this.isOver(this.pool, event)) this.putBack();
    else if (press.far && this.from !== null) this.release();
    // A finger that has left the table shows nothing; a mouse carries on.
    if (event.pointerType !== "mouse") this.pointer = this.anchor = null;
  }

  cancel(event: PointerEvent): void {
    if (this.press?.pointer !== event.pointerId) return;
    this.press = null;
    this.release();
  }

  /** A mouse carries a tile without a press, once it has it or comes over the gallery. */
  private isCarriedBy(event: PointerEvent): boolean {
    return event.pointerType === "mouse" && this.tile !== null && (this.pointer !== null || this.isOver(this.gallery, event));
  }

  private follow(x: number, y: number): void {
    const rect = this.gallery?.getBoundingClientRect();
    if (!rect) return;
    const top = y - (this.press?.lift ?? 0) * cellWidth(rect);
    this.pointer = { x, y: top };
    const inside = x > rect.left && x < rect.right && top > rect.top && top < rect.bottom;
    if (inside) this.aimAt(cellUnder(rect, x, top));
    else this.anchor = null;
  }

  /** With finds: a drag from the heap goes over what the tile is to show. */
  private chooseUnder(event: PointerEvent): void {
    const chip = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-element]");
    if (chip) this.take(this.choosing!, chip.dataset["element"]);
  }

  private isOver(element: HTMLElement | null, event: PointerEvent): boolean {
    return !!element && document.elementsFromPoint(event.clientX, event.clientY).includes(element);
  }

  /** The cells of a shape, turned so and laid there. */
  placed(shape: string, turn: string, cell: string): Spot[] {
    return moved(inTurn(this.base(shape), turn), spotOf(cell));
  }

  private base(shape: string): Spot[] {
    return spotsOf(this.view().pool[shape]!.rows);
  }

  private poseOf(shape: string, turn: string): Pose {
    const spots = inTurn(this.base(shape), turn);
    return { shape, spots, grip: middleOf(spots) };
  }

  /** While a take is on its way, the server's list is still that of an empty hand. */
  private knows(): boolean {
    return this.from !== null || this.input.moves.includes("return hand");
  }

  say(move: string): void {
    this.breath.say(move);
  }
}

/** What the tiles of a heap show; without finds that is never asked. */
export function kindsOf(heap: Heap): string[] {
  if (!heap.elements) return ["any"];
  return Object.entries(heap.elements).flatMap(([kind, left]) => (left > 0 ? [kind] : []));
}
