// What things of this game are called, for those who listen: every picture has its words.
import type { Sentences } from "$web/sentences.ts";
import { COLOURS, type Card, type Gallery, type Laid, type Tile } from "./view.ts";

export class Tongue {
  private readonly sentences: Sentences;

  constructor(sentences: Sentences) {
    this.sentences = sentences;
  }

  say(key: string, values: Record<string, string | number> = {}): string {
    return this.sentences.words.t(`web.${key}`, values);
  }

  word(key: string, values: Record<string, string | number> = {}): string {
    return this.sentences.words.t(key, values);
  }

  name(seat: number): string {
    return this.sentences.name(seat);
  }

  /** A time as minutes, seconds and tenths. */
  time(milliseconds: number): string {
    const tenths = Math.floor(milliseconds / 100);
    const seconds = new Intl.NumberFormat(this.sentences.words.language, { minimumIntegerDigits: 2, minimumFractionDigits: 1 });
    return `${Math.floor(tenths / 600)}:${seconds.format((tenths % 600) / 10)}`;
  }

  /** An owner's own pieces may have shapes that no catalogue knows. */
  shape(shape: string): string {
    return this.sentences.words.has(`shape.${shape}`) ? this.word(`shape.${shape}`) : shape;
  }

  tile({ shape, element }: Pick<Tile, "shape" | "element">): string {
    const plain = element === null || element === "plain";
    return plain ? this.shape(shape) : `${this.shape(shape)} (${this.word(`element.${element}`)})`;
  }

  card(card: Card): string {
    const counts = COLOURS.flatMap((colour) =>
      card.tiles[colour] ? [this.say("count", { n: card.tiles[colour], colour: this.word(`colour.${colour}`) })] : [],
    );
    return counts.join(", ");
  }

  gallery(gallery: Gallery, tiles: readonly Laid[], open: number): string {
    const laid = tiles.map((tile) => {
      const where = this.say("tile-at", { tile: this.tile(tile), cells: tile.cells.join(" ") });
      return tile.wrong ? `${where}, ${this.say("removed")}` : where;
    });
    const elves = gallery.elves.map((elf) =>
      this.say("elf-at", { colour: this.word(`colour.${elf.colour}`), cell: elf.cell }),
    );
    return [this.say("open", { n: open }), ...laid, ...elves].join(" ; ");
  }
}

/** A number of points with its sign. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}
