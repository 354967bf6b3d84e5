// What localStorage keeps about tables: those that were visited, and how many people share the device at each.
import type { TableInfo } from "../../wire";
import { readJson, readStored, writeJson, writeStored } from "../storage.ts";

export interface Visit {
  id: string;
  game: string;
  status: string;
  daily?: boolean;
  /** How many messages of its chat were shown. */
  read?: number;
  /** Milliseconds since 1970. */
  at: number;
}

const STORAGE_KEY = "tablee.visits";
const MAX_VISITS = 12;

/** Return the tables visited on this device, the latest first. */
export const visitedTables = (): Visit[] => readJson(STORAGE_KEY, []);

/** Put a table at the head of the list. */
export function recordVisit(table: TableInfo): void {
  const visit: Visit = { id: table.id, game: table.game, status: table.status, daily: Boolean(table.daily), at: Date.now() };
  visit.read = readMessages(table.id);
  store([visit, ...visitedTables().filter((each) => each.id !== table.id)].slice(0, MAX_VISITS));
}

/** Return how many messages of a table's chat were shown on this device. */
export const readMessages = (table: string): number => visitedTables().find(({ id }) => id === table)?.read ?? 0;

/** Note how many messages of a visited table's chat were shown. */
export function setReadMessages(table: string, read: number): void {
  store(visitedTables().map((each) => (each.id === table ? { ...each, read } : each)));
}

/** Remove a table that no longer exists. */
export function removeVisit(table: string): void {
  store(visitedTables().filter((each) => each.id !== table));
}

const store = (visits: readonly Visit[]): void => writeJson(STORAGE_KEY, visits);

/** Return how many people play at a table on this device. */
export function peopleOnDevice(table: string): number {
  return Number(readStored(peopleKey(table))) || 1;
}

/** Store how many people play at a table on this device. */
export function setPeopleOnDevice(table: string, people: number): void {
  writeStored(peopleKey(table), String(people));
}

/** Return the key in localStorage; renaming it would lose what browsers have stored for running matches. */
function peopleKey(table: string): string {
  return `tablee.hands.${table}`;
}

/** Take the secret of a seat link out of the URL fragment, remove it from the address bar and pass it to `claim`. */
export function claimSeatFromUrl(claim: (secret: string) => void): void {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  history.replaceState(null, "", location.pathname);
  claim(secret);
}
