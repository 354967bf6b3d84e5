import type { AccountInfo } from "../wire";
import { api, RefusedError } from "./api.ts";
import { settings } from "./settings.svelte.ts";

/** The name of the account that this device turned out to be no longer logged in to; empty without one. */
let lost = "";

/** Return the name of the account that this device was logged out of from elsewhere, since the page was loaded; empty without one. */
export const lostAccount = (): string => lost;

/** Fetch the account this device is logged in to; null for guests, without a request. */
export async function myAccount(): Promise<AccountInfo | null> {
  if (!settings.account) return null;
  try {
    const account = await api.me();
    lost = "";
    return account;
  } catch (error) {
    // Another device may have logged this one out, or deleted the account.
    if (!(error instanceof RefusedError) || error.refused.code !== "no-account") throw error;
    lost = settings.account;
    settings.account = "";
    return null;
  }
}
