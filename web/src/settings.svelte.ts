import { type Language, LANGUAGES } from "./words.ts";

export type Theme = "auto" | "light" | "dark";
export type Confirm = "touch" | "always" | "never";

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  confirm: Confirm;
  name: string;
  /** Whether this person has been told how things are touched. */
  knowsTouching: boolean;
  level: string;
  account: string;
}

const KEY = "tablee";

/** What a person chose on this device; kept in the browser, sent to nobody. */
class Settings implements Kept {
  language = $state<Language>(browserLanguage());
  theme = $state<Theme>("auto");
  sound = $state(false);
  confirm = $state<Confirm>("touch");
  name = $state("");
  knowsTouching = $state(false);
  /** How strong the last bots were. */
  level = $state("casual");
  /** The account this device belongs to; empty for guests, who need none. */
  account = $state("");

  constructor() {
    Object.assign(this, read());
    if (!LANGUAGES.includes(this.language)) this.language = browserLanguage();
  }

  /** Keep what is set now, and show it. */
  keep(): void {
    const { language, theme, sound, confirm, name, knowsTouching, level, account } = this;
    document.documentElement.lang = language;
    document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, sound, confirm, name, knowsTouching, level, account }));
    } catch {
      // A private window may refuse: the choice then lasts as long as the page.
    }
  }
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

/** The first language of the browser that we speak; French is the language of the house. */
function browserLanguage(): Language {
  const wanted = navigator.languages.map((each) => each.slice(0, 2) as Language);
  return wanted.find((each) => LANGUAGES.includes(each)) ?? "fr";
}

export const settings = new Settings();
