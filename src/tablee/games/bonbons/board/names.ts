// Tiles in words, for labels and sentences.
import type { Sentences } from "$web/sentences.ts";
import type { Translations } from "$web/i18n.ts";
import { kindOf } from "./faces.ts";
import { type BonbonsView, ownerOf, type TileView } from "./view.ts";

/** The name of a kind; an owner's own pieces may have names that no catalogue knows. */
export function kindName(kind: string, words: Translations): string {
  return words.has(`kind.${kind}`) ? words.t(`kind.${kind}`) : kind;
}

export function colourName(colour: string, words: Translations): string {
  return words.t(`colour.${colour}`);
}

/** What a tile shows, in full. */
export function faceName(face: string, words: Translations): string {
  const kind = kindOf(face);
  if (kind === face) return words.t(face);
  return words.t("sweet", { kind: kindName(kind, words), colour: colourName(face.slice(kind.length + 1), words) });
}

/** Where a tile lies: row and column, or whose it is. */
export function placeName(view: BonbonsView, place: string, sentences: Sentences): string {
  const owner = ownerOf(view, place);
  const { words } = sentences;
  if (owner < 0) return words.t("web.place.square", { row: place[0]!, column: place[1]! });
  if (owner === view.seat) return words.t("web.place.own", { n: place[1]! });
  return words.t("web.place.round", { n: place[1]!, who: sentences.name(owner) });
}

/** Where a tile lies and what can be seen of it. */
export function tileName(view: BonbonsView, tile: TileView, sentences: Sentences): string {
  const { words } = sentences;
  const seen = view.seen?.[tile.place];
  const face = tile.face ?? (tile.side === "down" ? seen : null);
  const state = words.t(`web.side.${stateOf(tile, seen)}`, { face: face ? faceName(face, words) : "" });
  return words.t("web.tile", { place: placeName(view, tile.place, sentences), state });
}

function stateOf({ side, face }: TileView, seen: string | undefined): string {
  if (face === "wrapper" && side === "up") return "wrapper";
  if (side === "down") return face ? "revealed" : seen ? "seen" : "down";
  return side === "covered" && face ? "uncovered" : side;
}
