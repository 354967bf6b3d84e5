import type { MoveInput, ThingAttributes } from "$web/moveInput.svelte.ts";
import { type Sound, play } from "$web/sound/play.ts";
import { CELLS, cellName, flipped, inTurn, middleOf, moved, sizeOf, type Spot, spotOf, spotsOf, turned, turnName } from "./geometry.ts";
import { cellUnder, cellWidth, clamped } from "./places.ts";
import type { Colour, Heap, Laid, MineView, SeatBoard, Tile } from "./view.ts";

/** The orientation of the active tile: its cells as turned, and the index of the one under the pointer. */
interface Pose {
  shape: string;
  spots: Spot[];
  grip: number;
}

/** A press of a pointer that has not ended; x and y are where it began. */
interface Press {
  pointer: number;
  x: number;
  y: number;
  /** Whether it has become a drag: the pointer has moved further than SLACK_PX. */
  far: boolean;
  /** Whether it took or picked up the tile: then the tile is laid only after a drag. */
  picks: boolean;
  /** Distance between a finger and the tile above it, in cells, so that the tile is visible. */
  lift: number;
  /** Where the tile was when a finger on the gallery began to push it; null if the tile follows the pointer. */
  pushed: Spot | null;
}

const SLACK_PX = 7;
const FINGER_LIFT = 1.3;
const MIDDLE: Spot = [2, 3];
const SOUNDS: Partial<Record<string, Sound>> = { take: "take", lay: "place", move: "place", return: "touch", lift: "touch" };

/**
 * The pointer and keyboard interaction of the viewer in the race. The active tile is the tile in hand, or a laid tile
 * that was picked up on the viewer's board; legality is decided by the server. A drag continues when the view
 * changes.
 */
export class Interaction {
  /** The slot of the laid tile that was picked up, or null. */
  private slot = $state<string | null>(null);
  private held = $state.raw<Pose | null>(null);
  private press = $state.raw<Press | null>(null);
  /** The position of the pointer while a tile follows it, in client coordinates. */
  pointer = $state.raw<{ x: number; y: number } | null>(null);
  /** The top left cell to which a person has moved the tile; null if nowhere yet. */
  private chosen = $state.raw<Spot | null>(null);
  /** Whether the last step was made with the keyboard: then the focus follows the tile. */
  byKeys = $state(false);
  /** In a game with finds: the shape whose element is being chosen. */
  choosing = $state<string | null>(null);

  gallery: HTMLElement | null = null;
  pool: HTMLElement | null = null;

  private readonly view: () => MineView;
  private readonly input: MoveInput;

  constructor(view: () => MineView, input: MoveInput) {
    this.view = view;
    this.input = input;
  }

  readonly own: SeatBoard | null = $derived.by(() => {
    const { seat, boards } = this.view();
    return seat === null ? null : (boards[seat] ?? null);
  });
  /** Whether the viewer may act: false in the history, and after giving up or calling. */
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
  /** The top left cell of the place where the tile would be laid; null while a pointer holds it outside the gallery. */
  readonly anchor = $derived(this.chosen ?? (this.pose && !this.pointer ? this.freePlace(this.pose.spots) : null));
  readonly turn = $derived(this.pose ? turnName(this.base(this.pose.shape), this.pose.spots) : null);
  readonly isPressed = $derived(this.press !== null);
  /** The cells that the tile would cover, [] without an anchor. */
  readonly preview = $derived(this.pose && this.anchor ? moved(this.pose.spots, this.anchor) : []);
  /** The move that puts the tile at the anchor; null if it lies there already. */
  readonly move = $derived(this.anchor && this.moveTo(cellName(this.anchor)));
  /** Whether the server has listed that move; undefined while its list is older than the last take. */
  readonly fits = $derived(this.move === null ? undefined : this.isListCurrent() ? this.isListed(this.move) : undefined);
  private readonly listed = $derived.by(() => new Set(this.input.moves));

