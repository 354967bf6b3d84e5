// What the moves of this game did, for the ribbon, and the rows of the final count.
import type { Outcome } from "$web/../wire";
import type { Values } from "$web/i18n.ts";
import type { Sentences } from "$web/sentences.ts";
import type { CountRow, Moment, PieceRef, Step, MoveStory } from "$web/story.ts";
import { cardLabel, wishLabel } from "./labels.ts";
import { type CloudsView, giverOf, type WorldView } from "./view.ts";

/** A move with what it changed in the World of its seat. */
interface Played {
  seat: number;
  verb: string;
  first: string;
  cell: string;
  before: CloudsView;
  after: CloudsView;
  old: WorldView;
  world: WorldView;
  sentences: Sentences;
}

/** Tell what a move did. */
export function tellMove({ before, after, line }: Step, sentences: Sentences): MoveStory | null {
  const [verb = "", first = "", cell = first] = line.words.split(" ");
  const { seat } = line;
  const [old, world] = [(before as CloudsView).worlds[seat]!, (after as CloudsView).worlds[seat]!];
  const played = { seat, verb, first, cell, before: before as CloudsView, after: after as CloudsView, old, world, sentences };
  if (verb === "keep" || verb === "pass") return tellDraft(played);
  if (verb === "face") {
    const piece = { name: `sun-${first}`, label: sentences.thing(first) };
    return { seat, text: about("face", played), pieces: { piece }, sound: "flip" };
  }
  return withEvent(tellInWorld(played), played);
}

/** Return the sentence `tell.KEY`, addressed to the viewer where it is about a move of their own. */
function about(key: string, { seat, after, sentences }: Played, values: Values = {}): string {
  return sentences.about(`tell.${key}`, { reader: after.seat, seat }, values);
}

const cardPiece = (card: string, { words }: Sentences): PieceRef => ({ name: card, label: nameOf(card, words) });
const nameOf = (card: string, words: Sentences["words"]): string =>
  words.has(`land.${card}`) ? cardLabel(card, words) : words.t(card);

/** Tell of the draft: the viewer's own choice, and the cards that arrive when all have chosen; null for choices of others. */
function tellDraft(played: Played): MoveStory | null {
  const { seat, verb, first, before, after, sentences } = played;
  const { words } = sentences;
  if (after.phase === before.phase) {
    if (seat !== after.seat) return null;
    return { seat, text: about(verb, played), pieces: { piece: cardPiece(first, sentences) }, sound: "take" };
  }
  // Two cards arrive after keeping, one more after passing.
  const got = after.draft?.got.slice(verb === "keep" ? 0 : 2) ?? [];
  if (after.seat === null || !got.length) return { seat: -1, text: words.t("tell.swapped"), sound: "take", isConsequence: true };
  const [piece, other] = got.map((card) => cardPiece(card, sentences));
  const pieces: Record<string, PieceRef> = other ? { piece: piece!, other } : { piece: piece! };
  const text = words.t(other ? "tell.given.two" : "tell.given");
  return { seat: giverOf(after, after.seat), text, pieces, sound: "take", isConsequence: true };
}

/** Tell of a card, a traveller or a fumarole that came to a World. */
function tellInWorld(played: Played): MoveStory {
  const { seat, verb, first, cell, before, old, world, sentences } = played;
  const points = world.score === null || old.score === null ? null : world.score - old.score;
  const story: MoveStory = { seat, text: about(verb === "join" ? "builds" : verb === "take" ? "lay" : verb, played), points, sound: "place" };
  switch (verb) {
    case "welcome":
      return { ...story, ...tellTraveller(first, played), points: null, sound: "take" };
    case "stand": {
      const name = before.guest ?? world.travellers.at(-1)!.name;
      return { ...story, ...tellTraveller(name, played), marks: [`traveller-${seat}-${name}`], sound: "gain" };
    }
    case "cover": {
      const pieces = { piece: cardPiece(old.cells[cell]?.shows ?? "tzimime", sentences) };
      return { ...story, pieces, marks: [`card-${seat}-${cell}`] };
    }
    case "lay":
    case "take": {
      const card = verb === "lay" ? first : world.cells[cell]!.card;
      const pieces = { piece: cardPiece(card, sentences) };
      return { ...story, pieces, marks: [`card-${seat}-${cell}`] };
    }
    default:
      return { ...story, points: points || null };
  }
}

function tellTraveller(name: string, played: Played): Pick<MoveStory, "text" | "pieces"> {
  const piece = { name, label: "" };
  return { text: about(played.verb, played, { name: played.sentences.words.t(`traveller.${name}`) }), pieces: { piece } };
}

