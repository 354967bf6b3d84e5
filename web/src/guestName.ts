// The name that a guest plays under. A guest who gives none gets the name of an animal.
import { t } from "./language.svelte.ts";
import { settings } from "./settings.svelte.ts";

/** Return the saved name, or a random animal. */
export function suggestedName(): string {
  if (settings.name) return settings.name;
  const animals = t("page.animals").split(" ");
  return animals[Math.floor(Math.random() * animals.length)]!;
}

/** Save a name in the settings and return it; an empty one is replaced by the suggestion. */
export function saveName(name: string): string {
  settings.name = name.trim() || suggestedName();
  return settings.name;
}
