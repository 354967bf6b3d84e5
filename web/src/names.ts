// A guest needs a name and nothing else, and has one before they think of it: an animal of the games.
import { say } from "./language.svelte.ts";
import { settings } from "./settings.svelte.ts";

/** The name of this person, or one to begin with. */
export function nameOrAnimal(): string {
  if (settings.name) return settings.name;
  const animals = say("page.animals").split(" ");
  return animals[Math.floor(Math.random() * animals.length)]!;
}

/** Keep the name that somebody gave, and say what to call them. */
export function keepName(name: string): string {
  settings.name = name.trim() || nameOrAnimal();
  return settings.name;
}
