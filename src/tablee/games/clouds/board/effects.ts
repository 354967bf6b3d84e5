// Texts for the foreseen effect of a move, shown before the move is confirmed.
import type { MoveInput } from "$web/moveInput.svelte.ts";
import type { Sentences } from "$web/sentences.ts";
import type { GlyphName } from "./glyphs.ts";
import type { Foresight } from "./view.ts";

export interface Effect {
  glyph: GlyphName;
  text: string;
  /** Whether the effect is a loss. */
  bad?: boolean;
}

/** Returns the foreseen effect if touching `word` completes a move, else null. */
export function foresightOf(input: MoveInput, word: string): Foresight | null {
  const move = input.paths.get([...input.touched, word].join(" "));
  return move === undefined ? null : ((input.foresights[move] as Foresight | undefined) ?? {});
}

/** Returns stars won or lost with their sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** Returns the effects of a move to this cell; a flip names its rule. */
export function effectsOf(seen: Foresight, target: string, sentences: Sentences): Effect[] {
  const say = (key: string, values = {}) => sentences.words.t(key, values);
  const found: Effect[] = [];
  if (seen.cause) found.push({ glyph: "tzimime", text: say(`effect.${seen.cause}`, { cells: target }), bad: true });
  const moons = (seen.flips ?? []).filter((cell) => !seen.cause || cell !== target);
  if (moons.length) found.push({ glyph: "moon", text: say("effect.moons", { cells: moons.join(" ") }), bad: true });
  if (seen.portal) found.push({ glyph: "portal", text: say("effect.portal", { cells: seen.portal.join("–") }) });
  if (seen.erupts) found.push({ glyph: "volcano", text: say("effect.erupts") + cityText(seen.erupts, say) });
  if (seen.city) found.push({ glyph: "star", text: say("effect.city", { n: seen.city }) });
  if (seen.points !== undefined)
    found.push({ glyph: "star", text: say("effect.points", { n: signed(seen.points) }), bad: seen.points < 0 });
  return found;
}

function cityText(erupts: Record<string, number>, say: (key: string, values: object) => string): string {
  const best = Math.max(0, ...Object.values(erupts));
  return best ? ` → ${say("effect.city", { n: best })}` : "";
}

/** Returns the effects as one text for screen readers. */
export function effectsText(seen: Foresight | null, target: string, sentences: Sentences): string {
  if (!seen) return "";
  return effectsOf(seen, target, sentences).map((effect) => effect.text).join(", ");
}
