// Texts of a review that a game may say in its own words: sweets are counted in tiles, not in points.
import { t } from "../language.svelte.ts";
import type { Sentences } from "../sentences.ts";
import type { Values } from "../i18n.ts";

/** Return the game's own text `review.KEY`, or else that of the site. Reads runes. */
export function gameText({ words }: Sentences, key: string, values: Values = {}): string {
  return words.has(`review.${key}`) ? words.t(`review.${key}`, values) : t(`review.${key}`, values);
}
