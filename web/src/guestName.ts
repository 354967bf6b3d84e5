// The name that a guest plays under. A guest who gives none gets the name of an animal.
import { animalName, ANIMALS, type FaceName } from "./seats.ts";
import { settings } from "./settings.svelte.ts";

/** Return the saved name, or that of a random animal which is not among the taken faces. */
export function suggestedName(taken: readonly FaceName[] = []): string {
  if (settings.name) return settings.name;
  const free = ANIMALS.filter((animal) => !taken.includes(animal));
  return animalName(free[Math.floor(Math.random() * free.length)]!, settings.language);
}

/** Save a name in the settings and return it; an empty one is replaced by the suggestion. */
export function saveName(name: string): string {
  settings.name = name.trim() || suggestedName();
  return settings.name;
}
