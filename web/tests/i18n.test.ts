import assert from "node:assert/strict";
import { test } from "node:test";
import { Sentences } from "../src/sentences.ts";
import { Translations } from "../src/i18n.ts";

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

test("zero is singular in French, plural in English", () => {
  assert.equal(new Translations("fr", ENTRIES).t("points", { n: 0 }), "0 point");
  assert.equal(new Translations("en", ENTRIES).t("points", { n: 0 }), "0 points");
  assert.equal(new Translations("en", ENTRIES).t("points", { n: 1 }), "1 point");
});

test("French text gets its typography", () => {
  const words = new Translations("fr", { who: "Qui ? « {who} » : c'est l'heure !" });
  assert.equal(words.t("who", { who: "Zoé" }), "Qui\u00a0? «\u00a0Zoé\u00a0»\u00a0: c’est l’heure\u00a0!");
  assert.equal(new Translations("en", { it: "it's so : yes" }).t("it"), "it's so : yes");
});

test("a log line uses the texts of the game", () => {
  const sentences = new Sentences(new Translations("en", ENTRIES), ["Ada", "Bo"], ["name"]);
  assert.equal(sentences.line({ ply: 1, seat: 0, by: "", words: "take 2 m3" }), "Ada takes 2 to middle 3.");
  assert.equal(sentences.line({ ply: 2, seat: 0, by: "", words: "name B" }), "Ada names Bo.");
  assert.equal(sentences.line({ ply: 3, seat: -1, by: "", words: "close" }), "The clock: close");
});

test("a refusal has the number of its rule once", () => {
  const sentences = new Sentences(new Translations("en", ENTRIES), []);
  const refused = { values: { cell: "m3" }, rule: "15" };
  assert.equal(sentences.refusal({ code: "cell-taken", ...refused }), "middle 3 is taken (rule 15).");
  assert.equal(sentences.refusal({ code: "far", ...refused }), "Too far. (rule 15)");
});
