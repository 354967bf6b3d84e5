import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import artists from "../src/icon-artists.json" with { type: "json" };

const DRAWN = ["../src/**/*.{svelte,ts}", "../../src/tablee/games/*/board/**/*.{svelte,ts}"];

// The licence of these icons asks for the name of whoever drew them; the folder in their repository tells it.
test("every game icon in use is credited, and no other", () => {
  const files = DRAWN.flatMap((pattern) => globSync(pattern, { cwd: import.meta.dirname }));
  const used = files.flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf-8");
    return [...text.matchAll(/icon:game-icons\/([\w-]+)/g)].map((found) => found[1]!);
  });
  assert.deepEqual(Object.keys(artists), [...new Set(used)].sort());
});
