// How a match is set up, and the setup that was used last for each game on this device.
import type { GameInfo } from "../wire";
import { api } from "./api.ts";
import { chosenLevel } from "./botLevel.ts";
import { saveName } from "./guestName.ts";
import { canPlayOffline } from "./local/installed.ts";
import { speed } from "./local/speed.svelte.ts";
import { createTable, type Place, site } from "./place.ts";
import { isFirstMatch } from "./results.ts";
import { settings } from "./settings.svelte.ts";
import { readJson, writeJson } from "./storage.ts";

export interface Setup {
  seats: number;
  /** Only the options that differ from their default. */
  options: Record<string, string>;
  /** The level of the bots. */
  level: string;
}

const STORAGE_KEY = "tablee.setups";
// Some games have special rules for two.
const USUAL_SEATS = 3;

/** Return the setup used last for a game, without what the game no longer has; the easy one for a first match. */
export function lastSetup(game: GameInfo): Setup {
  const first = isFirstMatch(game.key) ? game.first : {};
  const { seats = USUAL_SEATS, options = first } = read()[game.key] ?? {};
  const valid = game.options.filter(({ name, choices }) => choices.includes(options[name] ?? ""));
  return {
    seats: Math.min(Math.max(seats, game.least), game.most),
    options: Object.fromEntries(valid.map(({ name }) => [name, options[name]!])),
    level: chosenLevel(game.key),
  };
}

/**
 * Start a match against bots of the chosen level, remember its setup, and return the path of the table. `onDevice`: what the
 * person has chosen; without a choice, what the host of the site wants, and the site itself if that fails.
 */
export async function playAgainstBots(game: GameInfo, setup: Setup, name: string, onDevice?: boolean): Promise<string> {
  const { seats, options, level } = setup;
  remember(game.key, { seats, options });
  settings.levels = { ...settings.levels, [game.key]: level };
  const body = { game: game.key, name: saveName(name), against: "bots", seats, options } as const;
  const create = ({ api, isDevice }: Place) => api.playNow({ ...body, bot: isDevice ? levelOnDevice(level) : level });
  if (onDevice === undefined && canPlayOffline()) {
    const { prefersDevice } = await import("./local/preference.ts");
    if (await prefersDevice(game.key, level)) return createTable(create, true).catch(() => createTable(create));
  }
  return createTable(create, onDevice);
}

/** Return the level itself, or the strongest that this device can serve. */
export function levelOnDevice(level: string): string {
  return speed.levels.includes(level) ? level : (speed.levels.at(-1) ?? level);
}

/** Open a table with the last setup, for friends who get its link; return its path. */
export async function openTableForFriends(game: GameInfo): Promise<string> {
  const { seats, options } = lastSetup(game);
  const body = { game: game.key, name: saveName(settings.name), seats: Math.max(2, seats), options };
  return site.pathOf((await api.createTable(body)).id);
}

const read = (): Record<string, Partial<Setup>> => readJson(STORAGE_KEY, {});

function remember(game: string, setup: Omit<Setup, "level">): void {
  writeJson(STORAGE_KEY, { ...read(), [game]: setup });
}
