import assert from "node:assert/strict";
import { test } from "node:test";
import type { SeatInfo } from "../wire";
import { isFirstMatch, resultOf, suggestedLevel } from "../src/results.ts";

/** Results of islands, the latest first: "w" is a win, "l" a loss. */
const against = (level: string, results: string) =>
  [...results].map((letter, at) => ({ table: `${level}${at}`, game: "islands", level, won: letter === "w" }));

const bot = (level: string) => ({ kind: "bot", bot: level }) as SeatInfo;
const person = { kind: "person", bot: "" } as SeatInfo;

test("a result has the level of the strongest bot, and none with other people or alone", () => {
  const result = (...seats: SeatInfo[]) => resultOf({ id: "t", game: "islands", seats: [person, ...seats] }, 0, [0]);
  assert.deepEqual(result(bot("casual"), bot("strong"), bot("beginner")), {
    table: "t",
    game: "islands",
    level: "strong",
    won: true,
  });
  assert.equal(result(bot("casual"), person).level, "");
  assert.equal(result().level, "");
});

test("the first match of a game is the one before any result of it", () => {
  assert.equal(isFirstMatch("islands", []), true);
  assert.equal(isFirstMatch("mine", against("beginner", "l")), true);
  assert.equal(isFirstMatch("islands", against("beginner", "l")), false);
});

test("after two wins in a row the next level is suggested", () => {
  assert.equal(suggestedLevel("islands", "beginner", against("beginner", "w")), null);
  assert.equal(suggestedLevel("islands", "beginner", against("beginner", "wl")), null);
  assert.equal(suggestedLevel("islands", "beginner", against("beginner", "wwl")), "casual");
});

test("after three losses in a row the level before is suggested", () => {
  assert.equal(suggestedLevel("islands", "casual", against("casual", "ll")), null);
  assert.equal(suggestedLevel("islands", "casual", against("casual", "lllw")), "beginner");
});

test("results against other levels and of other games do not count", () => {
  const results = [...against("expert", "lll"), ...against("beginner", "ww")];
  assert.equal(suggestedLevel("islands", "beginner", results), "casual");
  assert.equal(suggestedLevel("mine", "beginner", results), null);
});

test("there is nothing above the last level or below the first", () => {
  assert.equal(suggestedLevel("islands", "expert", against("expert", "ww")), null);
  assert.equal(suggestedLevel("islands", "beginner", against("beginner", "lll")), null);
});
