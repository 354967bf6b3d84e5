// Which lessons were finished or offered on this device.
import { isFirstMatch } from "../results.ts";
import { readJson, writeJson } from "../storage.ts";

const STORAGE_KEY = "tablee.lessons";

type Stored = Record<string, string[]>;

const read = (): Stored => readJson(STORAGE_KEY, {});

function add(game: string, name: string): void {
  const stored = read();
  const names = new Set([...(stored[game] ?? []), name]);
  writeJson(STORAGE_KEY, { ...stored, [game]: [...names] });
}

const OFFERED = "offered";

export const isLessonDone = (game: string, name: string): boolean => !!read()[game]?.includes(name);
export const finishLesson = (game: string, name: string): void => add(game, name);

/** Return whether the first lesson of a game was neither offered nor begun on this device. */
const isLessonNew = (game: string): boolean => !read()[game]?.length;
export const noteOffer = (game: string): void => add(game, OFFERED);

/** Return whether to offer the first lesson of a game now: once on a device, before its first match. */
export function takeOffer(game: string): boolean {
  if (!isLessonNew(game) || !isFirstMatch(game)) return false;
  noteOffer(game);
  return true;
}
