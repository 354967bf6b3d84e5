// What lies on the score pad. It knows nothing of the rules: the server says what cannot be, and what it is worth.

/** What the next touch puts down; `copy` tells pieces of the same name apart. */
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
  /** Each traveller and the row above its joint. */
  travellers = $state<Record<string, number>>({});
  picked = $state<Picked | null>(null);
  /** The first of the two cells of a city. */
  waiting = $state<string | null>(null);

  private readonly changed: (layout: Record<string, unknown>) => void;

  constructor(changed: (layout: Record<string, unknown>) => void) {
    this.changed = changed;
  }

  tell(): void {
    this.changed({
      cells: { ...this.cells },
      cities: this.cities.map(({ stars, cells }) => ({ stars, cells: [...cells] })),
      travellers: Object.entries(this.travellers).map(([name, row]) => ({ name, row })),
    });
  }

  pick(piece: Picked): void {
    this.waiting = null;
    this.picked = piece;
  }

  /** Cities and travellers are there once. */
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

  /** A place beside the World: a traveller comes, or those who are there leave. */
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
