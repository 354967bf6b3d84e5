import assert from "node:assert/strict";
import { test } from "node:test";
import words from "../../src/tablee/games/bonbons/words.en.json" with { type: "json" };
import wordsFr from "../../src/tablee/games/bonbons/words.fr.json" with { type: "json" };
import { askForTwin } from "../../src/tablee/games/bonbons/board/labels.ts";
import { tellMove } from "../../src/tablee/games/bonbons/board/story.ts";
import type { BonbonsView, Side, TileView } from "../../src/tablee/games/bonbons/board/view.ts";
import { Translations } from "../src/i18n.ts";
import { Sentences } from "../src/sentences.ts";
import { loggedStory, storyText } from "../src/story.ts";

const sentences = new Sentences(new Translations("en", words), ["Ana", "Bo"]);

/** Build a view of two seats from tiles such as "11 down" or "A1 up lolly-red". */
function view(tiles: string[], more: Partial<BonbonsView> = {}): BonbonsView {
  const all = tiles.map((each): TileView => {
    const [place, side, face = null] = each.split(" ") as [string, Side, string?];
    return { place, side, face };
  });
  const rounds = ["A", "B"].map((seat) => all.filter(({ place }) => place.startsWith(seat)));
  const squares = all.filter(({ place }) => /^\d/.test(place));
  return { seat: 0, seats: 2, ply: 1, turn: 1, found: [0, 1], stolen: null, outcome: null, squares, rounds, ...more } as unknown as BonbonsView;
}

function tell(seat: number, move: string, before: BonbonsView, after: BonbonsView): string {
  const story = tellMove({ before, after, line: { ply: 1, seat, words: move } as never }, sentences);
  return story ? storyText(story, (each) => sentences.name(each)) : "";
}

/** Tell a move of seat 1 as the log keeps it; null for nothing. */
function log(before: BonbonsView, after: BonbonsView, seat = 1): string | null {
  const story = loggedStory(tellMove({ before, after, line: { ply: 1, seat, words: "turn" } as never }, sentences));
  return story && storyText(story, (each) => sentences.name(each));
}

test("the log keeps who missed and who found what, and names no tile that is hidden again", () => {
  const before = view(["11 down", "A1 down", "B1 down"]);
  const open = view(["11 open lolly-red", "A1 down", "B1 down"]);
  const miss = view(["11 lingering lolly-red", "A1 down", "B1 lingering wheel-blue"]);
  assert.equal(log(before, open), null);
  assert.equal(log(open, miss), "No match: Bo turns two tiles");
  assert.equal(log(miss, before, -1), null);
  assert.equal(log(open, view(["11 up lolly-red", "A1 down", "B1 up lolly-red"])), "Bo matches Lollipop (red) Lollipop (red) 1 of 1");
});

test("two tiles that do not match are a miss", () => {
  const before = view(["11 open lolly-red", "A1 down", "B1 down"]);
  const after = view(["11 lingering lolly-red", "A1 down", "B1 lingering wheel-blue"]);
  assert.equal(tell(1, "turn B1", before, after), "No match: Bo turns Lollipop (red) and Liquorice wheel (blue)");
  assert.equal(tell(0, "turn B1", before, after), "No match: you turn Lollipop (red) and Liquorice wheel (blue)");
});

test("a first tile and a pair are told", () => {
  const before = view(["11 down", "A1 down", "B1 down"]);
  const open = view(["11 open lolly-red", "A1 down", "B1 down"]);
  assert.equal(tell(1, "turn 11", before, open), "Bo turns Lollipop (red)");
  const pair = view(["11 up lolly-red", "A1 down", "B1 up lolly-red"]);
  assert.equal(tell(1, "turn B1", open, pair), "Bo matches Lollipop (red) Lollipop (red) 1 of 1");
});

test("a theft is told to its victim as such", () => {
  const before = view(["11 open lolly-red", "A1 down", "B1 down"]);
  const after = view(["11 up lolly-red", "A1 open lolly-red", "B1 down"], { stolen: "A1" });
  assert.equal(tell(1, "turn A1", before, after), "Bo steals Lollipop (red) from you");
  const spectator = view(["11 up lolly-red", "A1 open lolly-red", "B1 down"], { stolen: "A1", seat: null });
  assert.equal(tell(1, "turn A1", before, spectator), "Bo steals Lollipop (red) from Ana");
});

test("a first tile that was still in sight after a miss is told", () => {
  const before = view(["11 lingering lolly-red", "A1 down", "B1 lingering wheel-blue"]);
  const after = view(["11 open lolly-red", "A1 down", "B1 down"]);
  assert.equal(tell(1, "turn 11", before, after), "Bo turns Lollipop (red)");
});

test("the theft that ends a match is told as a theft, with the tile that was stolen", () => {
  const before = view(["11 open lolly-red", "A1 down", "B1 down"]);
  const after = view(["11 up lolly-red", "A1 up jelly-blue", "B1 up lolly-red"], { stolen: "A1", outcome: {} as never });
  assert.equal(tell(1, "turn A1", before, after), "Bo steals Lollipop (red) from you");
});

test("the sentence of hidden tiles names none of them, and who plays next", () => {
  const before = view(["11 lingering lolly-red", "A1 down", "B1 down"]);
  const after = view(["11 down", "A1 down", "B1 down"]);
  assert.equal(tell(-1, "close", before, after), "Tiles hidden again. Bo is next");
  assert.equal(tell(-1, "close", before, { ...after, turn: 0 }), "Tiles hidden again. Your turn!");
});

test("the prompt asks for the twin of the open tile by its kind and colour", () => {
  const french = new Sentences(new Translations("fr", wordsFr), ["Ana", "Bo"]);
  const open = view(["11 open humbug-green", "A1 down", "B1 down"], { phase: "after-square" });
  assert.equal(askForTwin(open, sentences), "Where is the round green humbug?");
  assert.equal(askForTwin(open, french), "Où est le berlingot vert, en rond\u00a0?");
  const round = view(["11 down", "A1 open lolly-green", "B1 down"], { phase: "after-round" });
  assert.equal(askForTwin(round, french), "Où est la sucette verte, en carré\u00a0?");
});

test("without an open tile, or with a kind that has no text, the phase gives the prompt", () => {
  assert.equal(askForTwin(view(["11 down"], { phase: "first" }), sentences), null);
  assert.equal(askForTwin(view(["11 open fudge-red"], { phase: "after-square" }), sentences), null);
});

test("a better move of a review is named by its tile, whose face was hidden", () => {
  const before = view(["11 open lolly-red", "A1 down", "B1 down"]);
  assert.equal(tell(0, "turn 12", before, before), "the tile with the green frame.");
  assert.equal(tell(0, "turn A1", before, before), "your tile 1.");
  assert.equal(tell(0, "turn B1", before, before), "Bo’s tile 1.");
  assert.equal(tell(0, "stop", before, before), "stopping there.");
});
