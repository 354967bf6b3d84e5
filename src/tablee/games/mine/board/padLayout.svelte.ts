import { cellName, HEIGHT, inTurn, moved, sizeOf, type Spot, spotOf, spotsOf, turned, flipped, turnName, WIDTH } from "./geometry.ts";
import { cardsIn, type PiecesFile } from "./pieces.ts";
import { COLOURS, type Colour, type Gallery, type Kind, type Laid } from "./view.ts";

export type Mode = "tiles" | "gallery" | "elves";

const STANDS = [
  ["N", -1, 0],
  ["E", 0, 1],
  ["S", 1, 0],
  ["W", 0, -1],
] as const;

/** The gallery that is edited on the pad. The server checks and scores it. */
export class PadLayout {
  mode = $state<Mode>("tiles");
  rows = $state<string[]>([]);
  elves = $state.raw<ReadonlyMap<string, Colour>>(new Map());
  card = $state<Record<Colour, number>>({ yellow: 0, blue: 0, green: 0, red: 0, white: 0 });
  worth = $state<Partial<Record<Kind, number>>>({});
  tiles = $state.raw<readonly Laid[]>([]);
  usesElves = $state(false);
  usesFinds = $state(false);
  called = $state(false);
  /** The shape that the next touch lays. */
  shape = $state<string>("");
  element = $state<Kind>("plain");
  private spots = $state.raw<Spot[]>([]);
  private readonly file: () => PiecesFile;

  constructor(file: () => PiecesFile) {
    this.file = file;
    this.useSide(Object.keys(file().galleries)[0]!);
    this.useCard(1);
    this.choose(Object.keys(file().shapes)[0]!);
  }

  /** The layout that is sent to the server; pad.py documents it. */
  readonly layout = $derived.by(() => ({
    gallery: this.rows,
    card: { ...this.card },
    tiles: this.tiles.map(({ shape, turn, cell, element }) => ({ shape, turn, cell, element: element ?? "plain" })),
    elves: this.usesElves ? [...this.elves].map(([cell, colour]) => ({ cell, colour })) : [],
    worth: this.usesFinds ? { ...this.worth } : {},
    called: this.called,
  }));

  readonly gallery = $derived.by(
    (): Gallery => ({
      rows: this.rows,
      elves: this.usesElves ? [...this.elves].map(([cell, colour]) => ({ cell, colour, stands: this.elfSide(cell) })) : [],
    }),
  );

  readonly brush = $derived({ shape: this.shape, spots: this.spots });
  readonly open = $derived(this.rows.join("").split(".").length - 1);

  useSide(side: string): void {
    const { rows, elves } = this.file().galleries[side]!;
    this.rows = [...rows];
    this.elves = new Map(elves.map((elf) => [elf.cell, elf.colour]));
    this.tiles = [];
  }

  useCard(number: number): void {
    const card = cardsIn(this.file())[number - 1]!;
    this.card = { ...card.tiles };
    this.worth = { ...card.worth };
  }

  choose(shape: string): void {
    this.shape = shape;
    this.spots = this.base(shape);
    this.mode = "tiles";
  }

  rotate(): void {
    this.spots = turned(this.spots);
  }

  flip(): void {
    this.spots = flipped(this.spots);
  }

  /** Return the cells that a touch would cover; [] where the tile would leave the frame. */
  covers(cell: string): string[] {
    const [row, column] = spotOf(cell);
    const [rows, columns] = sizeOf(this.spots);
    if (row + rows > HEIGHT || column + columns > WIDTH) return [];
    return moved(this.spots, [row, column]).map(cellName);
  }

  /** Return the tile on a cell. */
  tileAt(cell: string): Laid | undefined {
    return this.tiles.find((tile) => tile.cells.includes(cell));
  }

  touch(cell: string): void {
    if (this.mode === "gallery") this.toggleRock(cell);
    else if (this.mode === "elves") this.cycleElf(cell);
    else if (this.tileAt(cell)) this.tiles = this.tiles.filter((tile) => tile !== this.tileAt(cell));
    else this.lay(cell);
  }

  clear(): void {
    this.tiles = [];
  }

  private lay(cell: string): void {
    const cells = this.covers(cell);
    if (!cells.length || cells.some((each) => this.tileAt(each))) return;
    const { colour } = this.file().shapes[this.shape]!;
    const turn = turnName(this.base(this.shape), this.spots);
    const tile: Laid = { tile: cell, shape: this.shape, colour, element: this.element, turn, cell, cells };
    this.tiles = [...this.tiles, tile];
  }

  private toggleRock(cell: string): void {
    const [row, column] = spotOf(cell);
    const line = this.rows[row]!;
    this.rows[row] = line.slice(0, column) + (line[column] === "." ? "#" : ".") + line.slice(column + 1);
  }

  /** Change the elf of a cell to the next colour; after the last colour remove it. */
  private cycleElf(cell: string): void {
    const elves = new Map(this.elves);
    const next = COLOURS[elves.has(cell) ? COLOURS.indexOf(elves.get(cell)!) + 1 : 0];
    if (next) elves.set(cell, next);
    else elves.delete(cell);
    this.elves = elves;
    this.usesElves = true;
  }

  /** Return a side of a cell that is rock, where its elf is drawn. */
  private elfSide(cell: string): (typeof STANDS)[number][0] {
    const [row, column] = spotOf(cell);
    return STANDS.find(([, down, right]) => this.rows[row + down]?.[column + right] !== ".")?.[0] ?? "N";
  }

  private base(shape: string): Spot[] {
    return inTurn(spotsOf(this.file().shapes[shape]!.rows), "r0");
  }
}
