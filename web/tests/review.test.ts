import assert from "node:assert/strict";
import { test } from "node:test";
import { axisTicks, costOf, marksOf, momentsOf, namedItems, smoothed } from "../src/review/moments.ts";
import type { Review, ReviewedMove } from "../wire";

function move(ply: number, mark: string, more: Partial<ReviewedMove> = {}): ReviewedMove {
  return { ply, seat: 0, words: `move ${ply}`, mark, error: 0.3, ...more };
}

function review(moves: ReviewedMove[], turning: number[]): Review {
  return { version: 1, game: "x", seats: 2, curve: [], chances: [], moves, turning_points: [turning, []], totals: [], notes: {}, simulations: 0 };
}

const points = (gains: Record<number, number>): number[][] => {
  let score = 0;
  return Array.from({ length: 40 }, (_, ply) => [(score += gains[ply - 1] ?? 0), 0]);
};

test("the moments are the expensive moves, in their order", () => {
  const found = momentsOf(review([move(4, "costly", { cost: 5.4 }), move(2, "doubtful", { cost: 3.1 })], [4, 2]), points({}), 0);
  assert.deepEqual(found.map(({ ply, points: worth }) => [ply, worth]), [[3, -3], [5, -5]]);
});

test("a difference that is not called a mistake is no moment", () => {
  assert.deepEqual(momentsOf(review([move(4, "fine", { cost: 1 }), move(6, "forced")], [4]), points({ 6: 9 }), 0), []);
});

test("good moves fill the places that are left, the best first", () => {
  const moves = [move(1, "good"), move(3, "costly", { cost: 4 }), move(5, "good"), move(7, "good"), { ...move(9, "good"), seat: 1 }];
  const found = momentsOf(review(moves, [3]), points({ 1: 2, 5: 1, 7: 8, 9: 30 }), 0);
  assert.deepEqual(found.map(({ ply, points: worth }) => [ply, worth]), [[2, 2], [4, -4], [8, 8]]);
});

test("a race, whose moves are not compared, has no moments", () => {
  assert.deepEqual(momentsOf(review([move(1, "good", { error: 0 })], []), points({ 1: 9 }), 0), []);
});

test("the log marks the moves of a match, but none of a race", () => {
  assert.deepEqual(marksOf(review([move(1, "good"), move(3, "costly")], [])), { 2: "good", 4: "costly" });
  assert.deepEqual(marksOf(review([move(1, "good", { error: 0 }), move(3, "good", { error: 0 })], [])), {});
});

test("costs are whole numbers", () => {
  assert.equal(costOf(move(1, "costly", { cost: 3.6 })), 4);
  assert.equal(costOf(move(1, "costly", { cost: 6.4, own_cost: 0.2 })), 6);
});

test("smoothing keeps the ends", () => {
  const curve = [[0], [10], [0], [10], [7]];
  const found = smoothed(curve, 1);
  assert.deepEqual([found[0], found.at(-1)], [[0], [7]]);
  assert.deepEqual(found[2], [20 / 3]);
});

test("an axis has round numbers that contain the curve", () => {
  assert.deepEqual(axisTicks(0, 66), [0, 20, 40, 60, 80]);
  assert.deepEqual(axisTicks(42, 57), [40, 45, 50, 55, 60]);
  assert.deepEqual(axisTicks(0, 1), [0, 1]);
  assert.deepEqual(axisTicks(-3, 4), [-4, -2, 0, 2, 4]);
});

test("items that share a name are one reason", () => {
  const found = namedItems([["palms", 3], ["dream-4", 2], ["dream-1", 2], ["round-1", 1]], (item) => item === "dream");
  assert.deepEqual(found, [["dream", 4], ["palms", 3], ["round-1", 1]]);
});
