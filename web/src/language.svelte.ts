// The texts of the site itself, in the language that the settings name. Texts of a game come from games.ts.
import sharedEn from "../../src/tablee/words/words.en.json";
import sharedFr from "../../src/tablee/words/words.fr.json";
import en from "../words.en.json";
import fr from "../words.fr.json";
import { Translations, type Values } from "./i18n.ts";
import { settings } from "./settings.svelte.ts";

const SITE = {
  fr: new Translations("fr", fr).withFallback(new Translations("fr", sharedFr)),
  en: new Translations("en", en).withFallback(new Translations("en", sharedEn)),
};

/** Return the texts of the site in the current language. Reads a rune, so a template follows the setting. */
export const siteTranslations = (): Translations => SITE[settings.language];

/** Translate a key of the site's texts. Reads a rune, so a template follows the language setting. */
export const t = (key: string, values: Values = {}): string => siteTranslations().t(key, values);

/** Format a date and time in the current language. `at`: milliseconds since 1970. */
export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(at);
