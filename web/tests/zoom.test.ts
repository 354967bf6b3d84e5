import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, WHOLE, type Zoom, zoomedAt } from "../src/table/zoom.ts";

const SIZE = { width: 300, height: 200 };

/** Return the point of the board that is drawn at a point of the zone. */
const boardPoint = ({ scale, x, y }: Zoom, at: { x: number; y: number }) => [(at.x - x) / scale, (at.y - y) / scale];

test("the point under the pointer stays where it is", () => {
  const at = { x: 90, y: 160 };
  const zoom = zoomedAt(zoomedAt(WHOLE, 1.5, at, SIZE), 1.2, at, SIZE);
  assert.ok(Math.abs(zoom.scale - 1.8) < 1e-9);
  const [x, y] = boardPoint(zoom, at);
  assert.ok(Math.abs(x! - at.x) < 1e-9 && Math.abs(y! - at.y) < 1e-9);
});

test("zooming out ends with the whole board", () => {
  const near = zoomedAt(WHOLE, 2, { x: 300, y: 200 }, SIZE);
  assert.deepEqual(near, { scale: 2, x: -300, y: -200 });
  const whole = zoomedAt(near, 0.1, { x: 0, y: 0 }, SIZE);
  assert.deepEqual([whole.scale, Math.abs(whole.x), Math.abs(whole.y)], [1, 0, 0]);
});

test("neither a pan nor the scale leaves its bounds", () => {
  assert.deepEqual(bounded({ scale: 2, x: 50, y: -900 }, SIZE), { scale: 2, x: 0, y: -200 });
  assert.equal(zoomedAt(WHOLE, 100, { x: 0, y: 0 }, SIZE).scale, 3);
});
