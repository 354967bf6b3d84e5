import assert from "node:assert/strict";
import { test } from "node:test";
import fr from "../../src/tablee/games/mine/words.fr.json" with { type: "json" };
import { countRows, tellMove } from "../../src/tablee/games/mine/board/story.ts";
import type { MineView } from "../../src/tablee/games/mine/board/view.ts";
import { Translations } from "../src/i18n.ts";
import { Sentences } from "../src/sentences.ts";
import { storyText } from "../src/story.ts";
import type { Outcome } from "../wire";

const sentences = new Sentences(new Translations("fr", fr), ["Camille", "Nour"]);
const view = (phase: string, more: object = {}) => ({ phase, seat: 0, ghost: false, ...more }) as unknown as MineView;

function story(words: string, seat: number, before = view("race"), after = view("side")) {
  return tellMove({ before, after, line: { ply: 9, seat, by: "person", words } }, sentences);
}

test("small moves of a race are not told", () => {
  for (const words of ["side A", "take W5L any", "lay r90 c2", "move 1 r0 a1", "lift 1", "return hand", "settle"])
    assert.equal(story(words, 1), null, words);
});

test("a call has a bell and its sound", () => {
  const call = story("call", 1)!;
  assert.equal(storyText(call, (seat) => sentences.name(seat)), "Nour sonne la cloche Cri\u00a0!");
  assert.equal(call.sound, "bell");
  assert.equal(call.moment, undefined);
});

test("the own finish of a ghost race is a moment", () => {
  const after = view("wait", { ghost: true });
  assert.equal(story("call", 0, view("race", { ghost: true }), after)!.moment?.title, "Terminé\u00a0!");
  assert.equal(story("call", 1, view("race", { ghost: true }), after)!.moment, undefined);
});

test("giving up is told in the race, but not after a call", () => {
  assert.match(story("quit", 1)!.text, /abandonne/);
  assert.equal(story("quit", 1, view("settle")), null);
});

test("a lamp that goes out is told of its seat, or of all", () => {
  assert.equal(story("burn B", -1)!.seat, 1);
  assert.equal(story("lamp", -1)!.text, "La lampe s’est éteinte\u00a0!");
});

test("the count has a row for each round, with the bell of who called right", () => {
  const sheet = (points: number, call: number) => ({ points, call });
  const over = view("over", { sheets: [[sheet(12, 2), sheet(4, 0)], [sheet(6, -2), sheet(10, 0)]] });
  const rows = countRows(over, {} as Outcome, sentences);
  assert.deepEqual(rows.map((row) => row.label), ["Manche 1", "Manche 2"]);
  assert.deepEqual(rows.map((row) => row.cells.map((cell) => [cell!.points, cell!.piece?.name])), [
    [[12, "bell"], [4, undefined]],
    [[6, undefined], [10, undefined]],
  ]);
});
