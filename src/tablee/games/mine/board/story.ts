// What happened in this game, for the ribbon, and the rows of the final count. It is a race: small moves are not told.
import type { Outcome } from "$web/../wire";
import type { Sentences } from "$web/sentences.ts";
import type { CountRow, PieceRef, Step, MoveStory } from "$web/story.ts";
// By its path, since unit tests run without the bundler.
import { SEAT_WORDS } from "../../../../../web/src/sentences.ts";
import type { MineView } from "./view.ts";

const bellOf = ({ words }: Sentences): PieceRef => ({ name: "bell", label: words.t("items.call") });

const bellOfRound = ({ words }: Sentences, n: number): PieceRef => ({ name: "bell", label: words.t("tell.call-of", { n }) });

/** Tell what a move did; null for sides, tiles, and the clock's wait for late calls. */
export function tellMove({ before, after, line }: Step, sentences: Sentences): MoveStory | null {
  const { seat } = line;
  const about = (key: string, whose = seat) => sentences.about(key, { reader: after.seat, seat: whose });
  const [verb = "", first = ""] = line.words.split(" ");
  switch (verb) {
    case "call":
      return { seat, text: about("tell.call"), pieces: { bell: bellOf(sentences) }, sound: "bell", ...finish(after as MineView, seat, sentences) };
    case "quit":
      // After a call it means nothing.
      if ((before as MineView).phase === "settle") return null;
      return { seat, text: about("tell.quit"), sound: "loss" };
    case "lamp":
      return { seat, text: about("tell.lamp"), sound: "loss" };
    case "burn": {
      const whose = SEAT_WORDS.indexOf(first);
      return { seat: whose, text: about("tell.burn", whose), sound: "loss" };
    }
    case "start":
      return { seat, text: about("tell.start"), sound: "round" };
    default:
      return null;
  }
}

/** Return the moment that shows a person the end of their ghost race; {} in other games and for other viewers. */
function finish(view: MineView, seat: number, sentences: Sentences): Pick<MoveStory, "moment"> {
  if (!view.ghost || seat !== view.seat) return {};
  const { words } = sentences;
  return { moment: { picture: bellOf(sentences), title: words.t("tell.finish"), text: words.t("tell.finish.then") } };
}

/** Return the final count: the points of each round, with a bell for each seat that called. */
export function countRows(view: MineView, _outcome: Outcome, sentences: Sentences): CountRow[] {
  return view.sheets.map((sheets, at) => ({
    label: sentences.words.t(`items.round-${at + 1}`),
    card: `round-${at + 1}`,
    cells: sheets.map(({ points, call }) => (call > 0 ? { points, piece: bellOfRound(sentences, at + 1) } : { points })),
  }));
}
