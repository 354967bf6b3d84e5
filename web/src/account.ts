import type { AccountInfo } from "../wire";
import { api, RefusedError } from "./api.ts";
import { settings } from "./settings.svelte.ts";

/** The account of this device, or null; guests are not asked for, so that being one costs nothing. */
export async function myAccount(): Promise<AccountInfo | null> {
  if (!settings.account) return null;
  try {
    return await api.me();
  } catch (wrong) {
    // Deleted meanwhile from another device.
    if (!(wrong instanceof RefusedError) || wrong.refused.code !== "no-account") throw wrong;
    settings.account = "";
    return null;
  }
}
