// The texts of profiles and leaderboards. They are loaded with these pages only, so that a first visit stays small.
import { Translations, type Values } from "../i18n.ts";
import { siteTranslations } from "../language.svelte.ts";
import en from "./words.en.json";
import fr from "./words.fr.json";

const WORDS = { fr: new Translations("fr", fr), en: new Translations("en", en) };

/** Translate a key of these pages, or of the site. Reads a rune, so a template follows the language setting. */
export function t(key: string, values: Values = {}): string {
  const words = WORDS[siteTranslations().language];
  return (words.has(key) ? words : siteTranslations()).t(key, values);
}
