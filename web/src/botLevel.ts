// The bot level that a person plays against, by game.
import { BOT_LEVELS } from "./presets.ts";
import { settings } from "./settings.svelte.ts";

/** Return the level that was chosen last for a game; the easiest one if none was. */
export function chosenLevel(game: string): string {
  return settings.levels[game] ?? BOT_LEVELS[0];
}
