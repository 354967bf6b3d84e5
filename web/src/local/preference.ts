// Whether a match of one person against bots runs on this device although there is a network: the host of the site may
// want that, and the device must be fast enough.
import { deviceApi } from "../api.ts";
import type { SiteInfo } from "../../wire";
import { canPlayOffline } from "./installed.ts";
import { network } from "../network.svelte.ts";
import { readJson, writeJson } from "../storage.ts";
import { runtime } from "./runtime.ts";
import { speed } from "./speed.svelte.ts";

const STORAGE_KEY = "tablee.speed";
/** Milliseconds of a bot's decision up to which a device is fast enough; on the site a bot searches for a second at most. */
const MAX_MOVE_MS = 1500;

let site: Promise<boolean> | null = null;

/** Return whether the host wants such matches on the devices of players. */
export function siteWantsDevice(): Promise<boolean> {
  if (!canPlayOffline() || network.isOffline) return Promise.resolve(false);
  site ??= fetch("/api/site")
    .then(async (answer) => answer.ok && ((await answer.json()) as SiteInfo).solo_on_device)
    .catch(() => false);
  return site;
}

/** Return whether a match against bots of this level should run on this device. The first time that is measured. */
export async function prefersDevice(game: string, level: string): Promise<boolean> {
  if (!speed.levels.includes(level) || !(await siteWantsDevice())) return false;
  return (await moveTime(game, level)) <= MAX_MOVE_MS;
}

/** Return how many ms a bot takes for a decision here: measured once for each version of the runtime, and kept. */
async function moveTime(game: string, level: string): Promise<number> {
  const key = `${game} ${level}`;
  const kept = read();
  const known = kept.times[key];
  if (known !== undefined) return known;
  // A device that cannot even measure is too slow.
  const ms = await deviceApi.botSpeed(game, level).then(({ ms }) => ms, () => Infinity);
  writeJson(STORAGE_KEY, { ...kept, times: { ...kept.times, [key]: Math.min(ms, Number.MAX_SAFE_INTEGER) } });
  return ms;
}

interface Measured {
  path: string;
  times: Record<string, number>;
}

function read(): Measured {
  const none: Measured = { path: runtime!.path, times: {} };
  const kept = readJson(STORAGE_KEY, none);
  return kept.path === none.path ? kept : none;
}
