// Which bots this device serves. A device whose searches are ended by the time is too slow for the strongest level
// (`SLOW_SEARCHES` in server/local/bots.py): found out at play, and tried again after a week or with other rules.
import { runtime } from "./runtime.ts";

const KEY = "tablee.slow";
const WEEK_MS = 7 * 24 * 3_600_000;

class DeviceSpeed {
  isSlow = $state(wasSlow());
  /** Whether the people at the table are to be told. */
  isNew = $state(false);
  /** The levels of bots on this device, weakest first. */
  readonly levels = $derived((runtime?.levels ?? []).filter((level) => level !== "expert" || !this.isSlow));

  noteSlow(): void {
    if (this.isSlow) return;
    this.isSlow = this.isNew = true;
    try {
      localStorage.setItem(KEY, `${runtime!.path} ${Date.now()}`);
    } catch {
      // Then it is found out again.
    }
  }
}

function wasSlow(): boolean {
  try {
    const [path, since] = (localStorage.getItem(KEY) ?? "").split(" ");
    return path === runtime?.path && Date.now() - Number(since) < WEEK_MS;
  } catch {
    return false;
  }
}

export const speed = new DeviceSpeed();
/** The longest time of a bot's move on this device, in seconds. */
export const botSeconds = runtime?.seconds ?? 0;
