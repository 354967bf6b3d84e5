import { type Language, LANGUAGES } from "./i18n.ts";

export type Theme = "auto" | "light" | "dark";
/** When a move must be confirmed: on touch screens only, always, or never. */
export type Confirm = "touch" | "always" | "never";

/** The settings as they are stored as JSON in localStorage: renaming a field loses the saved value. */
interface StoredSettings {
  language: Language;
  theme: Theme;
  sound: boolean;
  confirm: Confirm;
  name: string;
  /** Whether the hint on how to touch things was closed or is no longer needed. */
  knowsTouching: boolean;
  level: string;
  account: string;
}

const STORAGE_KEY = "tablee";

/** The preferences on this device, stored in localStorage and never sent to the server. */
class Settings implements StoredSettings {
  language = $state<Language>(browserLanguage());
  theme = $state<Theme>("auto");
  sound = $state(false);
  confirm = $state<Confirm>("touch");
  name = $state("");
  knowsTouching = $state(false);
  /** The bot level that was chosen last. */
  level = $state("casual");
  /** The name of the account this device is logged in to; empty for guests. */
  account = $state("");

  constructor() {
    Object.assign(this, read());
    if (!LANGUAGES.includes(this.language)) this.language = browserLanguage();
  }

  /** Store the settings and apply language and theme to the page. Reads every rune, so an effect reruns on changes. */
  save(): void {
    const { language, theme, sound, confirm, name, knowsTouching, level, account } = this;
    document.documentElement.lang = language;
    document.documentElement.dataset["theme"] = theme;
    const stored: StoredSettings = { language, theme, sound, confirm, name, knowsTouching, level, account };
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
    } catch {
      // A private window may refuse: the settings then last as long as the page.
    }
  }
}

function read(): Partial<StoredSettings> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Partial<StoredSettings>;
  } catch {
    return {};
  }
}

/** Return the first language of the browser that is supported; French if none is. */
function browserLanguage(): Language {
  const wanted = navigator.languages.map((each) => each.slice(0, 2) as Language);
  return wanted.find((each) => LANGUAGES.includes(each)) ?? "fr";
}

export const settings = new Settings();
