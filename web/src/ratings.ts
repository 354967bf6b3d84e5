// How ratings are written.
import { siteTranslations } from "./language.svelte.ts";

/** Write a rating with half of its 95 % interval, such as "1 520 ± 60". */
export function ratingText(rating: number, margin: number): string {
  const number = new Intl.NumberFormat(siteTranslations().language, { useGrouping: "always" });
  return `${number.format(rating)} ± ${number.format(margin)}`;
}
