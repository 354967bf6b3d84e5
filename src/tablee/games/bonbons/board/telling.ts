// Moments as sentences. Nothing here names a tile that is hidden.
import type { Sentences } from "$web/sentences.ts";
import { faceName } from "./names.ts";
import type { Moment } from "./story.ts";
import { allTiles, type BonbonsView, type Consequence } from "./view.ts";

export interface Telling {
  text: string;
  picture: "theft" | "coins" | "wrapper" | "pair" | "over";
}

/** The moment that everybody should notice, if this is one. */
export function telling(view: BonbonsView, moment: Moment, sentences: Sentences): Telling | null {
  const say = (key: string, picture: Telling["picture"], place = "") => ({
    text: sentences.words.t(personal(key, view, moment, sentences), values(view, moment, sentences, place)),
    picture,
  });
  if (view.outcome) return { text: ending(view, sentences), picture: "over" };
  if (moment.kind === "theft") return say("theft", "theft", moment.from);
  if (moment.kind === "swap") return say("swap", "theft", moment.to);
  if (moment.kind === "wrapper") return say(moment.drawn ? "wrapper" : "wrapper-none", "wrapper");
  if (moment.kind === "covered") return say("covered", "coins");
  if (view.phase === "cover") return say("coins", "coins");
  if (moment.kind === "pair") return say("pair", "pair", moment.found[0]);
  return null;
}

/** The sentence as the viewer hears it: done by you, done to you, or between others. */
function personal(key: string, view: BonbonsView, moment: Moment, { words }: Sentences): string {
  const mine = view.seat !== null && moment.who === view.seat ? `web.moment.${key}.you` : "";
  const lost = view.seat !== null && moment.victim === view.seat ? `web.moment.${key}.lost` : "";
  return [mine, lost].find((each) => each && words.has(each)) ?? `web.moment.${key}`;
}

function values(view: BonbonsView, moment: Moment, sentences: Sentences, place: string): Record<string, string> {
  const face = allTiles(view).find((tile) => tile.place === place)?.face;
  return {
    who: sentences.name(moment.who),
    whom: moment.victim < 0 ? "" : sentences.name(moment.victim),
    face: face ? faceName(face, sentences.words) : "",
  };
}

function ending(view: BonbonsView, sentences: Sentences): string {
  const winners = view.outcome!.winners;
  if (view.seat !== null && winners.includes(view.seat)) return sentences.words.t("web.moment.over.you");
  return sentences.words.t("web.moment.over", { who: winners.map((seat) => sentences.name(seat)).join(", ") });
}

/** What can be seen only for a moment, in words. */
export function look(view: BonbonsView, sentences: Sentences): string {
  if (view.outcome || view.phase === "cover") return "";
  const open = allTiles(view).filter((tile) => tile.side === "open" || tile.side === "lingering");
  const faces = open.filter((tile) => tile.place !== view.stolen).map((tile) => faceName(tile.face!, sentences.words));
  return faces.length ? `${faces.join(" · ")}.` : "";
}

/** How far the viewer is. */
export function remaining(view: BonbonsView, { words }: Sentences): string {
  if (view.seat === null || view.outcome) return "";
  return words.t("web.left", { n: view.rounds[view.seat]!.length - view.found[view.seat]! });
}

/** What the move under the hand would lead to, as the table foresees it. */
export function foresight(view: BonbonsView, foreseen: Record<string, unknown> | null, sentences: Sentences): string {
  if (!foreseen) return "";
  const { found, of, wins, next } = foreseen as unknown as Consequence;
  if (wins) return sentences.words.t("web.foreseen.wins");
  const key = next === view.seat ? "web.foreseen.again" : "web.foreseen";
  return sentences.words.t(key, { n: found, of, who: sentences.name(next) });
}
