// Translated names and descriptions of the pieces, mainly for screen readers.
import type { Sentences } from "$web/sentences.ts";
import { COLOURS, type Card, type Gallery, type Laid, type Tile } from "./view.ts";

/** The labels of one table: its translations and the names of its seats. */
export class Labels {
  private readonly sentences: Sentences;

  constructor(sentences: Sentences) {
    this.sentences = sentences;
  }

  /** Translate a key of the board, under `web.` in words.*.json. */
  text(key: string, values: Record<string, string | number> = {}): string {
    return this.sentences.words.t(`web.${key}`, values);
  }

  /** Translate any key of the game. */
  word(key: string, values: Record<string, string | number> = {}): string {
    return this.sentences.words.t(key, values);
  }

  name(seat: number): string {
    return this.sentences.name(seat);
  }

  /** Format a time in milliseconds as minutes, seconds and tenths. */
  time(milliseconds: number): string {
    const tenths = Math.floor(milliseconds / 100);
    const seconds = new Intl.NumberFormat(this.sentences.words.language, { minimumIntegerDigits: 2, minimumFractionDigits: 1 });
    return `${Math.floor(tenths / 600)}:${seconds.format((tenths % 600) / 10)}`;
  }

  /** Name a shape; shapes that only a replaced pieces file has keep their word. */
  shape(shape: string): string {
    return this.sentences.words.has(`shape.${shape}`) ? this.word(`shape.${shape}`) : shape;
  }

  tile({ shape, element }: Pick<Tile, "shape" | "element">): string {
    const plain = element === null || element === "plain";
    return plain ? this.shape(shape) : `${this.shape(shape)} (${this.word(`element.${element}`)})`;
  }

  card(card: Card): string {
    const counts = COLOURS.flatMap((colour) =>
      card.tiles[colour] ? [this.text("count", { n: card.tiles[colour], colour: this.word(`colour.${colour}`) })] : [],
    );
    return counts.join(", ");
  }

  gallery(gallery: Gallery, tiles: readonly Laid[], open: number): string {
    const laid = tiles.map((tile) => {
      const where = this.text("tile-at", { tile: this.tile(tile), cells: tile.cells.join(" ") });
      return tile.wrong ? `${where}, ${this.text("removed")}` : where;
    });
    const elves = gallery.elves.map((elf) =>
      this.text("elf-at", { colour: this.word(`colour.${elf.colour}`), cell: elf.cell }),
    );
    return [this.text("open", { n: open }), ...laid, ...elves].join(" ; ");
  }
}

/** Format points with their sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
