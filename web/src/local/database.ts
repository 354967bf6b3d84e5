// The event log of this device, in IndexedDB. The worker of local tables writes it (server/local/store.py); the page reads
// the list of tables, exports, imports and deletes.

/** A row of the list of tables, as the server's `TableSummary`. `changed`: ms since 1970. */
export interface LocalSummary {
  table_id: string;
  seq: number;
  game: string;
  status: "open" | "playing" | "over";
  changed: number;
}

interface StoredEvent {
  table: string;
  seq: number;
  at: number;
  payload: string;
}

/** What is exported from a device and imported on another; `token` owns the seats. */
export interface LocalExport {
  format: typeof FORMAT;
  token: string;
  events: StoredEvent[];
  summaries: LocalSummary[];
  /** Answers to exercises, by key; older exports have none. */
  exercises?: Record<string, string>;
}

const NAME = "tablee";
const VERSION = 1;
const FORMAT = "tablee-device-1";
const EVENTS = "events";
const TABLES = "tables";
const SETTINGS = "settings";
const TOKEN = "token";
// First parts of keys that server/local/reviews.py and exercises.py use.
const REVIEW_PREFIX = "review/";
const EXERCISES_PREFIX = "exercises/";
// The id of a match on the site, by its table here.
const SITE_PREFIX = "site/";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(EVENTS, { keyPath: ["table", "seq"] });
      request.result.createObjectStore(TABLES, { keyPath: "table_id" });
      request.result.createObjectStore(SETTINGS);
    };
    request.onsuccess = () => {
      // Another page may want to upgrade or delete the database.
      request.result.onversionchange = () => {
        request.result.close();
        opened = null;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

/** Run a transaction; resolves once it is durable, to the result of the request that `work` returns. */
async function transact<T>(mode: IDBTransactionMode, work: (transaction: IDBTransaction) => IDBRequest<T> | null): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction([EVENTS, TABLES, SETTINGS], mode, { durability: "strict" });
    const request = work(transaction);
    transaction.oncomplete = () => resolve(request?.result as T);
    transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
  });
}

const eventsOf = (table: string, after = 0) => IDBKeyRange.bound([table, after + 1], [table, Infinity]);

/** What Python calls; names and JSON forms are those of the protocol `Database` in server/local/store.py. */
export const pythonDatabase = {
  async append(table: string, seq: number, at: number, payload: string, summary: string): Promise<boolean> {
    try {
      await transact("readwrite", (transaction) => {
        const added = transaction.objectStore(EVENTS).add({ table, seq, at, payload } satisfies StoredEvent);
        if (summary) transaction.objectStore(TABLES).put(JSON.parse(summary));
        return added;
      });
      return true;
    } catch (error) {
      // Another page of this browser was first.
      if (error instanceof DOMException && error.name === "ConstraintError") return false;
      throw error;
    }
  },

  async read(table: string, after: number): Promise<string> {
    const rows = await transact("readonly", (transaction) =>
      transaction.objectStore(EVENTS).getAll(eventsOf(table, after)) as IDBRequest<StoredEvent[]>,
    );
    return JSON.stringify(rows.map(({ seq, at, payload }) => [seq, at, payload]));
  },

  async last_seqs(tables: string): Promise<string> {
    const found: Record<string, number> = {};
    for (const table of JSON.parse(tables) as string[]) {
      const cursor = await transact("readonly", (transaction) =>
        transaction.objectStore(EVENTS).openKeyCursor(eventsOf(table), "prev"),
      );
      if (cursor) found[table] = (cursor.key as [string, number])[1];
    }
    return JSON.stringify(found);
  },

  async put_summary(_table: string, summary: string): Promise<void> {
    await transact("readwrite", (transaction) => transaction.objectStore(TABLES).put(JSON.parse(summary)));
  },

  async summaries(): Promise<string> {
    return JSON.stringify(await localSummaries());
  },

  async get_value(key: string): Promise<string> {
    return (await getSetting(key)) ?? "";
  },

  async put_value(key: string, value: string): Promise<void> {
    await putSetting(key, value);
  },
};

const getSetting = (key: string): Promise<string | undefined> =>
  transact("readonly", (transaction) => transaction.objectStore(SETTINGS).get(key) as IDBRequest<string | undefined>);

const putSetting = (key: string, value: string): Promise<IDBValidKey> =>
  transact("readwrite", (transaction) => transaction.objectStore(SETTINGS).put(value, key));

