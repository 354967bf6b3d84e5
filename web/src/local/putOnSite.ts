// Puts finished matches of this device on the site, which replays them. They stay on the device too.
import { api, deviceApi, RefusedError, recordOfDevice } from "../api.ts";
import { settings } from "../settings.svelte.ts";
import { recordVisit } from "../table/visitedTables.ts";
import { localSummaries, noteSiteTable, siteTables } from "./database.ts";

/** Put a match on the site and return the id of its table there. Throws a RefusedError; the match is then not changed. */
export async function putOnSite(table: string): Promise<string> {
  const { you } = await deviceApi.table(table);
  const record = await recordOfDevice(table);
  const { id } = await api.putDeviceMatch({ record, seat: you ?? 0, face: settings.face });
  await noteSiteTable(table, id);
  recordVisit((await api.table(id)).table);
  return id;
}

/** Put a match on the site; while the site is asked too often, wait as long as it says. Throws other refusals. */
export async function putWhenAllowed(table: string): Promise<void> {
  for (;;) {
    try {
      return void (await putOnSite(table));
    } catch (error) {
      if (!(error instanceof RefusedError) || error.refused.code !== "too-fast") throw error;
      await new Promise((done) => setTimeout(done, Number(error.refused.values.wait)));
    }
  }
}

/** Return the ids of finished matches that are not on the site, the latest first. */
export async function matchesToPut(): Promise<string[]> {
  const [summaries, known] = await Promise.all([localSummaries(), siteTables()]);
  return summaries.filter(({ table_id, status }) => status === "over" && !known.has(table_id)).map(({ table_id }) => table_id);
}
