// What the moves of this game did, for the ribbon. None of the sentences names a hidden tile, and the log keeps no tile that is
// hidden again.
import type { Sentences } from "$web/sentences.ts";
import type { CountRow, MoveStory, PieceRef, Step } from "$web/story.ts";
import { changeBetween, turnedTile, type ViewChange } from "./changes.ts";
import { faceName } from "./labels.ts";
import { allTiles, type BonbonsView, ownerOf, type TileView } from "./view.ts";

/** Tell what a move did. Once tiles are hidden again, nothing on the screen may show them. */
export function tellMove({ before, after, line }: Step, sentences: Sentences): MoveStory | null {
  const [old, view] = [before as BonbonsView, after as BonbonsView];
  const reader = view.seat;
  // A review names a better move, without the view after it.
  if (old === view) return { seat: line.seat, text: wouldText(view, line.words, sentences) };
  if (line.seat < 0) return { seat: view.turn, text: sentences.about("tell.close", { reader, seat: view.turn }), sound: "flip", log: null };
  if (line.words === "stop") return { seat: line.seat, text: sentences.about("tell.stop", { reader, seat: line.seat }), sound: "touch" };
  const change = changeBetween(old, view);
  // The last theft of a match leaves nothing to choose: the tile is given in the same move.
  const kind = change.kind === "swap" && old.stolen === null ? "theft" : change.kind;
  return tellChange(view, { ...change, kind }, line.seat, sentences) ?? tellTurned(old, view, line.seat, sentences);
}

/** Name a move that was not made, by the tile that it would have turned: its face was hidden. */
function wouldText(view: BonbonsView, move: string, sentences: Sentences): string {
  const { words } = sentences;
  const place = move.split(" ")[1];
  if (!place) return words.t("tell.would.stop");
  const owner = ownerOf(view, place);
  const kind = owner < 0 ? "square" : owner === view.seat ? "own" : "round";
  return words.t(`tell.would.${kind}`, { n: place[1]!, who: sentences.name(owner) });
}

function tellChange(view: BonbonsView, change: ViewChange, seat: number, sentences: Sentences): MoveStory | null {
  const { words } = sentences;
  const who = sentences.name(seat);
  const whom = change.victim < 0 ? "" : sentences.name(change.victim);
  const people = { reader: view.seat, seat, other: change.victim };
  const sentence = (key: string, values = {}) => sentences.about(key, people, { whom, ...values });
  const story = { seat, fact: words.t("web.found", { n: view.found[seat]!, of: view.rounds[seat]!.length }) };
  switch (change.kind) {
    case "pair": {
      const [square, round] = change.found.map((place) => pieceOf(view, tileAt(view, place)!, sentences));
      if (!square || !round) return null;
      return { ...story, text: sentence("tell.pair"), pieces: { square, round }, marks: marksOf(change.found), sound: "gain" };
    }
    case "theft": {
      const place = change.to || change.from;
      const piece = pieceOf(view, tileAt(view, place)!, sentences);
      const moment = { picture: piece, title: words.t("tell.theft.title"), text: sentence("tell.theft.why", { who }) };
      return { seat, text: sentence("tell.theft"), pieces: { piece }, marks: marksOf([place]), moment, sound: "theft" };
    }
    case "swap":
      return { ...story, text: sentence("tell.swap"), marks: marksOf([change.to]), sound: "place" };
    case "wrapper": {
      const piece = { name: "square-wrapper", label: words.t("wrapper") };
      const why = sentence(change.drawn ? "tell.wrapper.why" : "tell.wrapper.none", { who });
      const moment = { picture: piece, title: words.t("wrapper"), text: why };
      return { ...story, text: sentence("tell.wrapper"), marks: marksOf(change.found), moment, sound: "loss" };
    }
    case "covered":
      return { ...story, text: sentence("tell.cover"), marks: marksOf([change.to]), sound: "gain" };
    default:
      return null;
  }
}

/** Tell of a tile that was turned and belongs to no pair; two tiles that will be hidden again are a miss. */
function tellTurned(old: BonbonsView, view: BonbonsView, seat: number, sentences: Sentences): MoveStory | null {
  const people = { reader: view.seat, seat };
  const tile = turnedTile(old, view);
  if (!tile) return null;
  const marks = marksOf([tile.place]);
  const other = allTiles(view).filter((each) => each.side === "lingering" && each !== tile);
  if (tile.side === "lingering" && other.length === 1) {
    const [first, second] = [pieceOf(view, other[0]!, sentences), pieceOf(view, tile, sentences)];
    const log = { text: sentences.about("tell.missed", people) };
    return { seat, text: sentences.about("tell.miss", people), pieces: { first, second }, marks, sound: "flip", log };
  }
  const piece = pieceOf(view, tile, sentences);
  return { seat, text: sentences.about("tell.turn", people), pieces: { piece }, marks, sound: "flip", log: null };
}

/** Return the final count: the round tiles of each seat with their faces, one for each that was found. */
export function countRows(view: BonbonsView, sentences: Sentences): CountRow[] {
  const most = Math.max(...view.rounds.map((row) => row.length));
  return Array.from({ length: most }, (_, at) => ({
    label: sentences.words.t("tell.tile", { n: at + 1 }),
    card: "found",
    cells: view.rounds.map((row) => {
      const tile = row[at];
      if (!tile) return null;
      const isFound = tile.side === "up" || tile.side === "covered";
      return { points: Number(isFound), piece: pieceOf(view, tile, sentences) };
    }),
  }));
}

const tileAt = (view: BonbonsView, place: string): TileView | undefined => allTiles(view).find((tile) => tile.place === place);

const marksOf = (places: readonly string[]): string[] => places.flatMap((place) => [`tile-${place}`, `swap-${place}`]);

function pieceOf(view: BonbonsView, { place, face }: TileView, { words }: Sentences): PieceRef {
  const shape = ownerOf(view, place) < 0 ? "square" : "round";
  return { name: `${shape}-${face ?? "back"}`, label: face ? faceName(face, words) : words.t(`web.back.${shape}`) };
}
