// The deal of the day: what the pages compute from the answers of the server. Days are texts such as 2026-11-17, in UTC.
import type { Daily, DailyGame, OwnTry } from "../wire";
import { type Language, regionOf } from "./i18n.ts";

/** A bar of the histogram: the scores from `from` to `to`, and how many people have one of them. */
export interface Bar {
  from: number;
  to: number;
  count: number;
  isOwn: boolean;
}

const MAX_BARS = 20;

/** Return the bars of a histogram over all scores, at most MAX_BARS of equal width. */
export function barsOf(scores: readonly (readonly [number, number])[], own: number | null): Bar[] {
  if (!scores.length) return [];
  const first = scores[0]![0];
  const width = Math.ceil((scores.at(-1)![0] - first + 1) / MAX_BARS);
  const bars: Bar[] = [];
  for (const [score, count] of scores) {
    const at = Math.floor((score - first) / width);
    while (bars.length <= at) {
      const from = first + bars.length * width;
      const to = from + width - 1;
      bars.push({ from, to, count: 0, isOwn: own !== null && from <= own && own <= to });
    }
    bars[at]!.count += count;
  }
  return bars;
}

/** Return the try that counts, or null. */
export const rankedTry = ({ tries }: DailyGame): OwnTry | null => tries.find((each) => each.ranked) ?? null;

/** Return the table id of the unfinished ranked try at the featured deal; "" if there is none. */
export function runningDeal({ games, featured }: Daily): string {
  const found = games.filter(({ game }) => game === featured).map(rankedTry)[0];
  return found?.score === null ? found.table : "";
}

/** Return the best finished try, or null; one that counts comes first. */
export function bestTry({ tries }: DailyGame): OwnTry | null {
  const finished = tries.filter(({ score }) => score !== null);
  return finished.sort((a, b) => Number(b.ranked) - Number(a.ranked) || b.score! - a.score!)[0] ?? null;
}

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Write a day in words: "mardi 17 novembre". */
export const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(regionOf(language), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(utc(day));

/** Write the first letter of a day of the week. */
export const weekdayLetter = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(regionOf(language), { weekday: "narrow", timeZone: "UTC" }).format(utc(day));

/** Format a month, given as 2026-11, in words. */
export const monthText = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(regionOf(language), { month: "long", year: "numeric", timeZone: "UTC" }).format(utc(`${month}-01`));

/** Return the day `days` days later. */
export function dayLater(day: string, days: number): string {
  const date = utc(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function monthLater(month: string, months: number): string {
  const date = utc(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** Return how many cells are empty before the first day of a month, in weeks that begin on Monday. */
export const cellsBefore = (month: string): number => (utc(`${month}-01`).getUTCDay() + 6) % 7;
