import en from "../words.en.json";
import fr from "../words.fr.json";
import sharedEn from "../../src/tablee/words/words.en.json";
import sharedFr from "../../src/tablee/words/words.fr.json";
import { settings } from "./settings.svelte.ts";
import { type Values, Words } from "./words.ts";

const FRAME = {
  fr: new Words("fr", fr).beside(new Words("fr", sharedFr)),
  en: new Words("en", en).beside(new Words("en", sharedEn)),
};

/** The sentences that belong to no game, in the language of the moment. */
export const frame = (): Words => FRAME[settings.language];

/** A sentence of the frame; used in a template, it follows the language. */
export const say = (key: string, values: Values = {}): string => frame().say(key, values);

/** A day and its hour, as people write them. */
export const moment = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(at);
