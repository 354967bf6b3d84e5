// What the moves of this game did, for the ribbon, and the rows of the final count.
import type { Outcome } from "$web/../wire";
import type { Sentences } from "$web/sentences.ts";
import type { CountRow, MoveStory, PieceRef, Step } from "$web/story.ts";
import { allFaces, describe, dreamOf, elementsOf, type IslandsView, type Kind, kindOf } from "./view.ts";

/** Return a tile as a piece: `top.lamp.palm`, `dream.roc`. */
function pieceOf(tile: string, kind: Kind, view: IslandsView, { words }: Sentences): PieceRef {
  const faces = allFaces(view);
  const face = faces[tile];
  const name = face ? [kind, ...elementsOf(face)].join(".") : `dream.${dreamOf(tile)}`;
  return { name, label: describe(tile, faces, words) };
}

/** Tell what a move did. */
export function tellMove({ before, after, line }: Step, sentences: Sentences): MoveStory | null {
  const [verb = "", first = ""] = line.words.split(" ");
  const { words } = sentences;
  const { seat } = line;
  const reader = after.seat;
  switch (verb) {
    case "draw": {
      const stack = words.t(`stack.${first}`);
      return { seat, text: sentences.about("tell.draw", { reader, seat }, { stack }), sound: "take" };
    }
    case "take":
    case "lay":
      return tellLaid(before as IslandsView, after as IslandsView, seat, sentences);
    case "name": {
      const other = sentences.seatOf(first);
      const text = sentences.about("tell.name", { reader, seat, other }, { other: sentences.name(other) });
      return { seat, text, sound: "touch" };
    }
    case "hide":
      return { seat, ...tellHidden(first, before as IslandsView, seat, sentences), sound: "flip" };
    case "turn":
      return { seat, text: sentences.about("tell.turn", { reader, seat }), sound: "flip" };
    default:
      return { seat, text: sentences.line(line, reader), sound: "touch" };
  }
}

/** Tell of a tile that the Lookout hides: only to the Lookout, which one. */
function tellHidden(place: string, view: IslandsView, seat: number, sentences: Sentences): Pick<MoveStory, "text" | "pieces"> {
  const tile = view.offer.find((each) => each.place === place)?.tile;
  if (seat !== view.seat || !tile) return { text: sentences.words.t("tell.hide") };
  return { text: sentences.words.t("tell.hide.you"), pieces: { piece: pieceOf(tile, view.stack!, view, sentences) } };
}

/** Tell of a tile that was laid: where it is the only new one on the island of its seat. */
function tellLaid(before: IslandsView, after: IslandsView, seat: number, sentences: Sentences): MoveStory | null {
  const { words } = sentences;
  const people = { reader: after.seat, seat };
  const [old, island] = [before.islands[seat]!, after.islands[seat]!];
  const cell = Object.keys(island.cells).find((each) => !(each in old.cells));
  if (!cell) return null;
  const { tile } = island.cells[cell]!;
  const piece = pieceOf(tile, kindOf(cell), after, sentences);
  const turned = Object.entries(island.cells)
    .filter(([each, laid]) => laid.turned && old.cells[each] && !old.cells[each].turned)
    .map(([, laid]) => `tile-${laid.tile}`);
  const story: MoveStory = {
    seat,
    text: sentences.about(cell.startsWith("d") ? "tell.dream-taken" : "tell.take", people),
    pieces: { piece },
    points: island.score - old.score,
    marks: [`tile-${tile}`, ...turned],
    sound: "place",
  };
  if (!turned.length) return story;
  const moment = {
    picture: { name: "genie", label: words.t("genie") },
    title: words.t("tell.genie"),
    text: sentences.about("tell.genie.why", people, { n: turned.length, who: sentences.name(seat) }),
  };
  return { ...story, text: sentences.about("tell.third-lamp", people), moment, sound: "genie" };
}

/** Return the final count: four dreams, which differ by seat, then palms, pairs and brigands. */
export function countRows(view: IslandsView, outcome: Outcome, sentences: Sentences): CountRow[] {
  const { words } = sentences;
  const dreams = ["1", "2", "3", "4"].map((number): CountRow => ({
    label: words.t("tell.dream", { n: number }),
    card: `dream-${number}`,
    cells: view.islands.map((island, seat) => {
      const tile = island.cells[`d${number}`]?.tile;
      const points = outcome.items[seat]![`dream-${number}`] ?? 0;
      if (!tile) return null;
      const dream = dreamOf(tile);
      const label = words.t("tell.dream-of", { dream: words.t(`dream.${dream}`) });
      return { points, card: `dream-${dream}`, piece: { ...pieceOf(tile, "dream", view, sentences), label } };
    }),
  }));
  const others = (["palms", "pairs", "brigands"] as const).map((item): CountRow => {
    const label = words.t(`items.${item}`);
    const name = { palms: "palm", pairs: "roc", brigands: "brigand" }[item];
    return { label, card: item, piece: { name, label }, cells: outcome.items.map((sheet) => ({ points: sheet[item] ?? 0 })) };
  });
  return [...dreams, ...others];
}
