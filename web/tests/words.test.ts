import assert from "node:assert/strict";
import { test } from "node:test";
import { Sentences } from "../src/sentences.ts";
import { Words } from "../src/words.ts";

const ENTRIES = {
  "frame.clock": "The clock",
  "log.take": "{who} takes {1} to {2}.",
  "log.name": "{who} names {1}.",
  "thing.m3": "middle 3",
  "refusal.cell-taken": "{cell} is taken (rule 15).",
  "refusal.far": "Too far.",
  "frame.rule": "(rule {rule})",
  points: { one: "{n} point", other: "{n} points" },
};

test("nought is singular in French, plural in English", () => {
  assert.equal(new Words("fr", ENTRIES).say("points", { n: 0 }), "0 point");
  assert.equal(new Words("en", ENTRIES).say("points", { n: 0 }), "0 points");
  assert.equal(new Words("en", ENTRIES).say("points", { n: 1 }), "1 point");
});

test("French is written as it is printed", () => {
  const words = new Words("fr", { who: "Qui ? « {who} » : c'est l'heure !" });
  assert.equal(words.say("who", { who: "Zoé" }), "Qui\u00a0? «\u00a0Zoé\u00a0»\u00a0: c’est l’heure\u00a0!");
  assert.equal(new Words("en", { it: "it's so : yes" }).say("it"), "it's so : yes");
});

test("a move is told in the words of the game", () => {
  const told = new Sentences(new Words("en", ENTRIES), ["Ada", "Bo"], ["name"]);
  assert.equal(told.line({ ply: 1, seat: 0, by: "", words: "take 2 m3" }), "Ada takes 2 to middle 3.");
  assert.equal(told.line({ ply: 2, seat: 0, by: "", words: "name B" }), "Ada names Bo.");
  assert.equal(told.line({ ply: 3, seat: -1, by: "", words: "close" }), "The clock: close");
});

test("a refusal names its rule once", () => {
  const told = new Sentences(new Words("en", ENTRIES), []);
  const refused = { values: { cell: "m3" }, rule: "15" };
  assert.equal(told.refusal({ code: "cell-taken", ...refused }), "middle 3 is taken (rule 15).");
  assert.equal(told.refusal({ code: "far", ...refused }), "Too far. (rule 15)");
});
