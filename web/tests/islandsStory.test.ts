import assert from "node:assert/strict";
import { test } from "node:test";
import words from "../../src/tablee/games/islands/words.en.json" with { type: "json" };
import { tellMove } from "../../src/tablee/games/islands/board/story.ts";
import type { IslandsView } from "../../src/tablee/games/islands/board/view.ts";
import { Translations } from "../src/i18n.ts";
import { Sentences } from "../src/sentences.ts";
import { storyText } from "../src/story.ts";

const sentences = new Sentences(new Translations("en", words), ["Ana", "Bo"], ["name"]);
const faces = { top: { T01: { lamp: 1 }, T02: { lamp: 1 }, T03: { lamp: 1 } } };

/** Build a view of two islands; each is its score and its laid tiles, by cell; "!" marks a turned tile. */
function view(islands: [number, Record<string, string>][], seat: number | null = 0): IslandsView {
  const shown = islands.map(([score, cells]) => ({
    score,
    cells: Object.fromEntries(Object.entries(cells).map(([cell, tile]) => [cell, { tile: tile.replace("!", ""), turned: tile.endsWith("!") }])),
  }));
  return { seat, islands: shown, faces } as unknown as IslandsView;
}

function tell(seat: number, move: string, before: IslandsView, after: IslandsView) {
  const story = tellMove({ before, after, line: { ply: 1, seat, words: move } as never }, sentences)!;
  return { text: storyText(story, (each) => sentences.name(each)), moment: story.moment?.text, marks: story.marks };
}

test("a laid tile is told with its points and marked", () => {
  const after = view([[0, {}], [3, { t1: "T01" }]]);
  const { text, marks } = tell(1, "take 1 t1", view([[0, {}], [1, {}]]), after);
  assert.equal(text, "Bo places Magic Lamp +2");
  assert.deepEqual(marks, ["tile-T01"]);
});

test("a reader is addressed as you", () => {
  const none = view([[0, {}], [0, {}]]);
  assert.equal(tell(0, "take 1 t1", none, view([[2, { t1: "T01" }], [0, {}]])).text, "You place Magic Lamp +2");
  assert.equal(tell(1, "name A", none, none).text, "Bo picks you: your turn!");
  assert.equal(tell(1, "name A", none, view([[0, {}], [0, {}]], null)).text, "Bo picks Ana");
});

test("the Lookout reads which tile they hide, and nobody else", () => {
  const offer = ["T01", "T02"].map((tile, at) => ({ place: String(at + 1), tile, down: true, held: false }));
  const hiding = { ...view([[0, {}], [0, {}]]), stack: "top", offer } as unknown as IslandsView;
  const said = tellMove({ before: hiding, after: hiding, line: { ply: 1, seat: 0, words: "hide 2" } as never }, sentences)!;
  assert.deepEqual([said.text, said.pieces!["piece"]!.name], ["You hide {piece}", "top.lamp"]);
  const unknown = { ...hiding, seat: 1, offer: offer.map((each) => ({ ...each, tile: null })) } as unknown as IslandsView;
  assert.equal(tell(0, "hide 2", unknown, unknown).text, "Ana hides a tile");
  // Once it is taken, its place is empty.
  assert.equal(tell(0, "hide 2", { ...hiding, seat: null } as IslandsView, unknown).text, "Ana hides a tile");
});

test("a third lamp is a moment that says how many tiles are lost", () => {
  const before = view([[9, { t1: "T01", t2: "T02" }], [0, {}]]);
  const { text, moment, marks } = tell(0, "take 1 t3", before, view([[2, { t1: "T01!", t2: "T02!", t3: "T03" }], [0, {}]]));
  assert.equal(text, "You place Magic Lamp: genie! −7");
  assert.equal(moment, "The genie flips 2 of your tiles: they no longer count.");
  assert.deepEqual(marks, ["tile-T03", "tile-T01", "tile-T02"]);
});