  isListed(move: string): boolean {
    return this.listed.has(move);
  }

  /** Return the attributes of a thing for a button element, which needs no role or tabindex. */
  button(word: string, label: string): ThingAttributes {
    return { ...this.input.thing(word, label), role: undefined, tabindex: undefined };
  }

  /** Return the move that puts the active tile with its top left corner on a cell; null if it lies there already. */
  moveTo(cell: string): string | null {
    if (!this.tile || !this.turn) return null;
    if (this.from === null) return `lay ${this.turn} ${cell}`;
    const lying = this.tile as Laid;
    return lying.turn === this.turn && lying.cell === cell ? null : `move ${this.from} ${this.turn} ${cell}`;
  }

  /** Return the top left cell of the tile when its grip is over this cell; null if it would leave the frame. */
  anchorFor(cell: Spot): string | null {
    if (!this.pose) return null;
    const [row, column] = this.gripped(cell);
    const [top, left] = clamped([row, column], sizeOf(this.pose.spots));
    return top === row && left === column ? cellName([row, column]) : null;
  }

  // Taking, picking up, putting back

  /** Take a tile from the pool, or ask for its element first; a tile in hand is returned. */
  take(shape: string, element?: string): void {
    const heap = this.view().pool[shape]!;
    if (!this.isFree || !heap.left) return;
    const kinds = kindsOf(heap);
    const wanted = element ?? (kinds.length === 1 ? kinds[0]! : null);
    this.choosing = wanted === null ? shape : null;
    if (wanted !== null) this.sendTake(shape, wanted);
  }

  private sendTake(shape: string, element: string): void {
    const inHand = this.own?.hand;
    this.slot = null;
    if (inHand?.shape === shape && (inHand.element ?? "any") === element) return;
    if (inHand) this.send("return hand");
    this.held = this.poseOf(shape, "r0");
    this.send(`take ${shape} ${element}`);
  }

  /** Pick up a laid tile by one of its cells; a move is sent only when it is put down. */
  pick(slot: string, cell?: Spot): void {
    const tile = this.own?.tiles[slot];
    if (!tile || !this.isFree) return;
    this.slot = slot;
    const pose = this.poseOf(tile.shape, tile.turn);
    const [top, left] = spotOf(tile.cell);
    const grip = cell ? pose.spots.findIndex(([row, column]) => row + top === cell[0] && column + left === cell[1]) : -1;
    this.held = grip < 0 ? pose : { ...pose, grip };
    this.chosen = [top, left];
  }

  /** Return the active tile to the pool. */
  putBack(): void {
    if (this.tile) this.send(this.from === null ? "return hand" : `return ${this.from}`);
    this.release();
  }

  /** Stop moving the active tile: it stays where it lies, or in hand. */
  release(): void {
    this.slot = null;
    this.chosen = null;
    this.pointer = null;
    this.choosing = null;
  }

  // Turning

  readonly rotate = (): void => this.reshape(turned);
  readonly flip = (): void => this.reshape(flipped);

  private reshape(change: (spots: readonly Spot[]) => Spot[]): void {
    const pose = this.pose;
    if (!pose) return;
    const cell = this.chosen && moved([pose.spots[pose.grip]!], this.chosen)[0]!;
    this.held = { ...pose, spots: change(pose.spots) };
    if (this.pointer) this.follow(this.pointer.x, this.pointer.y);
    else if (cell) this.aimAt(cell);
  }

  // Laying

  /** Send the move to the anchor. Return false if it is illegal: the server gives the reason, the tile stays active. */
  lay(): boolean {
    if (!this.anchor || !this.tile) return false;
    const { move, fits } = this;
    if (move) this.send(move, fits === false ? "refuse" : undefined);
    if (fits !== false) this.release();
    return fits !== false;
  }

