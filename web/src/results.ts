// The results of matches on this device, and the bot level that follows from them.
import { BOT_LEVELS } from "./presets.ts";
import type { TableInfo } from "../wire";
import { readJson, writeJson } from "./storage.ts";

/** A finished match. `level`: of the strongest bot; empty with other people or without bots. */
export interface MatchResult {
  table: string;
  game: string;
  level: string;
  won: boolean;
}

const STORAGE_KEY = "tablee.results";
const MAX_RESULTS = 60;
// Results in a row against a level after which another one is suggested.
const WINS = 2;
const LOSSES = 3;

/** Return the results on this device, the latest first. */
const storedResults = (): MatchResult[] => readJson(STORAGE_KEY, []);

/** Store a result; a second one of the same table replaces the first, which a page that is opened again repeats. */
export function storeResult(result: MatchResult): void {
  const others = storedResults().filter(({ table }) => table !== result.table);
  writeJson(STORAGE_KEY, [result, ...others].slice(0, MAX_RESULTS));
}

/** Return the result of a finished match for one seat. */
export function resultOf(table: Pick<TableInfo, "id" | "game" | "seats">, seat: number, winners: readonly number[]): MatchResult {
  const rivals = table.seats.filter((_, at) => at !== seat);
  const levels = rivals.every(({ kind }) => kind === "bot") ? rivals.map(({ bot }) => bot) : [];
  const level = BOT_LEVELS.findLast((each) => levels.includes(each)) ?? "";
  return { table: table.id, game: table.game, level, won: winners.includes(seat) };
}

/** Return whether no match of a game was finished on this device. */
export function isFirstMatch(game: string, results: readonly MatchResult[] = storedResults()): boolean {
  return !results.some((each) => each.game === game);
}

/**
 * Return the level to suggest to a person who plays against `level`: the next one after wins in a row, the one before
 * after losses in a row; null if the level fits.
 */
export function suggestedLevel(game: string, level: string, results: readonly MatchResult[] = storedResults()): string | null {
  const at = BOT_LEVELS.findIndex((each) => each === level);
  const against = results.filter((each) => each.game === game && each.level === level);
  const isRow = (length: number, won: boolean): boolean =>
    against.length >= length && against.slice(0, length).every((each) => each.won === won);
  if (isRow(WINS, true)) return BOT_LEVELS[at + 1] ?? null;
  if (isRow(LOSSES, false)) return BOT_LEVELS[at - 1] ?? null;
  return null;
}
