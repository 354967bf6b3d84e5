import assert from "node:assert/strict";
import { test } from "node:test";
import { holesOf, placeBubble, touchable, visible } from "../src/lesson/spotlight.ts";

const room = { width: 800, height: 400 };
const hole = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test("a bubble is in the middle if there is nothing to show", () => {
  assert.deepEqual(placeBubble([], 100, room), { top: 150, beside: null });
});

test("a bubble is below the holes, or between them, or above them", () => {
  assert.deepEqual(placeBubble([hole(0, 0, 800, 200)], 100, room), { top: 212, beside: null });
  assert.deepEqual(placeBubble([hole(0, 200, 800, 200)], 100, room), { top: 88, beside: null });
  // Holes at the side of the screen are not in its way.
  assert.deepEqual(placeBubble([hole(0, 0, 100, 400)], 100, room), { top: 150, beside: null });
  const both = [hole(0, 0, 800, 100), hole(0, 300, 800, 100)];
  assert.deepEqual(placeBubble(both, 100, room), { top: 150, beside: null });
});

test("a bubble is at the wider side of a hole that is as high as the screen", () => {
  assert.deepEqual(placeBubble([hole(200, 0, 500, 400)], 100, room), { top: 150, beside: { left: 12, width: 176 } });
  assert.deepEqual(placeBubble([hole(50, 0, 450, 400)], 100, room), { top: 150, beside: { left: 512, width: 276 } });
});

test("a bubble lies over the holes where there is no room at all", () => {
  assert.deepEqual(placeBubble([hole(0, 40, 800, 350)], 100, room), { top: 52, beside: null });
});

interface Box {
  rect: [left: number, top: number, right: number, bottom: number];
  inner?: Box[];
}

/** Return what `holesOf` uses of an element with a rectangle; every selector finds the elements inside. */
function elementAt({ rect: [left, top, right, bottom], inner = [] }: Box): HTMLElement {
  return {
    getBoundingClientRect: () => ({ left, top, right, bottom, width: right - left, height: bottom - top }),
    querySelectorAll: () => inner.map(elementAt),
  } as unknown as HTMLElement;
}

test("a hole shows the whole badge that hangs over the edge of its piece", () => {
  const piece: Box = { rect: [20, 30, 60, 70], inner: [{ rect: [30, 60, 50, 85] }, { rect: [0, 0, 0, 0] }] };
  const screen = elementAt({ rect: [10, 10, 400, 400], inner: [piece] });
  assert.deepEqual(holesOf(screen, [".piece"]), [hole(2, 12, 56, 71)]);
});

test("a piece that waits for the button is shown together with what the step speaks of", () => {
  assert.deepEqual(visible([".board"], false), [".board"]);
  assert.deepEqual(visible([".board"], true), [".board", '[data-thing][data-state="ready"]']);
  assert.deepEqual(touchable([".board"], true), ["button.confirm"]);
});
