// The layout of the score pad. It contains no rules: the server checks and counts the layout.

/** The piece that the next touch puts down; `copy` distinguishes pieces of the same name. */
export interface Picked {
  kind: "card" | "city" | "traveller" | "eraser";
  name: string;
  copy?: number;
}

export interface PadCity {
  stars: number;
  cells: [string, string];
  copy: number;
}

export class PadLayout {
  cells = $state<Record<string, string>>({});
  cities = $state<PadCity[]>([]);
  /** By traveller, the row above its place: 0 to 4. */
  travellers = $state<Record<string, number>>({});
  picked = $state<Picked | null>(null);
  /** The first of the two cells of a city, while the second is not chosen. */
  waiting = $state<string | null>(null);

  private readonly onChange: (layout: Record<string, unknown>) => void;

  constructor(onChange: (layout: Record<string, unknown>) => void) {
    this.onChange = onChange;
  }

  /** Pass the layout, as the server expects it, to the listener. */
  notify(): void {
    this.onChange({
      cells: { ...this.cells },
      cities: this.cities.map(({ stars, cells }) => ({ stars, cells: [...cells] })),
      travellers: Object.entries(this.travellers).map(([name, row]) => ({ name, row })),
    });
  }

  pick(piece: Picked): void {
    this.waiting = null;
    this.picked = piece;
  }

  /** Return whether a city or traveller, of which there is one each, is on the pad. */
  isUsed(piece: Picked): boolean {
    if (piece.kind === "city") return this.cities.some((city) => city.copy === piece.copy);
    return piece.kind === "traveller" && piece.name in this.travellers;
  }

  touchCell(cell: string): void {
    const piece = this.picked;
    if (piece?.kind === "city") this.touchForCity(cell, piece);
    else if (piece?.kind === "card" && this.cells[cell] !== piece.name) this.put(cell, piece.name);
    else this.put(cell, null);
  }

  private put(cell: string, card: string | null): void {
    this.cities = this.cities.filter((city) => !city.cells.includes(cell));
    if (card === null) delete this.cells[cell];
    else this.cells[cell] = card;
  }

  private touchForCity(cell: string, piece: Picked): void {
    if (this.waiting === null || this.waiting === cell) {
      this.waiting = this.waiting === cell ? null : cell;
      return;
    }
    this.cities.push({ stars: Number(piece.name), cells: [this.waiting, cell], copy: piece.copy! });
    this.waiting = this.picked = null;
  }

  /** Put the picked traveller on a place, or remove those that stand there. */
  touchPlace(row: number): void {
    if (this.picked?.kind === "traveller") {
      this.travellers[this.picked.name] = row;
      this.picked = null;
    } else {
      for (const [name, at] of Object.entries(this.travellers)) if (at === row) delete this.travellers[name];
    }
  }

  clear(): void {
    this.cells = {};
    this.cities = [];
    this.travellers = {};
    this.picked = this.waiting = null;
  }
}
