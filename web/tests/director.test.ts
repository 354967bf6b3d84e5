import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Line, View } from "../wire";

// Outside a component runes are plain values.
Object.assign(globalThis, { $state: Object.assign((value: unknown) => value, { raw: (value: unknown) => value }) });
Object.assign(globalThis, { window: globalThis, document: { hidden: false } });
const { Director } = await import("../src/table/director.svelte.ts");

const viewAt = (ply: number): View => ({ ply, seat: 0 }) as View;
const lineAt = (ply: number): Line => ({ ply, seat: 1, by: "", words: `move ${ply}` });

/** Return a director that has shown a first view, and the plies of the moves it shows. */
function newDirector() {
  const shown: number[] = [];
  const director = new Director(({ line }) => shown.push(line.ply) > 0);
  director.receive(viewAt(0), [], false);
  return { director, shown };
}

test("moves are shown one after another", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { director, shown } = newDirector();
  for (const ply of [1, 2, 3]) director.receive(viewAt(ply), [lineAt(ply)], false);
  assert.deepEqual([shown, director.held?.ply], [[1], 1]);
  mock.timers.tick(1000);
  assert.deepEqual(shown, [1, 2]);
  mock.timers.tick(10_000);
  assert.deepEqual([shown, director.held], [[1, 2, 3], null]);
  mock.timers.reset();
});

test("a move that needs more time is shown for longer", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const shown: number[] = [];
  const director = new Director(({ line }) => {
    if (line.ply === 1) director.hold(4000);
    return shown.push(line.ply) > 0;
  });
  director.receive(viewAt(0), [], false);
  for (const ply of [1, 2, 3]) director.receive(viewAt(ply), [lineAt(ply)], false);
  mock.timers.tick(3999);
  assert.deepEqual(shown, [1]);
  mock.timers.tick(1);
  assert.deepEqual(shown, [1, 2]);
  mock.timers.tick(1000);
  assert.deepEqual(shown, [1, 2, 3]);
  mock.timers.reset();
});

test("an update without a move does not drop the moves that wait", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { director, shown } = newDirector();
  for (const ply of [1, 2]) director.receive(viewAt(ply), [lineAt(ply)], false);
  director.receive(viewAt(2), [], false);
  mock.timers.tick(10_000);
  assert.deepEqual([shown, [...director.steps.keys()]], [[1, 2], [1, 2]]);
  mock.timers.reset();
});

test("an undo drops the moves that wait", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { director, shown } = newDirector();
  for (const ply of [1, 2]) director.receive(viewAt(ply), [lineAt(ply)], false);
  director.receive(viewAt(0), [], false);
  mock.timers.tick(10_000);
  assert.deepEqual([shown, director.held], [[1], null]);
  mock.timers.reset();
});