  /** Set the anchor so that the grip is over a cell, or as near as the frame allows. */
  aimAt(cell: Spot): void {
    if (this.pose) this.chosen = clamped(this.gripped(cell), sizeOf(this.pose.spots));
  }

  /** Move the anchor by one step of an arrow key. */
  step([down, right]: Spot): void {
    const [row, column] = this.anchor ?? MIDDLE;
    this.byKeys = true;
    if (this.pose) this.chosen = clamped([row + down, column + right], sizeOf(this.pose.spots));
  }

  /** The cell under the grip. */
  readonly aimed = $derived(this.pose && this.anchor ? moved([this.pose.spots[this.pose.grip]!], this.anchor)[0]! : null);

  private gripped([row, column]: Spot): Spot {
    const [down, right] = this.pose!.spots[this.pose!.grip]!;
    return [row - down, column - right];
  }

  // The pointer

  /** Begin a press: on a tile that becomes active (`picks`), or on the place where the active one is to lie. */
  grab(event: PointerEvent, picks = true): void {
    const lift = picks && event.pointerType === "touch" ? FINGER_LIFT : 0;
    this.press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, far: false, picks, lift, pushed: null };
    this.byKeys = false;
    this.follow(event.clientX, event.clientY);
  }

  /** Begin a press of a finger anywhere on the gallery: a drag pushes the tile, a tap lays it or moves it there. */
  push(event: PointerEvent): void {
    const pushed = this.anchor ?? MIDDLE;
    this.press = { pointer: event.pointerId, x: event.clientX, y: event.clientY, far: false, picks: false, lift: 0, pushed };
    this.byKeys = false;
  }

  /** Rotate the tile if this is a second finger, and return whether it is. */
  handleSecondFinger(event: PointerEvent): boolean {
    const second = this.press !== null && this.press.pointer !== event.pointerId;
    if (second) this.rotate();
    return second;
  }

  drag(event: PointerEvent): void {
    const press = this.press;
    if (press ? press.pointer !== event.pointerId : !this.followsMouse(event)) return;
    // A right button pressed while the left one is down arrives as a pointermove.
    if (event.button === 2 && event.buttons & 2) return this.rotate();
    if (press && !press.far && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK_PX)
      this.press = { ...press, far: true };
    if (this.press?.pushed) return this.pushTo(this.press.pushed, event);
    if (this.choosing) this.chooseUnder(event);
    this.follow(event.clientX, event.clientY);
  }

  drop(event: PointerEvent): void {
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    this.press = null;
    if (this.tile) this.dropTile(press, event);
    // After a touch there is no pointer position; a mouse still has one.
    if (press.pushed || event.pointerType === "mouse") return;
    this.pointer = null;
    if (!press.far) this.chosen = this.from === null ? null : spotOf(this.own!.tiles[this.from]!.cell);
  }

  /** Lay the active tile, put it back into the pool, or leave it, by where the press ended. */
  private dropTile(press: Press, event: PointerEvent): void {
    if (press.pushed) {
      if (!press.far) this.tap(event);
    } else if (this.anchor && (press.far || !press.picks)) {
      if (!this.lay() && this.from !== null) this.release();
    } else if (press.far && this.isOver(this.pool, event)) this.putBack();
    else if (press.far && this.from !== null) this.release();
  }

  /** Move the tile by as much as the finger has moved. */
  private pushTo([row, column]: Spot, event: PointerEvent): void {
    const rect = this.gallery?.getBoundingClientRect();
    if (!rect || !this.pose || !this.press?.far) return;
    const cell = cellWidth(rect);
    const [down, right] = [(event.clientY - this.press.y) / cell, (event.clientX - this.press.x) / cell];
    this.chosen = clamped([row + Math.round(down), column + Math.round(right)], sizeOf(this.pose.spots));
  }

  /** Lay the tile if the finger touched it or a gap in it, such as the inner corner of an L; else move it there. */
  private tap(event: PointerEvent): void {
    const rect = this.gallery?.getBoundingClientRect();
    if (!rect || !this.pose) return;
    const cell = cellUnder(rect, event.clientX, event.clientY);
    const size = sizeOf(this.pose.spots);
    const isInside = this.anchor?.every((start, axis) => cell[axis]! >= start && cell[axis]! < start + size[axis]!);
    if (isInside) this.lay();
    else this.aimAt(cell);
  }

  /** Return the place nearest to the middle where the tile would lie on empty cells; the middle if there is none. */
  private freePlace(spots: readonly Spot[]): Spot {
    const { gallery, tiles = {} } = this.own ?? {};
    const covered = new Set(Object.values(tiles).flatMap((tile) => tile.cells));
    const isFree = ([row, column]: Spot) => gallery?.rows[row]?.[column] === "." && !covered.has(cellName([row, column]));
    const [rows, columns] = sizeOf(spots);
    const away = ([row, column]: Spot) => Math.hypot(row + rows / 2 - 2.5, column + columns / 2 - 3.5);
    const places = CELLS.map(spotOf).filter((place) => moved(spots, place).every(isFree));
    const middle = clamped([2 - Math.floor(rows / 2), 3 - Math.floor(columns / 2)], [rows, columns]);
    return places.reduce((best, place) => (away(place) < away(best) ? place : best), places[0] ?? middle);
  }

  cancel(event: PointerEvent): void {
    if (this.press?.pointer !== event.pointerId) return;
    this.press = null;
    this.release();
  }

  /** Return whether the tile follows a mouse without a press: over the gallery, and everywhere once it has begun to. */
  private followsMouse(event: PointerEvent): boolean {
    return event.pointerType === "mouse" && this.tile !== null && (this.pointer !== null || this.isOver(this.gallery, event));
  }

  private follow(x: number, y: number): void {
    const rect = this.gallery?.getBoundingClientRect();
    if (!rect) return;
    const top = y - (this.press?.lift ?? 0) * cellWidth(rect);
    this.pointer = { x, y: top };
    const inside = x > rect.left && x < rect.right && top > rect.top && top < rect.bottom;
    if (inside) this.aimAt(cellUnder(rect, x, top));
    else this.chosen = null;
  }

  /** Choose the element under a drag that began on the heap, in a game with finds. */
  private chooseUnder(event: PointerEvent): void {
    const chip = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-element]");
    if (chip) this.take(this.choosing!, chip.dataset["element"]);
  }

  private isOver(element: HTMLElement | null, event: PointerEvent): boolean {
    return !!element && document.elementsFromPoint(event.clientX, event.clientY).includes(element);
  }

  /** Return the cells of a shape in a turn, with its top left corner on a cell. */
  placed(shape: string, turn: string, cell: string): Spot[] {
    return moved(inTurn(this.base(shape), turn), spotOf(cell));
  }

  colourOf(shape: string): Colour {
    return this.view().pool[shape]!.colour;
  }

  private base(shape: string): readonly Spot[] {
    return spotsOf(this.view().pool[shape]!.rows);
  }

  private poseOf(shape: string, turn: string): Pose {
    const spots = inTurn(this.base(shape), turn);
    return { shape, spots, grip: middleOf(spots) };
  }

  /** Return whether the server's list of moves includes those of the active tile; not until it has answered a take. */
  private isListCurrent(): boolean {
    return this.from !== null || this.input.moves.includes("return hand");
  }

  /** Make a move. It is shown at once; the connection sends it as soon as the server allows. */
  send(move: string, sound: Sound | undefined = SOUNDS[move.split(" ")[0]!]): void {
    if (sound) play(sound);
    this.input.submit(move, true);
  }
}

/** Return the elements left in a heap; ["any"] in a game without finds. */
export function kindsOf(heap: Heap): string[] {
  if (!heap.elements) return ["any"];
  return Object.entries(heap.elements).flatMap(([kind, left]) => (left > 0 ? [kind] : []));
}
