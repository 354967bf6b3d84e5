import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf, bestTry, cellsBefore, dayLater, dayText, monthLater } from "../src/daily.ts";

test("a histogram has one bar for each score, empty ones included", () => {
  assert.deepEqual(barsOf([[3, 1], [5, 4]], 5), [
    { from: 3, to: 3, count: 1, isOwn: false },
    { from: 4, to: 4, count: 0, isOwn: false },
    { from: 5, to: 5, count: 4, isOwn: true },
  ]);
  assert.deepEqual(barsOf([], null), []);
});

test("many scores share bars of equal width, and nobody is lost", () => {
  const scores = Array.from({ length: 90 }, (_, at): [number, number] => [at - 10, 2]);
  const bars = barsOf(scores, 33);
  assert.ok(bars.length <= 20);
  assert.equal(bars.reduce((sum, { count }) => sum + count, 0), 180);
  assert.deepEqual(bars.filter(({ isOwn }) => isOwn).map(({ from, to }) => from <= 33 && 33 <= to), [true]);
});

test("the try that counts is shown before a better one that does not", () => {
  const own = (table: string, score: number | null, ranked: boolean) => ({ table, score, lead: score, ranked });
  const game = { game: "x", bots: [], options: {}, players: 0, open: true };
  assert.equal(bestTry({ ...game, tries: [own("a", 10, true), own("b", 30, false)] })?.table, "a");
  assert.equal(bestTry({ ...game, tries: [own("a", null, true)] }), null);
});

test("days and months follow the calendar in UTC", () => {
  assert.equal(dayLater("2026-12-31", 1), "2027-01-01");
  assert.equal(dayLater("2028-03-01", -1), "2028-02-29");
  assert.equal(monthLater("2026-01", -1), "2025-12");
  assert.equal(cellsBefore("2026-11"), 6);
  assert.equal(dayText("2026-11-17", "fr"), "mardi 17 novembre");
});
