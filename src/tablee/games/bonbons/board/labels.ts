// Names of kinds, colours, places and tiles in the viewer's language.
import type { Sentences } from "$web/sentences.ts";
import type { Translations } from "$web/i18n.ts";
import { kindOf } from "./faces.ts";
import { allTiles, type BonbonsView, ownerOf, type TileView } from "./view.ts";

/** Return the translated name of a kind; the kind itself without a translation, as in a replaced pieces file. */
export function kindName(kind: string, words: Translations): string {
  return words.has(`kind.${kind}`) ? words.t(`kind.${kind}`) : kind;
}

export function colourName(colour: string, words: Translations): string {
  return words.t(`colour.${colour}`);
}

/** Return the full name of a face: kind and colour, coin or wrapper. */
export function faceName(face: string, words: Translations): string {
  const kind = kindOf(face);
  if (kind === face) return words.t(face);
  return words.t("sweet", { kind: kindName(kind, words), colour: colourName(face.slice(kind.length + 1), words) });
}

/** Ask for the twin of the tile that is open: "Where is the round green humbug?"; null if none is, or its kind has no text. */
export function askForTwin(view: BonbonsView, { words }: Sentences): string | null {
  const [open, ...more] = allTiles(view).filter(({ side }) => side === "open");
  const shape = `ask.shape.${view.phase}`;
  if (!open?.face || more.length || !words.has(shape)) return null;
  const kind = kindOf(open.face);
  if (!words.has(`ask.where.${kind}`)) return null;
  const gender = words.t("ask.feminine").split(" ").includes(kind) ? ".f" : "";
  const colour = words.t(`colour.${open.face.slice(kind.length + 1)}${gender}`);
  return words.t(`ask.where.${kind}`, { colour, shape: words.t(shape) });
}

/** Return the name of a place: row and column, or owner and number. */
function placeName(view: BonbonsView, place: string, sentences: Sentences): string {
  const owner = ownerOf(view, place);
  const { words } = sentences;
  if (owner < 0) return words.t("web.place.square", { row: place[0]!, column: place[1]! });
  if (owner === view.seat) return words.t("web.place.own", { n: place[1]! });
  return words.t("web.place.round", { n: place[1]!, who: sentences.name(owner) });
}

/** Return the accessible label of a tile: its place and its visible state. */
export function tileLabel(view: BonbonsView, tile: TileView, sentences: Sentences): string {
  const { words } = sentences;
  const seen = view.seen?.[tile.place];
  const face = tile.face ?? (tile.side === "down" ? seen : null);
  const state = words.t(`web.side.${sideKey(tile, seen)}`, { face: face ? faceName(face, words) : "" });
  return words.t("web.tile", { place: placeName(view, tile.place, sentences), state });
}

function sideKey({ side, face }: TileView, seen: string | undefined): string {
  if (face === "wrapper" && side === "up") return "wrapper";
  if (side === "down") return face ? "revealed" : seen ? "seen" : "down";
  return side === "covered" && face ? "uncovered" : side;
}
