// The texts of the site, in the language that the settings name. They are catalogues in web/words: a page loads those
// that it shows, in one language. Texts of a game come from games.ts.
import { untrack } from "svelte";
import { type Entries, type Language, regionOf, Translations, type Values } from "./i18n.ts";
import { settings } from "./settings.svelte.ts";

/** The catalogues that only some pages need; site.*.json and the texts shared with the terminal are always loaded. */
export type Catalogue =
  | "about"
  | "account"
  | "daily"
  | "host"
  | "learn"
  | "notifications"
  | "pages"
  | "people"
  | "profile"
  | "review"
  | "table";

const FILES = import.meta.glob<{ default: Entries }>(["../words/*.json", "../../src/tablee/words/words.*.json"]);
const EVERYWHERE = ["../../src/tablee/words/words", "../words/site"];

/** The catalogues that have been needed so far: they are loaded again for another language. */
const needed = new Set(EVERYWHERE);
const loaded = new Map<Language, Translations>();
/** The texts that are shown; until the first ones are loaded there are none. */
let shown = $state.raw<Translations | null>(null);

/** Load all needed catalogues in a language and show them, unless another one was chosen meanwhile. */
export async function showLanguage(language: Language): Promise<void> {
  const files = await Promise.allSettled([...needed].map((path) => FILES[`${path}.${language}.json`]!()));
  const texts = loaded.get(language) ?? new Translations(language, {});
  loaded.set(language, texts);
  for (const file of files) if (file.status === "fulfilled") texts.add(file.value.default);
  const missing = files.findIndex(({ status }) => status === "rejected");
  // Without a network, a page whose texts are missing is not shown; what every page has is, for the message about it.
  const isUsable = missing < 0 || (!shown && missing >= EVERYWHERE.length);
  if (isUsable && language === settings.language) shown = texts;
  if (missing >= 0) throw (files[missing] as PromiseRejectedResult).reason;
}

/** Wrap the import of a component: the texts that it shows are loaded at the same time. */
export function withTexts<T>(load: () => Promise<T>, ...catalogues: Catalogue[]): () => Promise<T> {
  return async () => {
    for (const name of catalogues) needed.add(`../words/${name}`);
    // A page is not loaded again when the language changes: only its texts are.
    const [module] = await Promise.all([load(), untrack(() => showLanguage(settings.language))]);
    return module;
  };
}

/** Return whether there are texts to show. Reads a rune. */
export const hasTexts = (): boolean => shown !== null;

/** Return the texts of the site in the current language. Reads a rune, so a template follows the setting. */
export const siteTranslations = (): Translations => shown ?? new Translations(settings.language, {});

/** Translate a key of the site's texts; empty until they are loaded. Reads a rune, so a template follows the setting. */
export const t = (key: string, values: Values = {}): string => shown?.t(key, values) ?? "";

/** Format a time of the day in the current language and the zone of this device. `at`: milliseconds since 1970. */
export const formatTime = (at: number): string => new Intl.DateTimeFormat(regionOf(settings.language), { timeStyle: "short" }).format(at);

/** Format a date and time in the current language. `at`: milliseconds since 1970. */
export const formatDateTime = (at: number): string =>
  new Intl.DateTimeFormat(regionOf(settings.language), { dateStyle: "medium", timeStyle: "short" }).format(at);
