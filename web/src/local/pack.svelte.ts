// The files that a device needs to play offline: their list, their download, and which version is here.
import { siteTranslations } from "../language.svelte.ts";
import { CACHE_PREFIX, installedVersion, setInstalledVersion } from "./installed.ts";
import { whenNoMatch } from "./matchLock.ts";
import { keepPastDeals } from "./pastDeals.ts";

/** The list that web/build.py writes: paths, and their bytes as sent and as stored. */
interface OfflineList {
  version: string;
  files: ListedFile[];
}
type ListedFile = [path: string, sent: number, kept: number];

/**
 * "unsafe": browsers keep files for a page only if it comes over https, or from this computer itself. "denied": this one keeps
 * none for this site, by its settings or in a private window.
 */
export type PackState = "checking" | "unsafe" | "denied" | "unavailable" | "absent" | "outdated" | "loading" | "ready";
/** Why a download ended early: the network was lost, or the device has no room for the files. */
export type PackFailure = "" | "interrupted" | "full";

const AT_ONCE = 4;
// A fast network asks for hundreds of files sooner than the server allows it to one address.
const TOO_MANY_REQUESTS = 429;
const BUSY_MS = 1_000;
const MAX_TRIES = 30;
const MEGABYTE = 1_000_000;
// Makes the service worker pass a request on, so that a file is not stored twice.
const PASS_ON = { headers: { "x-pass-on": "yes" } };

export class OfflinePack {
  state = $state<PackState>("checking");
  /** Bytes of the files that are not on this device yet. */
  missing = $state(0);
  /** Bytes of them that have arrived. */
  loaded = $state(0);
  /** Why the last download ended early; empty if it did not. */
  failure = $state<PackFailure>("");
  /** Whether an update is loaded and waits until no table of this device is open. */
  waits = $state(false);

  private list: OfflineList | null = null;

  constructor() {
    void this.check();
  }

  /** Compare the list of the server, or the one that is kept, with what is here. */
  async check(): Promise<void> {
    if (!("caches" in globalThis)) return void (this.state = "unsafe");
    if (!(await mayKeepFiles())) return void (this.state = "denied");
    const answer = await fetch("/offline.json").catch(() => null);
    if (!answer?.ok) return void (this.state = installedVersion() ? "ready" : "unavailable");
    this.list = (await answer.json()) as OfflineList;
    this.missing = sum(await this.missingFiles());
    if (installedVersion()) void keepPastDeals();
    if (installedVersion() === this.list.version && !this.missing) this.state = "ready";
    else this.state = installedVersion() ? "outdated" : "absent";
  }

  /** Download a new version, if there is one. */
  async update(): Promise<void> {
    await this.check();
    if (this.state === "outdated") await this.download();
  }

  /** Download what is missing. After an interruption it goes on with the files that are not here. */
  async download(): Promise<void> {
    const { version } = this.list!;
    this.state = "loading";
    this.failure = "";
    this.waits = false;
    try {
      const files = await this.missingFiles();
      this.missing = sum(files);
      this.loaded = 0;
      const cache = await caches.open(CACHE_PREFIX + version);
      await keepKnown(cache, this.list!.files.map(([path]) => path));
      const queue = [...files];
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.loadFrom(queue, cache))).finally(() => queue.splice(0));
      await keepGameData(cache);
      if (installedVersion() === null) await this.use(cache);
      else this.waits = !(await whenNoMatch(() => this.use(cache)));
      // Else the browser may delete it, and the matches, when space is short. Not awaited: some ask the person.
      void navigator.storage?.persist?.().catch(() => {});
      await this.check();
    } catch (error) {
      this.missing = sum(await this.missingFiles());
      this.failure = isFull(error) ? "full" : "interrupted";
      this.state = installedVersion() ? "outdated" : "absent";
    }
  }

  /** Put the downloaded version in the place of the one before. A page that runs would miss the files of its version. */
  private async use(cache: Cache): Promise<void> {
    const { version } = this.list!;
    await cache.put("/offline.json", new Response(JSON.stringify(this.list)));
    setInstalledVersion(version);
    await deleteOthers(CACHE_PREFIX + version);
  }

  /** Delete the files; the matches stay. */
  async remove(): Promise<void> {
    setInstalledVersion(null);
    await deleteOthers("");
    await this.check();
  }

  private async loadFrom(queue: ListedFile[], cache: Cache): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [path, sent, kept] = next;
      await fetchInto(cache, path, (bytes) => (this.loaded += (bytes * sent) / kept));
    }
  }

  private async missingFiles(): Promise<ListedFile[]> {
    const { version, files } = this.list!;
    const cache = await caches.open(CACHE_PREFIX + version);
    const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const missing = files.filter(([path]) => !known.has(path));
    const elsewhere = await Promise.all(missing.map(([path]) => isImmutable(path) && caches.match(path)));
    return missing.filter((_, at) => !elsewhere[at]);
  }
}

/** Format bytes as megabytes with one decimal, in the current language. */
export const megabytes = (bytes: number): string =>
  (bytes / MEGABYTE).toLocaleString(siteTranslations().language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });

const sum = (files: readonly ListedFile[]): number => files.reduce((total, [, sent]) => total + sent, 0);

/** Return whether the browser lets this site keep files; some refuse the object itself, others its use. */
async function mayKeepFiles(): Promise<boolean> {
  try {
    await caches.keys();
    return true;
  } catch {
    return false;
  }
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";

/** Return whether the path of a file contains a digest of its content: equal paths then have equal content. */
const isImmutable = (path: string): boolean => path.startsWith("/assets/");

/** Fetch a file into a cache. `onRead` receives the number of bytes of each part that has arrived, decompressed. */
async function fetchInto(cache: Cache, path: string, onRead = (_bytes: number): void => {}): Promise<void> {
  const answer = await fetchWhenAllowed(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // A copy is counted: what the browser itself has received is kept as it is.
  await Promise.all([readParts(answer.clone(), onRead), cache.put(path, answer)]);
}

/** Fetch a file; while the server says that it is asked too often, wait and ask again. */
async function fetchWhenAllowed(path: string): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(path, PASS_ON);
    if (answer.status !== TOO_MANY_REQUESTS || tries === MAX_TRIES) return answer;
    await new Promise((done) => setTimeout(done, BUSY_MS));
  }
}

async function readParts(answer: Response, onRead: (bytes: number) => void): Promise<void> {
  const reader = answer.body!.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) onRead(part.value.length);
}

/** Copy files that another version, or an ordinary visit, has left on this device. */
async function keepKnown(cache: Cache, paths: readonly string[]): Promise<void> {
  for (const path of paths.filter(isImmutable)) {
    const known = (await cache.match(path)) ? undefined : await caches.match(path);
    if (known) await cache.put(path, known);
  }
}

/** Keep what pages ask for about games, so that they need not start Python to be shown. */
async function keepGameData(cache: Cache): Promise<void> {
  await fetchInto(cache, "/api/bots");
  await fetchInto(cache, "/api/games");
  const games = (await (await cache.match("/api/games"))!.json()) as { key: string }[];
  await Promise.all(games.map(({ key }) => fetchInto(cache, `/api/games/${key}/pieces`)));
}

async function deleteOthers(kept: string): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== kept);
  await Promise.all(names.map((name) => caches.delete(name)));
}
