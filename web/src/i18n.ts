// Translations: texts looked up by key and filled with values. The Python twin is core/i18n.py.

export type Language = "fr" | "en";
export const LANGUAGES: readonly Language[] = ["fr", "en"];
export type Entries = Record<string, string | { one: string; other: string }>;
export type Values = Record<string, string | number>;

/** Return the regional form of a language for dates and lists: the first that the browser asks for; else British English, in which the texts are. */
export function regionOf(language: Language, wanted: readonly string[] = navigator.languages): string {
  return wanted.find((tag) => tag.startsWith(`${language}-`)) ?? (language === "en" ? "en-GB" : language);
}

const ORDINALS: Record<Language, Partial<Record<Intl.LDMLPluralRule, string>>> = {
  fr: { one: "ᵉʳ", other: "ᵉ" },
  en: { one: "st", two: "nd", few: "rd", other: "th" },
};

/** Apply French typography: no-break spaces before : ; ! ? and inside « », and curly apostrophes. */
export function typeset(text: string): string {
  return text
    .replace(/ ([:;!?»])(?!-)/g, "\u00a0$1")
    .replace(/« /g, "«\u00a0")
    .replace(/(\p{L})'(?=[\p{L}«])/gu, "$1’");
}

/** Format a value; a negative number gets a minus sign instead of a hyphen. */
export function formatValue(value: string | number): string {
  return typeof value === "number" ? String(value).replace("-", "−") : value;
}

/** The texts of one language by key. A text may have the forms `one` and `other`, chosen by the value `n`. */
export class Translations {
  readonly language: Language;
  readonly entries: Entries;
  private readonly plurals: Intl.PluralRules;
  private readonly lists: Intl.ListFormat;

  constructor(language: Language, entries: Entries) {
    this.language = language;
    this.entries = entries;
    this.plurals = new Intl.PluralRules(language);
    this.lists = new Intl.ListFormat(regionOf(language));
  }

  /** Join names to a list in words: "Nour, Basile and Salomé". */
  list(names: readonly string[]): string {
    return this.lists.format(names);
  }

  /** Write a place in a ranking: 3rd, 3ᵉ. */
  ordinal(place: number): string {
    return place + ORDINALS[this.language][new Intl.PluralRules(this.language, { type: "ordinal" }).select(place)]!;
  }

  /** Add texts of another catalogue. Does not tell templates: those that show them are not drawn yet. */
  add(entries: Entries): void {
    Object.assign(this.entries, entries);
  }

  has(key: string): boolean {
    return key in this.entries;
  }

  /** Translate a key and fill its {placeholders}. Returns the key itself if there is no text. */
  t(key: string, values: Values = {}): string {
    const entry = this.entries[key] ?? key;
    const text = typeof entry === "string" ? entry : entry[this.pluralForm(Number(values["n"] ?? 1))];
    const filled = text.replace(/\{([\w-]+)\}/g, (whole, name: string) => formatValue(values[name] ?? whole));
    return this.language === "fr" ? typeset(filled) : filled;
  }

  /** Choose the plural form. Forms that no text has, such as `many` for a million in French, are `other`. */
  private pluralForm(count: number): "one" | "other" {
    return this.plurals.select(count) === "one" ? "one" : "other";
  }

  /** Return both catalogues merged; `other` is used for keys that this one does not have. */
  withFallback(other: Translations): Translations {
    return new Translations(this.language, { ...other.entries, ...this.entries });
  }
}
