// What is printed on the cards: read from the pieces file of the game, so that it is written in one place only.
import text from "../pieces.toml?raw";

export type IconName = "mountain" | "water" | "plant" | "swamp" | "volcano";
export type AnimalName = "deer" | "goat" | "spirit" | "mouse" | "snake" | "phoenix" | "bear";

export interface Printed {
  icons: IconName[];
  animals: AnimalName[];
  portal: boolean;
  moon: boolean;
  start: boolean;
}

export interface Worth {
  stars: number;
  bonus: number;
}

const LINE = /^([\w-]+) = \{(.*?)\}/gm;
const START = "start-";

const lines = new Map([...text.matchAll(LINE)].map(([, name, inside]) => [name!, inside!]));

function list<T extends string>(inside: string, field: string): T[] {
  const found = new RegExp(`${field} = \\[(.*?)\\]`).exec(inside);
  return [...(found?.[1]?.matchAll(/[a-z]+/g) ?? [])].map(([word]) => word as T);
}

function number(inside: string, field: string): number {
  return Number(new RegExp(`${field} = (\\d+)`).exec(inside)?.[1] ?? 0);
}

/** The names of all cards that may lie in a World, starting lands last. */
export const CARDS: readonly string[] = [...lines].filter(([, inside]) => !inside.includes("stars")).map(([name]) => name);
export const TRAVELLERS: readonly string[] = [...lines.keys()].filter((name) => !CARDS.includes(name));

const faces = new Map<string, Printed>(
  CARDS.map((name) => [name, faceOf(name, lines.get(name)!)]),
);
const NOTHING: Printed = { icons: [], animals: [], portal: false, moon: false, start: false };

function faceOf(name: string, inside: string): Printed {
  return {
    icons: list<IconName>(inside, "icons"),
    animals: list<AnimalName>(inside, "animals"),
    portal: inside.includes("portal = true"),
    moon: inside.includes("moon = true"),
    start: name.startsWith(START),
  };
}

/** What a card shows; nothing for the back of a card and for a fumarole. */
export function printed(card: string): Printed {
  return faces.get(card) ?? NOTHING;
}

/** What a traveller brings by coming, and what more if its wish comes true. */
export function worthOf(traveller: string): Worth {
  const inside = lines.get(traveller) ?? "";
  return { stars: number(inside, "stars"), bonus: number(inside, "bonus") };
}
