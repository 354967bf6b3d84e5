// Which bots this device serves. A device whose searches are ended by the time is too slow for the strongest level
// (`SLOW_SEARCHES` in server/local/bots.py): found out at play, and tried again after a week or with other rules.
import { readStored, writeStored } from "../storage.ts";
import { runtime } from "./runtime.ts";

const KEY = "tablee.slow";
const WEEK_MS = 7 * 24 * 3_600_000;

class DeviceSpeed {
  isSlow = $state(wasSlow());
  /** Whether the table should show it. */
  isNew = $state(false);
  /** The levels of bots on this device, weakest first. */
  readonly levels = $derived((runtime?.levels ?? []).filter((level) => level !== "expert" || !this.isSlow));

  noteSlow(): void {
    if (this.isSlow) return;
    this.isSlow = this.isNew = true;
    writeStored(KEY, `${runtime!.path} ${Date.now()}`);
  }
}

function wasSlow(): boolean {
  const [path, since] = (readStored(KEY) ?? "").split(" ");
  return path === runtime?.path && Date.now() - Number(since) < WEEK_MS;
}

export const speed = new DeviceSpeed();
/** The longest time of a bot's move on this device, in seconds. */
export const botSeconds = runtime?.seconds ?? 0;
