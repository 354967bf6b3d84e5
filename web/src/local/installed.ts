// Whether this device can play without a network. Small, because every page asks: the rest is loaded when it is needed.
import { readStored, writeStored } from "../storage.ts";
import { runtime } from "./runtime.ts";

const VERSION_KEY = "tablee.offline";
const TABLES_KEY = "tablee.local";

/** Return the version of the files for offline play that are on this device; null if they are not, or not all. */
export function installedVersion(): string | null {
  return runtime ? readStored(VERSION_KEY) : null;
}

export const canPlayOffline = (): boolean => installedVersion() !== null;

// The cache of a version; the service worker (public/sw.js) knows this prefix too.
export const CACHE_PREFIX = "tablee-offline-";

/** Return whether this device has files for offline play, but of another version than this page. */
export async function hasOtherVersion(): Promise<boolean> {
  const version = installedVersion();
  if (version === null || !("caches" in globalThis)) return false;
  const cache = await caches.open(CACHE_PREFIX + version);
  return !(await cache.match(`${runtime!.path}tablee.tar`));
}

export function setInstalledVersion(version: string | null): void {
  writeStored(VERSION_KEY, version);
}

/** Return whether a table was ever made on this device: else the database need not be opened. */
export const hasLocalTables = (): boolean => runtime !== null && readStored(TABLES_KEY) !== null;

export function noteLocalTable(): void {
  writeStored(TABLES_KEY, "yes");
}
