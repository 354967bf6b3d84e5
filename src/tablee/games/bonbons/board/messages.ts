// Sentences about changes, open tiles and previews. None of them names a hidden tile.
import type { Sentences } from "$web/sentences.ts";
import type { ViewChange } from "./changes.ts";
import { faceName } from "./labels.ts";
import { allTiles, type BonbonsView, type MoveEffect } from "./view.ts";

export interface Message {
  text: string;
  picture: "theft" | "coins" | "wrapper" | "pair" | "over";
}

/** Return the message about a change, or null if it needs none. */
export function changeMessage(view: BonbonsView, change: ViewChange, sentences: Sentences): Message | null {
  const message = (key: string, picture: Message["picture"], place = "") => ({
    text: sentences.words.t(personalKey(key, view, change, sentences), values(view, change, sentences, place)),
    picture,
  });
  if (view.outcome) return { text: outcomeText(view, sentences), picture: "over" };
  if (change.kind === "theft") return message("theft", "theft", change.from);
  if (change.kind === "swap") return message("swap", "theft", change.to);
  if (change.kind === "wrapper") return message(change.drawn ? "wrapper" : "wrapper-none", "wrapper");
  if (change.kind === "covered") return message("covered", "coins");
  if (view.phase === "cover") return message("coins", "coins");
  if (change.kind === "pair") return message("pair", "pair", change.found[0]);
  return null;
}

/** Return the key of the sentence for this viewer: who moved, who lost a tile, or any other viewer. */
function personalKey(key: string, view: BonbonsView, change: ViewChange, { words }: Sentences): string {
  const asActor = view.seat !== null && change.actor === view.seat ? `web.moment.${key}.you` : "";
  const asVictim = view.seat !== null && change.victim === view.seat ? `web.moment.${key}.lost` : "";
  return [asActor, asVictim].find((each) => each && words.has(each)) ?? `web.moment.${key}`;
}

function values(view: BonbonsView, change: ViewChange, sentences: Sentences, place: string): Record<string, string> {
  const face = allTiles(view).find((tile) => tile.place === place)?.face;
  return {
    who: sentences.name(change.actor),
    whom: change.victim < 0 ? "" : sentences.name(change.victim),
    face: face ? faceName(face, sentences.words) : "",
  };
}

function outcomeText(view: BonbonsView, sentences: Sentences): string {
  const winners = view.outcome!.winners;
  if (view.seat !== null && winners.includes(view.seat)) return sentences.words.t("web.moment.over.you");
  return sentences.words.t("web.moment.over", { who: winners.map((seat) => sentences.name(seat)).join(", ") });
}

/** Return the names of the open tiles, "" for none. */
export function openTilesText(view: BonbonsView, sentences: Sentences): string {
  if (view.outcome || view.phase === "cover") return "";
  const open = allTiles(view).filter((tile) => tile.side === "open" || tile.side === "lingering");
  const faces = open.filter((tile) => tile.place !== view.stolen).map((tile) => faceName(tile.face!, sentences.words));
  return faces.length ? `${faces.join(" · ")}.` : "";
}

/** Return how many tiles the viewer has left to find, "" for spectators and after the end. */
export function tilesLeftText(view: BonbonsView, { words }: Sentences): string {
  if (view.seat === null || view.outcome) return "";
  return words.t("web.left", { n: view.rounds[view.seat]!.length - view.found[view.seat]! });
}

/** Return the preview of the aimed move, "" if the server has sent no effect for it. */
export function previewText(view: BonbonsView, foreseen: Record<string, unknown> | null, sentences: Sentences): string {
  if (!foreseen) return "";
  const { found, of, wins, next } = foreseen as unknown as MoveEffect;
  if (wins) return sentences.words.t("web.foreseen.wins");
  const key = next === view.seat ? "web.foreseen.again" : "web.foreseen";
  return sentences.words.t(key, { n: found, of, who: sentences.name(next) });
}
