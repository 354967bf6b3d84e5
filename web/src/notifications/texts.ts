// The texts of notifications and mail addresses: loaded with the pages that show them, not with the first visit.
import { Translations, type Values } from "../i18n.ts";
import { settings } from "../settings.svelte.ts";
import en from "./words.en.json";
import fr from "./words.fr.json";

const TEXTS = { fr: new Translations("fr", fr), en: new Translations("en", en) };

/** Translate a key of these texts. Reads a rune, so a template follows the language setting. */
export const text = (key: string, values: Values = {}): string => TEXTS[settings.language].t(key, values);
