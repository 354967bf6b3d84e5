// The items of the score sheet that make a move better, as words.
import { t } from "../language.svelte.ts";
import type { Translations } from "../i18n.ts";
import { namedItems } from "./moments.ts";

const MAX_REASONS = 2;

/** Return the items that bring most, with whole points, as a list in words; empty if none brings a point. */
export function reasonList(reasons: readonly (readonly [string, number])[], words: Translations): string {
  const named = namedItems(reasons, (item) => words.has(`items.${item}`))
    .filter(([, points]) => Math.round(points) > 0)
    .slice(0, MAX_REASONS)
    .map(([item, points]) => reasonText(item, Math.round(points), words));
  return words.list(named);
}

function reasonText(item: string, n: number, words: Translations): string {
  if (item === "rivals") return t("review.reason.rivals", { n });
  return t("review.reason", { item: words.has(`items.${item}`) ? words.t(`items.${item}`) : item, n });
}
