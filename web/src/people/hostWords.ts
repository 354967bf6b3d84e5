// The texts of the page for the host of the site, which few people ever load.
import en from "../../words.host.en.json";
import fr from "../../words.host.fr.json";
import { Translations, type Values } from "../i18n.ts";
import { settings } from "../settings.svelte.ts";

const WORDS = { fr: new Translations("fr", fr), en: new Translations("en", en) };

/** Translate a key of the texts for the host. Reads a rune, so a template follows the language setting. */
export const h = (key: string, values: Values = {}): string => WORDS[settings.language].t(key, values);
