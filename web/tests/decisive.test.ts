import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "../wire";
import type { CountRow } from "../src/story.ts";
import { decisiveRow } from "../src/table/decisive.ts";

const rowsOf = (...points: number[][]): CountRow[] =>
  points.map((cells, at) => ({ label: `row ${at + 1}`, cells: cells.map((each) => ({ points: each })) }));

const outcomeOf = (...scores: number[]): Outcome => {
  const ranks = scores.map((score) => 1 + scores.filter((other) => other > score).length);
  return { scores, ranks, winners: scores.flatMap((_, seat) => (ranks[seat] === 1 ? [seat] : [])) } as unknown as Outcome;
};

test("the row in which the winner gained most on the second decides", () => {
  const found = decisiveRow(rowsOf([5, 3, 0], [9, 1, 8], [0, 2, 0]), outcomeOf(14, 6, 8));
  assert.deepEqual([found?.winner, found?.other, found?.row, found?.gap], [0, 2, "row 1", 5]);
});

test("no row stands out where several brought as much", () => {
  assert.equal(decisiveRow(rowsOf([12, 0], [12, 0], [12, 0]), outcomeOf(36, 0)), null);
});

test("a close match was decided by no row, a shared victory by nothing", () => {
  const close = decisiveRow(rowsOf([9, 1], [0, 6]), outcomeOf(9, 7));
  assert.deepEqual([close?.row, close?.gap], [null, 2]);
  assert.equal(decisiveRow(rowsOf([9, 1]), outcomeOf(9, 9)), null);
});
