// The names and faces of the seats of a table. Bots are characters, one for each level; people are animals.
import type { SeatInfo } from "../wire";
// In both languages, since a name may mention an animal in either: texts are loaded one language at a time.
import names from "../animals.json" with { type: "json" };
import { type Language, LANGUAGES, type Translations } from "./i18n.ts";

/** The animals of people. A name selects one by its place in this list, so another order changes faces. */
export const ANIMALS = [
  "fox",
  "bear",
  "rabbit",
  "cat",
  "dog",
  "mouse",
  "monkey",
  "wolf",
  "frog",
  "hamster",
  "raccoon",
  "panda",
  "koala",
  "lion",
  "tiger",
  "owl",
] as const;
export type Animal = (typeof ANIMALS)[number];

/** The face of the bot of each level. */
const CHARACTERS = {
  beginner: "nour",
  casual: "basile",
  regular: "salome",
  strong: "tancrede",
  expert: "ondine",
} as const;
export type Character = (typeof CHARACTERS)[keyof typeof CHARACTERS];

/** What Face.svelte draws. "nour-1": the second bot of a level; "robot": a bot without a level; "empty": a free seat. */
export type FaceName = Animal | Character | `${Character}-${number}` | "robot" | "empty";

/** What names and faces follow from. `face`: the animal that the person has chosen, or empty. */
export type Holder = Pick<SeatInfo, "kind" | "name" | "bot" | "face">;

/** Return the seats that bots of these levels take, for their names and faces. */
export function botHolders(bots: readonly string[]): Holder[] {
  return bots.map((bot) => ({ kind: "bot", name: "", bot, face: "" }));
}

/** Return the face of the bot of a level; `before`: how many bots of that level have seats before it. */
export function botFace(bot: string, before = 0): FaceName {
  const character = CHARACTERS[bot as keyof typeof CHARACTERS] ?? null;
  if (!character) return "robot";
  return before ? `${character}-${before}` : character;
}

/** Return how many bots of the same level have seats before this one. */
function sameBefore(seats: readonly Holder[], at: number): number {
  return seats.slice(0, at).filter(({ kind, bot }) => kind === "bot" && bot === seats[at]!.bot).length;
}

/** Return the face of each seat. No two people have the same animal: the one at the later seat gets the next free one. */
export function facesAt(seats: readonly Holder[]): FaceName[] {
  const taken = new Set<FaceName>();
  return seats.map(({ kind, name, bot, face: chosen }, at) => {
    if (kind === "empty") return "empty";
    if (kind === "bot") return botFace(bot, sameBefore(seats, at));
    const first = ANIMALS.indexOf(ANIMALS.find((animal) => animal === chosen) ?? animalOf(name));
    const order = [...ANIMALS.slice(first), ...ANIMALS.slice(0, first)];
    const face = order.find((animal) => !taken.has(animal)) ?? order[0]!;
    taken.add(face);
    return face;
  });
}

/** Return the animal of a name: the one that the name mentions in any language, else one that the letters select. */
export function animalOf(name: string): Animal {
  const words = withoutAccents(name).split(/[^\p{L}]+/u);
  const mentioned = ANIMALS.find((animal) => animalWords(animal).some((each) => words.includes(each)));
  if (mentioned) return mentioned;
  const hash = [...withoutAccents(name)].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 65_521, 7);
  return ANIMALS[hash % ANIMALS.length]!;
}

/** Return the name of an animal in a language. */
export function animalName(animal: Animal, language: Language): string {
  return names[language][animal];
}

function animalWords(animal: Animal): string[] {
  return LANGUAGES.map((language) => withoutAccents(animalName(animal, language)));
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The name that the server gives to a person who deleted the account. */
const GONE = "—";

/** Return the name of each seat. Each bot of a level has a name of its own, with a number if that is taken. */
export function namesAt(seats: readonly Holder[], words: Translations): string[] {
  const taken = new Set(seats.filter(({ kind }) => kind === "person").map(({ name }) => name));
  return seats.map(({ kind, name, bot }, at) => {
    if (kind !== "bot") return name === GONE ? words.t("seat.gone") : name;
    const others = `bot.${bot}.others`;
    const names = [botName(bot, words), ...(words.has(others) ? words.t(others).split(", ") : [])];
    const character = names[sameBefore(seats, at) % names.length]!;
    let unique = character;
    for (let number = 2; taken.has(unique); number++) unique = `${character} ${number}`;
    taken.add(unique);
    return unique;
  });
}

/** Return the name of the bot of a level; a bot without a level is called by its key. */
export function botName(bot: string, words: Translations): string {
  return words.has(`bot.${bot}`) ? words.t(`bot.${bot}`) : bot;
}
