/** The time, read again twice a second for whoever shows a clock. */
export class Ticking {
  now = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = Date.now()), 500);
      return () => clearInterval(timer);
    });
  }
}

/** A span in the shortest form a person reads: 4:05, 3 h, 2 d. `signs` are the letters for hours and days. */
export function spanOf(milliseconds: number, signs: { hours: string; days: string }): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 172_800) return `${Math.round(seconds / 86_400)} ${signs.days}`;
  if (seconds >= 7_200) return `${Math.round(seconds / 3_600)} ${signs.hours}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
