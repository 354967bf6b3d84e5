import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, transformOf } from "../src/motion.ts";
import { nearestPlace } from "../src/table/keys.ts";

const place = (x: number, y: number, width = 10) => ({ x, y, width, height: 10 });

test("what stayed does not move", () => {
  const same = new Map([["a", place(0, 0)]]);
  assert.deepEqual(differences(same, new Map([["a", place(1, 0)]])), { travels: [], arrivals: [] });
});

test("what has a new place travels there", () => {
  const found = differences(new Map([["a", place(0, 0)]]), new Map([["a", place(40, 5, 20)]]));
  assert.equal(found.travels.length, 1);
  assert.equal(transformOf(found.travels[0]!), "translate(-40px, -5px) scale(0.5)");
});

test("what is new comes out of its origin, or from nowhere", () => {
  const before = new Map([["stack", place(5, 5)]]);
  const after = new Map([["tile", place(50, 5)], ["other", place(0, 0)]]);
  const found = differences(before, after, new Map([["tile", "stack"]]));
  assert.deepEqual(found.travels.map((each) => [each.id, each.from.x]), [["tile", 5]]);
  assert.deepEqual(found.arrivals, ["other"]);
});

test("an arrow leads to the nearest thing in its direction", () => {
  const places = [place(20, 0), place(0, 20), place(60, 0), place(20, 30)];
  assert.equal(nearestPlace(place(0, 0), places, [1, 0]), 0);
  assert.equal(nearestPlace(place(0, 0), places, [0, 1]), 1);
  assert.equal(nearestPlace(place(0, 0), places, [-1, 0]), -1);
});
