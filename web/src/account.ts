import type { AccountInfo } from "../wire";
import { api, RefusedError } from "./api.ts";
import { settings } from "./settings.svelte.ts";

/** Fetch the account this device is logged in to; null for guests, without a request. */
export async function myAccount(): Promise<AccountInfo | null> {
  if (!settings.account) return null;
  try {
    return await api.me();
  } catch (error) {
    // The account may have been deleted from another device.
    if (!(error instanceof RefusedError) || error.refused.code !== "no-account") throw error;
    settings.account = "";
    return null;
  }
}
