// Words at the edge: sentences looked up by key and filled with values. The twin of core/words.py.

export type Language = "fr" | "en";
export const LANGUAGES: readonly Language[] = ["fr", "en"];
export type Entries = Record<string, string | { one: string; other: string }>;
export type Values = Record<string, string | number>;

/** French as it is printed: no line begins with what belongs to the word before, and apostrophes are bent. */
export function typeset(text: string): string {
  return text
    .replace(/ ([:;!?»])(?!-)/g, "\u00a0$1")
    .replace(/« /g, "«\u00a0")
    .replace(/(\p{L})'(?=[\p{L}«])/gu, "$1’");
}

/** A number below nought has a minus, not a hyphen. */
function written(value: string | number): string {
  return typeof value === "number" ? String(value).replace("-", "−") : value;
}

/** A catalogue in one language. A text may have the forms `one` and `other`, chosen by the value `n`. */
export class Words {
  readonly language: Language;
  readonly entries: Entries;

  constructor(language: Language, entries: Entries) {
    this.language = language;
    this.entries = entries;
  }

  has(key: string): boolean {
    return key in this.entries;
  }

  /** The text of a key, its {placeholders} filled; the key itself when there is no text. */
  say(key: string, values: Values = {}): string {
    const entry = this.entries[key] ?? key;
    const text = typeof entry === "string" ? entry : entry[this.form(Number(values["n"] ?? 1))];
    const filled = text.replace(/\{([\w-]+)\}/g, (whole, name: string) => written(values[name] ?? whole));
    return this.language === "fr" ? typeset(filled) : filled;
  }

  /** In French nought is singular, in English it is plural. */
  private form(count: number): "one" | "other" {
    const singular = this.language === "fr" ? Math.abs(count) < 2 : Math.abs(count) === 1;
    return singular ? "one" : "other";
  }

  /** Both catalogues in one; ours counts where both have a key. */
  beside(other: Words): Words {
    return new Words(this.language, { ...other.entries, ...this.entries });
  }
}