/** Return the tables of this device, the latest first. */
export async function localSummaries(): Promise<LocalSummary[]> {
  const found = await transact("readonly", (transaction) =>
    transaction.objectStore(TABLES).getAll() as IDBRequest<LocalSummary[]>,
  );
  return found.sort((one, other) => other.changed - one.changed);
}

/** Return the token that owns the seats of this device, made at the first call. */
export async function deviceToken(): Promise<string> {
  const known = await getSetting(TOKEN);
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // If two pages start at once, the first token stays.
  await transact("readwrite", (transaction) => transaction.objectStore(SETTINGS).add(token, TOKEN)).catch(() => {});
  return (await getSetting(TOKEN))!;
}

/** Delete a table with all its events. */
export async function deleteTable(table: string): Promise<void> {
  await transact("readwrite", (transaction) => {
    transaction.objectStore(TABLES).delete(table);
    for (const prefix of [REVIEW_PREFIX, SITE_PREFIX]) transaction.objectStore(SETTINGS).delete(prefix + table);
    return transaction.objectStore(EVENTS).delete(eventsOf(table));
  });
}

/** Return everything that is kept on this device. */
export async function exportAll(): Promise<LocalExport> {
  const events = await transact("readonly", (transaction) =>
    transaction.objectStore(EVENTS).getAll() as IDBRequest<StoredEvent[]>,
  );
  return { format: FORMAT, token: await deviceToken(), events, summaries: await localSummaries(), exercises: Object.fromEntries(await settingsWith(EXERCISES_PREFIX)) };
}

/** Return the settings whose keys begin with a prefix. */
async function settingsWith(prefix: string): Promise<[key: string, value: string][]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const keys = await transact("readonly", (transaction) => transaction.objectStore(SETTINGS).getAllKeys(range));
  return Promise.all(keys.map(async (key) => [key as string, (await getSetting(key as string)) ?? ""] as [string, string]));
}

/** Note that a match is on the site too, at another table. */
export async function noteSiteTable(table: string, siteTable: string): Promise<void> {
  await putSetting(SITE_PREFIX + table, siteTable);
}

/** Return the tables on the site by the tables of this device. */
export async function siteTables(): Promise<Map<string, string>> {
  return new Map((await settingsWith(SITE_PREFIX)).map(([key, value]) => [key.slice(SITE_PREFIX.length), value]));
}

/**
 * Add what another device has exported; resolves to the number of tables added, and whether they can only be watched. Tables
 * that are here already stay as they are. The seats belong to the token of the other device, which this one takes over if it
 * has no tables of its own. Throws a SyntaxError for a file that is not an export.
 */
export async function importAll(text: string): Promise<{ added: number; onlyWatched: boolean }> {
  const found = parseExport(text);
  const known = new Set((await localSummaries()).map(({ table_id }) => table_id));
  const added = found.summaries.filter(({ table_id }) => !known.has(table_id));
  const wanted = new Set(added.map(({ table_id }) => table_id));
  await transact("readwrite", (transaction) => {
    if (!known.size) {
      const settings = transaction.objectStore(SETTINGS);
      settings.put(found.token, TOKEN);
      // They belong to the owner of the token.
      for (const [key, value] of Object.entries(found.exercises ?? {})) settings.put(value, key);
    }
    for (const event of found.events) if (wanted.has(event.table)) transaction.objectStore(EVENTS).put(event);
    for (const summary of added) transaction.objectStore(TABLES).put(summary);
    return null;
  });
  return { added: added.length, onlyWatched: found.token !== (await deviceToken()) };
}

function parseExport(text: string): LocalExport {
  const found = JSON.parse(text) as Partial<LocalExport> | null;
  const isEvent = ({ table, seq, at, payload }: StoredEvent) =>
    typeof table === "string" && Number.isInteger(seq) && Number.isInteger(at) && typeof payload === "string";
  const isSummary = ({ table_id, game, status, changed }: LocalSummary) =>
    typeof table_id === "string" && typeof game === "string" && typeof status === "string" && Number.isInteger(changed);
  const isValid =
    found?.format === FORMAT &&
    typeof found.token === "string" && found.token.length >= 20 &&
    Array.isArray(found.events) && found.events.every(isEvent) &&
    Array.isArray(found.summaries) && found.summaries.every(isSummary) &&
    Object.entries(found.exercises ?? {}).every(([key, value]) => key.startsWith(EXERCISES_PREFIX) && typeof value === "string");
  if (!isValid) throw new SyntaxError("no export of a device");
  return found as LocalExport;
}
