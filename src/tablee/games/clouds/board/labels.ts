// What things are and show, in the reader's language.
import type { Sentences } from "$web/sentences.ts";
import type { Translations } from "$web/i18n.ts";
import { printed, worthOf } from "./printed.ts";
import type { Cell, Guest, WorldView } from "./view.ts";

/** A card by its name, with its animals where the name does not tell them. */
export function cardLabel(card: string, words: Translations): string {
  const name = words.t(`land.${card}`);
  const animals = printed(card).animals.map((animal) => words.t(`animal.${animal}`));
  const untold = animals.filter((animal) => !name.includes(animal));
  return untold.length ? `${name} (${untold.join(", ")})` : name;
}

export function cellLabel(name: string, cell: Cell | undefined, { words }: Sentences): string {
  if (!cell) return words.t("web.cell.empty", { cell: name });
  if (cell.shows === cell.card) {
    const bound = cell.bound ? `, ${words.t("web.cell.bound")}` : "";
    return words.t("web.cell.card", { cell: name, card: cardLabel(cell.card, words) }) + bound;
  }
  return words.t(`web.cell.${cell.shows}`, { cell: name, card: words.t(`land.${cell.card}`) });
}

/** A traveller and its wish. */
export function wishLabel(name: string, words: Translations): string {
  const { stars, bonus } = worthOf(name);
  const wish = words.t(`web.wish.${name}`);
  return words.t("web.traveller", { name: words.t(`traveller.${name}`), wish, stars, bonus });
}

export function guestLabel(guest: Guest, words: Translations): string {
  const where = words.t(`thing.${guest.place}`);
  const stars = guest.stars === null ? "" : `, ${words.t("web.stars", { n: guest.stars })}`;
  const happy = guest.bonus ? `, ${words.t("web.happy")}` : "";
  return `${wishLabel(guest.name, words)} ${where}${stars}${happy}`;
}

/** A whole World in one sentence: its stars and what stands out. */
export function worldLabel(who: string, world: WorldView, words: Translations): string {
  const cards = Object.keys(world.cells).length;
  const stars = world.score === null ? "" : `, ${words.t("web.stars", { n: world.score })}`;
  return `${words.t("web.world", { who })}, ${words.t("web.cards", { n: cards })}${stars}`;
}
