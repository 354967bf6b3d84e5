// The texts of the pages of people, in a chunk of their own: the first visit of a table does not load them.
import en from "../../words.people.en.json";
import fr from "../../words.people.fr.json";
import { Translations, type Values } from "../i18n.ts";
import { settings } from "../settings.svelte.ts";

const WORDS = { fr: new Translations("fr", fr), en: new Translations("en", en) };

/** Translate a key of the texts about people. Reads a rune, so a template follows the language setting. */
export const p = (key: string, values: Values = {}): string => WORDS[settings.language].t(key, values);

/** Join names to a list in words. */
export const listOf = (names: readonly string[]): string => WORDS[settings.language].list(names);
