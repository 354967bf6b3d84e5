// Where a table is: on the site, or on this device. Pages and boards do not know the difference.
import { type Api, api, clientRefusal, deviceApi, RefusedError } from "./api.ts";
import { type OpenSocket, openWebSocket } from "./connection.svelte.ts";
import { canPlayOffline, hasOtherVersion, noteLocalTable } from "./local/installed.ts";
import { network } from "./network.svelte.ts";
import type { TableLink } from "../wire";

export interface Place {
  isDevice: boolean;
  api: Api;
  openSocket: OpenSocket;
  /** Return the path of the page of a table. */
  pathOf: (table: string) => string;
}

export const site: Place = { isDevice: false, api, openSocket: openWebSocket, pathOf: (table) => `/t/${table}` };

/** Load the code of local tables and return their place. */
export async function loadDevice(): Promise<Place> {
  const { device } = await import("./local/device.ts");
  return {
    isDevice: true,
    api: deviceApi,
    openSocket: (path) => device.openSocket(path),
    pathOf: (table) => `/device/${table}`,
  };
}

/**
 * Create a table and return the path of its page: on this device if that is asked for, or if the server cannot be reached
 * and the device can play offline. Throws a RefusedError.
 */
export async function createTable(create: (place: Place) => Promise<TableLink>, onDevice = false): Promise<string> {
  if (!onDevice && !(network.isOffline && canPlayOffline())) {
    try {
      return site.pathOf((await create(site)).id);
    } catch (error) {
      const isAway = error instanceof RefusedError && error.refused.code === NO_NETWORK.refused.code;
      if (!isAway || !canPlayOffline()) throw error;
    }
  }
  await updateInstalled();
  const device = await loadDevice();
  const { id } = await create(device);
  noteLocalTable();
  return device.pathOf(id);
}

/** Replace installed files of another version than this page's; called before a match begins. */
async function updateInstalled(): Promise<void> {
  try {
    if (!(await hasOtherVersion())) return;
    const { updateBeforeMatch } = await import("./local/update.ts");
    await updateBeforeMatch();
  } catch {
    // Then the match runs in the version that is here.
  }
}

const NO_NETWORK = clientRefusal("no-network");
