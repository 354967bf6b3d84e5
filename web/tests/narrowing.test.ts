import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  completeMove, type ConfirmMode, movePaths, needsConfirmation, targets, touchesAfter,
} from "../src/narrowing.ts";

interface Case {
  about: string;
  moves: string[];
  paths: Record<string, string>;
  touches: { touched: string[]; targets: string[]; said: string | null }[];
}

// tests/core/test_narrowing.py runs the Python twin on the same cases.
const cases = JSON.parse(readFileSync(new URL("../../tests/core/narrowing.json", import.meta.url), "utf-8")) as Case[];

for (const each of cases) {
  test(each.about, () => {
    const paths = movePaths(each.moves);
    assert.deepEqual(Object.fromEntries(paths), each.paths);
    for (const { touched, targets: expected, said: move } of each.touches) {
      assert.deepEqual(targets(paths, touched), expected);
      assert.equal(completeMove(paths, touched), move);
    }
  });
}

test("touching a target of an earlier step replaces the later touches", () => {
  const paths = movePaths(["take 1 m1", "take 1 m2", "take 2 m2"]);
  assert.deepEqual(touchesAfter(paths, ["1"], "2"), ["2"]);
  assert.deepEqual(touchesAfter(paths, ["1"], "m2"), ["1", "m2"]);
  assert.equal(touchesAfter(paths, ["2"], "m1"), null);
});

const single = { touches: 1, foreseen: true, undoable: false };
const confirmations: [string, ConfirmMode, object, boolean][] = [
  ["a single touch that cannot be undone must be confirmed", "slips", {}, true],
  ["a single touch that can be undone freely need not be confirmed", "slips", { undoable: true }, false],
  ["a move without a preview need not be confirmed", "slips", { foreseen: false }, false],
  ["a move of several touches shows its preview and must be confirmed", "slips", { touches: 2, undoable: true }, true],
  ["a mouse, which has hovered, needs no confirmation", "never", {}, false],
  ["with the setting `always` every move must be confirmed", "always", { foreseen: false, undoable: true }, true],
];
for (const [about, mode, more, expected] of confirmations)
  test(about, () => assert.equal(needsConfirmation(mode, { ...single, ...more }), expected));
