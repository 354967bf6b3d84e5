// The texts of the site itself, in the language that the settings name. Texts of a game come from games.ts.
import { type Entries, type Language, Translations, type Values } from "./i18n.ts";
import { settings } from "./settings.svelte.ts";

type Texts = Promise<{ default: Entries }[]>;

// Each language is a file of its own: nobody reads both.
const FILES: Record<Language, () => Texts> = {
  fr: () => Promise.all([import("../../src/tablee/words/words.fr.json"), import("../words.fr.json")]),
  en: () => Promise.all([import("../../src/tablee/words/words.en.json"), import("../words.en.json")]),
};

/** The texts that are shown; until the first ones are loaded there are none. */
let shown = $state.raw<Translations | null>(null);

/** Load the texts of a language and show them, unless another one was chosen meanwhile. */
export async function loadTexts(language: Language): Promise<void> {
  const [shared, site] = await FILES[language]();
  if (language === settings.language) shown = new Translations(language, { ...shared!.default, ...site!.default });
}

/** Return whether there are texts to show. Reads a rune. */
export const hasTexts = (): boolean => shown !== null;

/** Return the texts of the site in the current language. Reads a rune, so a template follows the setting. */
export const siteTranslations = (): Translations => shown ?? new Translations(settings.language, {});

/** Translate a key of the site's texts; empty until they are loaded. Reads a rune, so a template follows the setting. */
export const t = (key: string, values: Values = {}): string => shown?.t(key, values) ?? "";

/** Format a date and time in the current language. `at`: milliseconds since 1970. */
export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(at);
