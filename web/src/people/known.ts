// Whether this device has used friends or groups: pages that load at the first visit ask nothing about people before.
import { settings } from "../settings.svelte.ts";
import { readStored, writeStored } from "../storage.ts";

const STORAGE_KEY = "tablee-people";

/** Return whether the person may have friends or a group: by this device, or by an account from another one. */
export const knowsPeople = (): boolean => Boolean(settings.account) || readStored(STORAGE_KEY) !== null;

/** Note that the person has a friend link or a group. */
export const rememberPeople = (): void => writeStored(STORAGE_KEY, "1");
