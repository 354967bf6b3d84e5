// Accessible names of cards, cells, travellers and Worlds, in the language of the viewer.
import type { Sentences } from "$web/sentences.ts";
import type { Translations } from "$web/i18n.ts";
import { printed, worthOf } from "./printed.ts";
import type { Cell, CloudsView, PlacedTraveller, WorldView } from "./view.ts";

/** Return the name of a card, with its animals where the name does not contain them. */
export function cardLabel(card: string, words: Translations): string {
  const name = words.t(`land.${card}`);
  const animals = printed(card).animals.map((animal) => words.t(`animal.${animal}`));
  const unnamed = animals.filter((animal) => !name.includes(animal));
  return unnamed.length ? `${name} (${unnamed.join(", ")})` : name;
}

export function cellLabel(name: string, cell: Cell | undefined, { words }: Sentences): string {
  if (!cell) return words.t("web.cell.empty", { cell: name });
  if (cell.shows === cell.card) {
    const bound = cell.bound ? `, ${words.t("web.cell.bound")}` : "";
    return words.t("web.cell.card", { cell: name, card: cardLabel(cell.card, words) }) + bound;
  }
  return words.t(`web.cell.${cell.shows}`, { cell: name, card: words.t(`land.${cell.card}`) });
}

// The cell of the starting card.
const START = { column: "d", row: 4 };

/** Return where a cell is, seen from the starting card: the cells of the page have no names. */
export function placeLabel(cell: string, words: Translations): string {
  const right = cell.charCodeAt(0) - START.column.charCodeAt(0);
  const down = Number(cell[1]) - START.row;
  if (!right && !down) return words.t("web.place.start");
  const steps = [
    right ? words.t(right > 0 ? "web.place.right" : "web.place.left", { n: Math.abs(right) }) : "",
    down ? words.t(down > 0 ? "web.place.down" : "web.place.up", { n: Math.abs(down) }) : "",
  ];
  return words.t("web.place", { steps: words.list(steps.filter(Boolean)) });
}

/** Return where a Traveller of the Portal that was just opened would stand: the rows of the page have no numbers. */
function placeBesideLabel(place: string, view: CloudsView, words: Translations): string {
  const [side, rows = ""] = place.split("-");
  const row = words.t(rows[0] === view.laid?.[1] ? "web.row.below" : "web.row.above");
  return words.t("web.hint.stand", { side: words.t(`side.${side}`), row });
}

/** Return a move of a hint in words, with its place; null where none is chosen. */
export function moveLabel(move: string, view: CloudsView, { words }: Sentences): string | null {
  const [verb = "", first = "", second = ""] = move.split(" ");
  if (verb === "lay") return words.t("web.hint.lay", { card: cardLabel(first, words), place: placeLabel(second, words) });
  if (verb === "take") {
    const card = view.stacks?.find(({ stack }) => stack === first)?.card;
    return card ? words.t("web.hint.take", { card: cardLabel(card, words), place: placeLabel(second, words) }) : null;
  }
  if (verb === "stand") return placeBesideLabel(first, view, words);
  return verb === "cover" || verb === "join" ? words.t(`web.hint.${verb}`, { place: placeLabel(first, words) }) : null;
}

/** Return the name of a traveller with its wish. */
export function wishLabel(name: string, words: Translations): string {
  const { stars, bonus } = worthOf(name);
  const wish = words.t(`web.wish.${name}`);
  return words.t("web.traveller", { name: words.t(`traveller.${name}`), wish, stars, bonus });
}

export function placedTravellerLabel(traveller: PlacedTraveller, words: Translations): string {
  const where = words.t(`thing.${traveller.place}`);
  const stars = traveller.stars === null ? "" : `, ${words.t("web.stars", { n: traveller.stars })}`;
  const happy = traveller.bonus ? `, ${words.t("web.happy")}` : "";
  return `${wishLabel(traveller.name, words)} ${where}${stars}${happy}`;
}

/** Return a summary of a World: its seat, number of cards and stars. */
export function worldLabel(who: string, world: WorldView, words: Translations): string {
  const cards = Object.keys(world.cells).length;
  const stars = world.score === null ? "" : `, ${words.t("web.stars", { n: world.score })}`;
  return `${words.t("web.world", { who })}, ${words.t("web.cards", { n: cards })}${stars}`;
}
