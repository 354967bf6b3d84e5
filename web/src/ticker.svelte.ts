/** The current time as a rune, updated every 500 ms. Create it in a component: the timer stops with it. */
export class Ticker {
  /** Milliseconds since 1970, by the clock of this device. */
  now = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = Date.now()), 500);
      return () => clearInterval(timer);
    });
  }
}

/** Format a duration as 4:05, 3 h or 2 d, rounded up to a second. `units` are the symbols for hours and days. */
export function formatDuration(milliseconds: number, units: { hours: string; days: string }): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} ${units.days}`;
  if (seconds >= 7_200) return `${Math.round(seconds / 3_600)} ${units.hours}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
