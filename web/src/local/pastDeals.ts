// Keeps what the site has published about the deals of past days: its last secret leads to all of them (server/local/daily.py).
import { pythonDatabase } from "./database.ts";

const KEY = "daily/proof";

/** Fetch the proof of the site and keep it; without a network the one that is here stays. */
export async function keepPastDeals(): Promise<void> {
  const answer = await fetch("/api/daily/proof").catch(() => null);
  if (answer?.ok) await pythonDatabase.put_value(KEY, await answer.text());
}
