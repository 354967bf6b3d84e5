// Accessible names of cards, cells, travellers and Worlds, in the language of the viewer.
import type { Sentences } from "$web/sentences.ts";
import type { Words } from "$web/words.ts";
import { printed, worthOf } from "./printed.ts";
import type { Cell, PlacedTraveller, WorldView } from "./view.ts";

/** Returns the name of a card, with its animals where the name does not contain them. */
export function cardLabel(card: string, words: Words): string {
  const name = words.say(`land.${card}`);
  const animals = printed(card).animals.map((animal) => words.say(`animal.${animal}`));
  const unnamed = animals.filter((animal) => !name.includes(animal));
  return unnamed.length ? `${name} (${unnamed.join(", ")})` : name;
}

export function cellLabel(name: string, cell: Cell | undefined, { words }: Sentences): string {
  if (!cell) return words.say("web.cell.empty", { cell: name });
  if (cell.shows === cell.card) {
    const bound = cell.bound ? `, ${words.say("web.cell.bound")}` : "";
    return words.say("web.cell.card", { cell: name, card: cardLabel(cell.card, words) }) + bound;
  }
  return words.say(`web.cell.${cell.shows}`, { cell: name, card: words.say(`land.${cell.card}`) });
}

/** Returns the name of a traveller with its wish. */
export function wishLabel(name: string, words: Words): string {
  const { stars, bonus } = worthOf(name);
  const wish = words.say(`web.wish.${name}`);
  return words.say("web.traveller", { name: words.say(`traveller.${name}`), wish, stars, bonus });
}

export function placedTravellerLabel(traveller: PlacedTraveller, words: Words): string {
  const where = words.say(`thing.${traveller.place}`);
  const stars = traveller.stars === null ? "" : `, ${words.say("web.stars", { n: traveller.stars })}`;
  const happy = traveller.bonus ? `, ${words.say("web.happy")}` : "";
  return `${wishLabel(traveller.name, words)} ${where}${stars}${happy}`;
}

/** Returns a summary of a World: its seat, number of cards and stars. */
export function worldLabel(who: string, world: WorldView, words: Words): string {
  const cards = Object.keys(world.cells).length;
  const stars = world.score === null ? "" : `, ${words.say("web.stars", { n: world.score })}`;
  return `${words.say("web.world", { who })}, ${words.say("web.cards", { n: cards })}${stars}`;
}
