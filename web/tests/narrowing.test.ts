import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type Asking, asksAgain, paths, said, targets, touching } from "../src/narrowing.ts";

interface Case {
  about: string;
  moves: string[];
  paths: Record<string, string>;
  touches: { touched: string[]; targets: string[]; said: string | null }[];
}

// The same cases hold the Python twin: tests/core/test_narrowing.py.
const cases = JSON.parse(readFileSync(new URL("../../tests/core/narrowing.json", import.meta.url), "utf-8")) as Case[];

for (const each of cases) {
  test(each.about, () => {
    const ways = paths(each.moves);
    assert.deepEqual(Object.fromEntries(ways), each.paths);
    for (const { touched, targets: wanted, said: move } of each.touches) {
      assert.deepEqual(targets(ways, touched), wanted);
      assert.equal(said(ways, touched), move);
    }
  });
}

test("touching an earlier choice goes back to it", () => {
  const ways = paths(["take 1 m1", "take 1 m2", "take 2 m2"]);
  assert.deepEqual(touching(ways, ["1"], "2"), ["2"]);
  assert.deepEqual(touching(ways, ["1"], "m2"), ["1", "m2"]);
  assert.equal(touching(ways, ["2"], "m1"), null);
});

const single = { touches: 1, foreseen: true, undoable: false };
const slips: [string, Asking, object, boolean][] = [
  ["a single touch that cannot be taken back asks once more", "slips", {}, true],
  ["a single touch that can be taken back freely does not", "slips", { undoable: true }, false],
  ["a tile of which nothing can be told beforehand is turned", "slips", { foreseen: false }, false],
  ["several touches show what would follow, and ask", "slips", { touches: 2, undoable: true }, true],
  ["a mouse has hovered over it", "never", {}, false],
  ["whoever wants to be asked is asked", "always", { foreseen: false, undoable: true }, true],
];
for (const [about, asking, more, expected] of slips)
  test(about, () => assert.equal(asksAgain(asking, { ...single, ...more }), expected));
