// The tables where this person has a seat, as the server and this device know them.
import type { Update } from "../wire";
import { api, RefusedError } from "./api.ts";
import type { LocalSummary } from "./local/database.ts";
import { hasLocalTables } from "./local/installed.ts";
import { removeVisit, visitedTables } from "./table/visitedTables.ts";

/** A table of this person; `update` is null until the server has answered, and for a table of this device. */
export interface MyTable {
  id: string;
  game: string;
  update: Update | null;
  /** Whether the deal of a day is played there. */
  daily?: boolean;
  /** Set for a table of this device; `siteTable` is the same match on the site, if it was put there. */
  device?: { status: LocalSummary["status"]; siteTable: string | null };
}

const MAX_TABLES = 12;
// Refusals of a table that is not there, or not to be seen, any more.
const GONE = new Set(["no-such-table", "daily-private"]);

/** Return the tables that were not over at the last visit on this device, without a request. */
export function unfinishedVisits(): MyTable[] {
  return visitedTables()
    .filter((visit) => visit.status !== "over")
    .map(({ id, game, daily = false }) => ({ id, game, daily, update: null }));
}

/** Return the tables of this device, the latest first; none if its database cannot be opened. */
export async function tablesOfDevice(): Promise<MyTable[]> {
  if (!hasLocalTables()) return [];
  const { localSummaries, siteTables } = await import("./local/database.ts");
  const found = await localSummaries().catch(() => []);
  const onSite = found.length ? await siteTables() : new Map<string, string>();
  const device = ({ table_id, status }: LocalSummary) => ({ status, siteTable: onSite.get(table_id) ?? null });
  return found.map((table) => ({ id: table.table_id, game: table.game, update: null, device: device(table) }));
}

/** Fetch the tables where this person has a seat, the most urgent first. Waits for the network. */
export async function fetchMyTables(): Promise<(MyTable & { update: Update })[]> {
  // What the server knows comes first: the storage of this browser may have been cleared.
  const ids = [...new Set([...(await knownTables()), ...visitedTables().map((visit) => visit.id)])].slice(0, MAX_TABLES);
  const found = await Promise.all(ids.map((id) => fetchTable(id)));
  return found
    .filter((update): update is Update => update?.you != null)
    .map((update) => ({ id: update.table.id, game: update.table.game, daily: Boolean(update.table.daily), update }))
    .sort((one, other) => urgency(other.update) - urgency(one.update));
}

/** Fetch the ids of the tables where the server knows this person, the latest first. */
async function knownTables(): Promise<string[]> {
  try {
    return (await api.myTables()).map(({ id }) => id);
  } catch (error) {
    // A login that another device has ended: the visits are left.
    if (error instanceof RefusedError && error.refused.code === "no-account") return [];
    throw error;
  }
}

/** Fetch a table. One that the server has deleted is removed from the visited tables; null then. */
async function fetchTable(id: string): Promise<Update | null> {
  try {
    return await api.table(id);
  } catch (error) {
    if (error instanceof RefusedError && GONE.has(error.refused.code)) removeVisit(id);
    else throw error;
    return null;
  }
}

/** Rank a table: 2 where it is this person's turn and no bot plays for them, 1 in play or open, 0 when it is over. */
export function urgency({ table, view, you }: Update): 0 | 1 | 2 {
  if (table.status === "over") return 0;
  return you !== null && view?.actors.includes(you) && !table.seats[you]?.away ? 2 : 1;
}
