// Texts for the foreseen effect of a move, shown before the move is confirmed.
import type { MoveInput } from "$web/moveInput.svelte.ts";
import type { Sentences } from "$web/sentences.ts";
import { signed } from "$web/story.ts";
import type { GlyphName } from "./glyphs.ts";
import type { Foresight } from "./view.ts";

export interface Effect {
  glyph: GlyphName;
  text: string;
  /** Whether the effect is a loss. */
  bad?: boolean;
}

/** Return the foreseen effect if touching `word` completes a move, else null. */
export function foresightOf(input: MoveInput, word: string): Foresight | null {
  const move = input.paths.get([...input.touched, word].join(" "));
  return move === undefined ? null : ((input.foresights[move] as Foresight | undefined) ?? {});
}

/** Return the effects of a move to this cell: flips with their reason, a portal, an eruption, a city. */
export function effectsOf(seen: Foresight, target: string, { words }: Sentences): Effect[] {
  const found: Effect[] = [];
  if (seen.cause) found.push({ glyph: "tzimime", text: words.t(`tell.cause.${seen.cause}`), bad: true });
  const hasMoons = (seen.flips ?? []).some((cell) => !seen.cause || cell !== target);
  if (hasMoons) found.push({ glyph: "moon", text: words.t("tell.cause.moons"), bad: true });
  if (seen.portal) found.push({ glyph: "portal", text: words.t("tell.cause.portal") });
  if (seen.erupts) found.push({ glyph: "volcano", text: words.t("effect.erupts") });
  const city = seen.city ?? Math.max(0, ...Object.values(seen.erupts ?? {}));
  if (city) found.push({ glyph: "star", text: words.t("effect.city", { n: city }) });
  return found;
}

/** Return the effects and the stars as one text for screen readers. */
export function effectsText(seen: Foresight | null, target: string, sentences: Sentences): string {
  if (!seen) return "";
  const texts = effectsOf(seen, target, sentences).map((effect) => effect.text);
  if (seen.points !== undefined) texts.push(sentences.words.t("effect.points", { n: signed(seen.points) }));
  return texts.join(", ");
}