/** Add what follows from the move: cards turned over, a dark city, an eruption, a portal, a traveller. */
function withEvent(story: MoveStory, played: Played): MoveStory {
  const { seat, verb, first, before, after, old, world, sentences } = played;
  const { words } = sentences;
  const who = sentences.name(seat);
  const isLaid = verb === "lay" || verb === "take";
  const flipped = flippedCells(old, world);
  if (flipped.length) {
    const text = isLaid ? about(world.cells[played.cell]?.shows === "tzimime" ? "flips" : "moons", played) : story.text;
    const marks = [...(story.marks ?? []), ...flipped.map((cell) => `card-${seat}-${cell}`)];
    return { ...story, text, marks, moment: desolation(flipped, played), sound: "tzimime" };
  }
  const city = world.cities.find(({ cells }) => !old.cities.some((each) => each.cells[0] === cells[0]));
  if (city) {
    const picture = { name: `city-${city.stars}`, label: words.t("effect.city", { n: city.stars }) };
    const moment = { picture, title: words.t("tell.city"), text: about("city.why", played, { n: city.stars, who }) };
    const marks = [...(story.marks ?? []), `city-${seat}-${city.cells[0]}`];
    return { ...story, text: about("builds", played), pieces: { city: picture }, marks, moment, sound: "gain" };
  }
  if (verb === "stand") {
    const name = before.guest ?? first;
    const moment = {
      picture: { name, label: wishLabel(name, words) },
      title: words.t("tell.arrives", { name: words.t(`traveller.${name}`) }),
      text: about("arrives.why", played, { who }),
    };
    return { ...story, moment };
  }
  if (after.phase === "cover" && before.phase !== "cover") {
    const picture = { name: "icon-volcano", label: words.t("icon.volcano") };
    const moment = { picture, title: about("eruption", played, { who }), text: words.t("tell.eruption.why") };
    return { ...story, text: isLaid ? about("erupts", played) : story.text, moment, sound: "eruption" };
  }
  const opened = world.portals.length > old.portals.length;
  return opened && isLaid ? { ...story, text: about("portal", played), sound: "gain" } : story;
}

/** Return the cells that show a Tzimime since this move. */
export function flippedCells(old: WorldView, world: WorldView): string[] {
  return Object.keys(world.cells).filter(
    (cell) => world.cells[cell]!.shows === "tzimime" && old.cells[cell]?.shows !== "tzimime",
  );
}

/** Return the moment of cards that were turned over, with its reason. */
function desolation(flipped: string[], played: Played): Moment {
  const { seat, cell, after, world, sentences } = played;
  const { words } = sentences;
  const who = sentences.name(seat);
  const picture = { name: "tzimime", label: words.t("tzimime") };
  if (flipped.length > 1) {
    const text = words.t("tell.desolation.why", { n: flipped.length });
    return { picture, title: about("desolation", played, { who }), text };
  }
  const isMoon = after.cause === null || (flipped[0] !== cell && world.cells[flipped[0]!]!.card === "moon");
  return { picture, title: about("tzimime", played, { who }), text: words.t(`tell.cause.${isMoon ? "moons" : after.cause}`) };
}

/** The picture of each line of the score. */
const PICTURES: Record<string, string> = {
  mountain: "icon-mountain", water: "icon-water", swamp: "icon-swamp", animals: "icon-animal", moon: "icon-moon", cities: "city-9",
  travellers: "icon-portal",
};

/** (56) Return whether the Tzimimes do not tolerate a person who played alone: the two lowest ranks. */
export const isDrivenOut = ({ rank }: CloudsView): boolean => rank === "devoured" || rank === "chased";

/** Return the final count: the lines of the score pad, then the travellers, which differ by seat. */
export function countRows(view: CloudsView, outcome: Outcome, sentences: Sentences): CountRow[] {
  const { words } = sentences;
  const isCounted = view.worlds.every(({ items }) => items !== null);
  const items = Object.keys(outcome.items[0] ?? {}).filter((item) => item !== "travellers" || !isCounted);
  const lines = items.map((item): CountRow => {
    const label = words.t(`items.${item}`);
    return { label, card: item, piece: { name: PICTURES[item]!, label }, cells: outcome.items.map((sheet) => ({ points: sheet[item] ?? 0 })) };
  });
  const most = isCounted ? Math.max(...view.worlds.map(({ travellers }) => travellers.length)) : 0;
  const travellers = Array.from({ length: most }, (_, at): CountRow => ({
    label: words.t("tell.traveller", { n: at + 1 }),
    card: "traveller",
    cells: view.worlds.map((world) => {
      const traveller = world.travellers[at];
      return traveller ? { points: traveller.stars!, card: traveller.name, piece: { name: traveller.name, label: words.t(`traveller.${traveller.name}`) } } : null;
    }),
  }));
  return [...lines, ...travellers];
}
