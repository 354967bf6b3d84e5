// The name that a guest plays under. A guest who gives none gets the name of an animal.
import { animalName, ANIMALS, type FaceName } from "./seats.ts";
import { settings } from "./settings.svelte.ts";

/** Return the saved name, or that of an animal which is not among the taken faces: on a device always the same one. */
export function suggestedName(taken: readonly FaceName[] = []): string {
  if (settings.name) return settings.name;
  const first = Math.floor(settings.guest * ANIMALS.length);
  const order = [...ANIMALS.slice(first), ...ANIMALS.slice(0, first)];
  return animalName(order.find((animal) => !taken.includes(animal)) ?? order[0]!, settings.language);
}

/** Save a name in the settings and return it; an empty one is replaced by the suggestion. */
export function saveName(name: string): string {
  settings.name = name.trim() || suggestedName();
  return settings.name;
}
