// What this browser remembers of tables: where one may go on playing, how many people share the device.
import type { TableInfo } from "../../wire";

export interface Visit {
  id: string;
  game: string;
  status: string;
  at: number;
}

const KEY = "tablee.visits";
const MOST = 12;

/** Tables visited on this device, the latest first. */
export function visits(): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Visit[];
  } catch {
    return [];
  }
}

export function noteVisit(table: TableInfo): void {
  const visit = { id: table.id, game: table.game, status: table.status, at: Date.now() };
  keep([visit, ...visits().filter((each) => each.id !== table.id)].slice(0, MOST));
}

/** Forget a table that is no more. */
export function dropVisit(table: string): void {
  keep(visits().filter((each) => each.id !== table));
}

function keep(visits: readonly Visit[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(visits));
  } catch {
    // A private window may refuse; the address of the page still leads back here.
  }
}

/** How many people play at a table on this device. */
export function handsAt(table: string): number {
  return Number(localStorage.getItem(handsKey(table))) || 1;
}

/** Remember that several people play at a table on this device. */
export function shareDevice(table: string, people: number): void {
  localStorage.setItem(handsKey(table), String(people));
}

function handsKey(table: string): string {
  return `tablee.hands.${table}`;
}

/** A seat that was sent to this device: its secret is in the address after #, and leaves it at once. */
export function takeSeatLink(claim: (secret: string) => void): void {
  const secret = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!secret) return;
  history.replaceState(null, "", location.pathname);
  claim(secret);
}
