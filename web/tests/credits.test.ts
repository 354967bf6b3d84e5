import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import artists from "../src/icon-artists.json" with { type: "json" };

const SOURCES = ["../src/**/*.{svelte,ts}", "../../src/tablee/games/*/board/**/*.{svelte,ts}"];

// The licence of these icons (CC BY 3.0) requires the name of the artist, which is the folder in their repository.
test("every game icon in use is credited, and no other", () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: import.meta.dirname }));
  const used = files.flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/${file}`, "utf-8");
    return [...text.matchAll(/icon:game-icons\/([\w-]+)/g)].map((found) => found[1]!);
  });
  assert.deepEqual(Object.keys(artists), [...new Set(used)].sort());
});
