import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as bonbons from "../../src/tablee/games/bonbons/board/tips.ts";
import bonbonsWords from "../../src/tablee/games/bonbons/words.fr.json" with { type: "json" };
import * as clouds from "../../src/tablee/games/clouds/board/tips.ts";
import cloudsWords from "../../src/tablee/games/clouds/words.fr.json" with { type: "json" };
import * as islands from "../../src/tablee/games/islands/board/tips.ts";
import islandsWords from "../../src/tablee/games/islands/words.fr.json" with { type: "json" };
import * as mine from "../../src/tablee/games/mine/board/tips.ts";
import mineWords from "../../src/tablee/games/mine/words.fr.json" with { type: "json" };
import type { Step } from "../src/story.ts";
import { isTipNew, noteTip } from "../src/tips.ts";

const stored = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
} as unknown as Storage;
beforeEach(() => stored.clear());

/** The longest text that fits into the ribbon of a small phone. */
const MAX_LENGTH = 108;

test("every tip has a short text, and every text a tip", () => {
  for (const [game, words] of [[islands, islandsWords], [clouds, cloudsWords], [bonbons, bonbonsWords], [mine, mineWords]] as const) {
    const texts = Object.entries(words).filter(([key]) => key.startsWith("tip."));
    assert.deepEqual(texts.map(([key]) => key).sort(), game.TIPS.map((kind) => `tip.${kind}`).sort());
    for (const [key, text] of texts) assert.ok(String(text).length <= MAX_LENGTH, key);
  }
});

test("a tip is new once for each game on a device", () => {
  assert.ok(isTipNew("a", "lamp"));
  noteTip("a", "lamp");
  assert.ok(!isTipNew("a", "lamp"));
  assert.ok(isTipNew("b", "lamp"));
  stored.set("tablee.tips", "broken");
  assert.ok(isTipNew("a", "lamp"));
});

const step = (words: string, seat: number, before: object, after: object): Step =>
  ({ before, after, line: { ply: 1, seat, by: "", words } }) as unknown as Step;

test("a third lamp is told for everybody, a brink only to its owner", () => {
  const island = (more: object) => ({ brink: false, leads: false, cells: {}, ...more });
  const view = (mine: object, seat = 0) => ({ seat, actors: [], lookout: 1, islands: [mine, island({})] });
  const turned = island({ cells: { t1: { turned: true } } });
  const up = island({ cells: { t1: { turned: false } } });
  assert.equal(islands.tipOf(step("take 1 t3", 0, view(up, 1), view(turned, 1))), "third-lamp");
  assert.equal(islands.tipOf(step("take 1 t2", 0, view(up), view(island({ ...up, brink: true })))), "two-lamps");
  assert.equal(islands.tipOf(step("take 1 t2", 0, view(up, 1), view(island({ ...up, brink: true }), 1))), null);
});

test("who takes the last tile is told of the next round, who is named of the choice", () => {
  const view = (more: object) => ({ seat: 0, actors: [], lookout: 1, islands: [], ...more });
  assert.equal(islands.tipOf(step("take 1 t2", 2, view({}), view({ lookout: 0, actors: [0] }))), "lookout");
  assert.equal(islands.tipOf(step("name A", 1, view({ actors: [1] }), view({ actors: [0] }))), "named");
  assert.equal(islands.tipOf(step("name C", 1, view({ actors: [1] }), view({ actors: [2] }))), null);
});

test("cards that turn over, eruptions and portals are told by what the views show", () => {
  const world = (more: object) => ({ cells: {}, cities: [], travellers: [], portals: [], ...more });
  const view = (shown: object, phase = "lay") => ({ seat: 0, phase, worlds: [world(shown)] });
  const flipped = { cells: { e4: { shows: "tzimime" } } };
  assert.equal(clouds.tipOf(step("lay water-swamp e4", 0, view({}), view(flipped))), "tzimime");
  assert.equal(clouds.tipOf(step("lay mountains e3", 0, view({}), view(flipped))), "moons");
  const both = { cells: { e4: { shows: "tzimime" }, e3: { shows: "tzimime" } } };
  assert.equal(clouds.tipOf(step("lay moon e3", 0, view({}), view(both))), "desolation");
  assert.equal(clouds.tipOf(step("lay volcano-plant e3", 0, view({}), view({}, "cover"))), "eruption");
  assert.equal(clouds.tipOf(step("lay plant-portal e3", 0, view({}), view({ portals: [["d4", "e4"]] }))), "portal");
  assert.equal(clouds.tipOf(step("face left", 1, view({}), view({}))), "sun");
});

test("the bell of a rival, the lamp, wrong tiles and the start of a race are told", () => {
  const board = { hand: null, tiles: {} };
  const view = (more: object) => ({ seat: 0, phase: "race", boards: [board], sheets: [], past: [], finds: false, elves: false, ...more });
  assert.equal(mine.tipOf(step("call", 1, view({}), view({ phase: "settle" }))), "bell");
  assert.equal(mine.tipOf(step("call", 0, view({}), view({ phase: "settle" }))), null);
  assert.equal(mine.tipOf(step("lamp", -1, view({}), view({ phase: "side" }))), "lamp");
  const checked = view({ phase: "side", sheets: [[]], past: [{ tiles: [{ wrong: true }] }] });
  assert.equal(mine.tipOf(step("settle", -1, view({ phase: "settle" }), checked)), "wrong");
  assert.equal(mine.tipOf(step("take B2 any", 1, view({}), view({}))), "card");
  assert.equal(mine.tipOf(step("take B2 any", 1, view({}), view({ elves: true }))), "elves");
  assert.equal(mine.tipOf(step("take B2 any", 0, view({}), view({ boards: [{ hand: { shape: "B2" }, tiles: {} }] }))), null);
});
