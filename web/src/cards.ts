// Cards: what a piece, an item of the score or a button is, in one sentence, with the paragraph of the rules. Each game has
// cards.json and the texts `card.NAME.title` and `card.NAME.text`; those of buttons are texts of the site.
import type { Translations } from "./i18n.ts";

/** The content of cards.json. `names` maps other names, such as those of pieces that share a card, to names of cards. */
export interface Cards {
  cards: Record<string, { rule: string; piece: string }>;
  names: Record<string, string>;
}

/** A card as it is shown. `rule` and `piece` are empty for buttons of the site. */
export interface Card {
  name: string;
  title: string;
  text: string;
  rule: string;
  piece: string;
}

/** What was asked about: the names of its cards, and the piece itself, if it is one. */
export interface Subject {
  names: readonly string[];
  piece: string;
}

/** What is shown of a thing that is itself no card, but contains one. */
const THINGS = "[data-thing], [data-id], button, li";

/** Return what an element, or the thing around it, is explained by; null if it has no card. */
export function subjectOf(target: Element | null): Subject | null {
  const found = target?.closest("[data-card]") ?? target?.closest(THINGS)?.querySelector("[data-card]");
  const names = found?.getAttribute("data-card")?.split(" ").filter(Boolean) ?? [];
  return names.length ? { names, piece: found!.getAttribute("data-piece") ?? "" } : null;
}

/** Return the cards of names, each once; names without a text are left out. */
export function cardsOf(names: readonly string[], { cards, names: others }: Cards, words: Translations): Card[] {
  const distinct = [...new Set(names.map((name) => others[name] ?? name))];
  return distinct
    .filter((name) => words.has(`card.${name}.text`))
    .map((name) => ({
      name,
      title: words.t(`card.${name}.title`),
      text: words.t(`card.${name}.text`),
      ...(cards[name] ?? { rule: "", piece: "" }),
    }));
}
