// What things are and show, in the reader's language.
import type { Sentences } from "$web/sentences.ts";
import type { Words } from "$web/words.ts";
import { printed, worthOf } from "./printed.ts";
import type { Cell, Guest, WorldView } from "./view.ts";

/** A card by its name, with its animals where the name does not tell them. */
export function cardLabel(card: string, words: Words): string {
  const name = words.say(`land.${card}`);
  const animals = printed(card).animals.map((animal) => words.say(`animal.${animal}`));
  const untold = animals.filter((animal) => !name.includes(animal));
  return untold.length ? `${name} (${untold.join(", ")})` : name;
}

export function cellLabel(name: string, cell: Cell | undefined, { words }: Sentences): string {
  if (!cell) return words.say("web.cell.empty", { cell: name });
  if (cell.shows === cell.card) {
    const bound = cell.bound ? `, ${words.say("web.cell.bound")}` : "";
    return words.say("web.cell.card", { cell: name, card: cardLabel(cell.card, words) }) + bound;
  }
  return words.say(`web.cell.${cell.shows}`, { cell: name, card: words.say(`land.${cell.card}`) });
}

/** A traveller and its wish. */
export function wishLabel(name: string, words: Words): string {
  const { stars, bonus } = worthOf(name);
  const wish = words.say(`web.wish.${name}`);
  return words.say("web.traveller", { name: words.say(`traveller.${name}`), wish, stars, bonus });
}

export function guestLabel(guest: Guest, words: Words): string {
  const where = words.say(`thing.${guest.place}`);
  const stars = guest.stars === null ? "" : `, ${words.say("web.stars", { n: guest.stars })}`;
  const happy = guest.bonus ? `, ${words.say("web.happy")}` : "";
  return `${wishLabel(guest.name, words)} ${where}${stars}${happy}`;
}

/** A whole World in one sentence: its stars and what stands out. */
export function worldLabel(who: string, world: WorldView, words: Words): string {
  const cards = Object.keys(world.cells).length;
  const stars = world.score === null ? "" : `, ${words.say("web.stars", { n: world.score })}`;
  return `${words.say("web.world", { who })}, ${words.say("web.cards", { n: cards })}${stars}`;
}
