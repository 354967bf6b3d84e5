import { type Language, LANGUAGES } from "./i18n.ts";
import type { Animal } from "./seats.ts";
import { readJson, writeJson } from "./storage.ts";

export type Theme = "auto" | "light" | "dark";
/** When a move must be confirmed: on touch screens only, always, or never. */
export type Confirm = "touch" | "always" | "never";

/** How fast the moves of others are shown; "instant" shows only the result. */
export const SPEEDS = ["calm", "normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

/** The settings as they are stored as JSON in localStorage: renaming a field loses the saved value. */
interface StoredSettings {
  language: Language;
  theme: Theme;
  sound: boolean;
  haptics: boolean;
  confirm: Confirm;
  speed: Speed;
  /** Whether the drawer beside a table is open on wide screens. */
  drawer: boolean;
  name: string;
  face: Animal | "";
  /** A random number from 0 to 1 that selects the name suggested to a guest. */
  guest: number;
  /** Whether the hint on how to touch things was closed or is no longer needed. */
  knowsTouching: boolean;
  /** Whether things are explained the first time that they happen. */
  tips: boolean;
  levels: Record<string, string>;
  account: string;
}

const STORAGE_KEY = "tablee";

/** The preferences on this device, stored in localStorage and never sent to the server. */
class Settings implements StoredSettings {
  language = $state<Language>(browserLanguage());
  theme = $state<Theme>("auto");
  sound = $state(true);
  haptics = $state(true);
  confirm = $state<Confirm>("touch");
  speed = $state<Speed>("normal");
  drawer = $state(true);
  name = $state("");
  /** The animal that was chosen; empty: the one of the name. */
  face = $state<Animal | "">("");
  guest = Math.random();
  knowsTouching = $state(false);
  tips = $state(true);
  /** The bot level that was chosen last, by the key of the game. */
  levels = $state.raw<Record<string, string>>({});
  /** The name of the account this device is logged in to; empty for guests. */
  account = $state("");

  constructor() {
    Object.assign(this, read());
    if (!LANGUAGES.includes(this.language)) this.language = browserLanguage();
    if (!SPEEDS.includes(this.speed)) this.speed = "normal";
  }

  /** Store the settings and apply language and theme to the page. Reads every rune, so an effect reruns on changes. */
  save(): void {
    const { language, theme, sound, haptics, confirm, speed, drawer, name, face, guest, knowsTouching, tips, levels, account } = this;
    document.documentElement.lang = language;
    document.documentElement.dataset["theme"] = theme;
    const stored: StoredSettings = {
      language, theme, sound, haptics, confirm, speed, drawer, name, face, guest, knowsTouching, tips, levels, account,
    };
    writeJson(STORAGE_KEY, stored);
  }
}

const read = (): Partial<StoredSettings> => readJson(STORAGE_KEY, {});

/** Return the first language of the browser that is supported; French if none is. */
function browserLanguage(): Language {
  const wanted = navigator.languages.map((each) => each.slice(0, 2) as Language);
  return wanted.find((each) => LANGUAGES.includes(each)) ?? "fr";
}

export const settings = new Settings();
