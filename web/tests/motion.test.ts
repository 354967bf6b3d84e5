import assert from "node:assert/strict";
import { test } from "node:test";
import { changesBetween, inverseTransform, movementMs } from "../src/motion.ts";
import { nearestRect } from "../src/table/arrowKeys.ts";

const rect = (x: number, y: number, width = 10) => ({ x, y, width, height: 10 });

test("an element that stays in place does not move", () => {
  const same = new Map([["a", rect(0, 0)]]);
  assert.deepEqual(changesBetween(same, new Map([["a", rect(1, 0)]])), { movements: [], appeared: [] });
});

test("an element with a new rectangle moves there", () => {
  const found = changesBetween(new Map([["a", rect(0, 0)]]), new Map([["a", rect(40, 5, 20)]]));
  assert.equal(found.movements.length, 1);
  assert.equal(inverseTransform(found.movements[0]!), "translate(-40px, -5px) scale(0.5)");
});

test("a longer way takes longer, up to a limit", () => {
  const to = (x: number) => movementMs({ id: "a", from: rect(0, 0), to: rect(x, 0) });
  assert.deepEqual([to(0), to(100), to(2000)], [180, 220, 420]);
});

test("a new element moves from its origin, or appears if it has none", () => {
  const before = new Map([["stack", rect(5, 5)]]);
  const after = new Map([["tile", rect(50, 5)], ["other", rect(0, 0)]]);
  const found = changesBetween(before, after, new Map([["tile", "stack"]]));
  assert.deepEqual(found.movements.map((each) => [each.id, each.from.x]), [["tile", 5]]);
  assert.deepEqual(found.appeared, ["other"]);
});

test("an arrow key goes to the nearest rectangle in its direction", () => {
  const rects = [rect(20, 0), rect(0, 20), rect(60, 0), rect(20, 30)];
  assert.equal(nearestRect(rect(0, 0), rects, [1, 0]), 0);
  assert.equal(nearestRect(rect(0, 0), rects, [0, 1]), 1);
  assert.equal(nearestRect(rect(0, 0), rects, [-1, 0]), -1);
});
