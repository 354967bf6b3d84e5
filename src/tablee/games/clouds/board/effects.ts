// What a move would do, in words: the server foresees it, the board says it before it is confirmed.
import type { MoveInput } from "$web/moveInput.svelte.ts";
import type { Sentences } from "$web/sentences.ts";
import type { GlyphName } from "./glyphs.ts";
import type { Foresight } from "./view.ts";

export interface Effect {
  glyph: GlyphName;
  text: string;
  /** Whether it is a loss. */
  bad?: boolean;
}

/** What one more touch would do, if it makes a whole move; null if it does not. */
export function foresightOf(input: MoveInput, word: string): Foresight | null {
  const move = input.paths.get([...input.touched, word].join(" "));
  return move === undefined ? null : ((input.foresights[move] as Foresight | undefined) ?? {});
}

/** Stars won or lost, with their sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** All that a move to this cell would do; flips with the rule that asks for them. */
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

/** The same as one sentence, for whoever listens. */
export function effectsSaid(seen: Foresight | null, target: string, sentences: Sentences): string {
  if (!seen) return "";
  return effectsOf(seen, target, sentences).map((effect) => effect.text).join(", ");
}
