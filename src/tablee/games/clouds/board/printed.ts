// What is printed on the cards, from the pieces file of the server, which can be replaced by an owner of the box.

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

const NOTHING: Printed = { icons: [], animals: [], portal: false, moon: false, start: false };
const faces = new Map<string, Printed>();
const worths = new Map<string, Worth>();

/** Store what is printed on the cards and travellers of this server; called once, before anything is drawn. */
export function setPieces(pieces: Record<string, unknown>): void {
  for (const [name, face] of named<Partial<Printed>>(pieces["lands"])) faces.set(name, { ...NOTHING, ...face });
  for (const [name, face] of named<Partial<Printed>>(pieces["starts"])) faces.set(name, { ...NOTHING, ...face, start: true });
  for (const [name, worth] of named<Worth>(pieces["travellers"])) worths.set(name, worth);
}

function named<T>(part: unknown): [string, T][] {
  return Object.entries((part ?? {}) as Record<string, T>);
}

/** Return what a card shows; nothing for a Tzimime and for a fumarole. */
export function printed(card: string): Printed {
  return faces.get(card) ?? NOTHING;
}

export function isTraveller(name: string): boolean {
  return worths.has(name);
}

/** Return the stars of a traveller and its bonus if its wish is fulfilled. */
export function worthOf(traveller: string): Worth {
  return worths.get(traveller) ?? { stars: 0, bonus: 0 };
}

/** Return the names of the cards that explain what a card shows. */
export function cardNames({ icons, animals, portal, moon, start }: Printed): string {
  const named = [start && "start", moon && "moon", portal && "portal", ...icons, animals.length && "animal"];
  return [...new Set(named.filter(Boolean))].join(" ");
}
