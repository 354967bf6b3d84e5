import assert from "node:assert/strict";
import { test } from "node:test";
import { Sentences } from "../src/sentences.ts";
import { regionOf, Translations } from "../src/i18n.ts";

const ENTRIES = {
  "frame.clock": "The clock",
  "log.take": "{who} takes {1} to {2}.",
  "log.name": "{who} names {1}.",
  "thing.m3": "middle 3",
  "log.place": "{who} places a tile on {1}.",
  "web.log.place": "{who} places a tile.",
  "web.log.place.you": "You place a tile.",
  "refusal.cell-taken": "{cell} is taken (rule 12).",
  "frame.refused": "Not possible: {why}.",
  points: { one: "{n} point", other: "{n} points" },
};

test("zero is singular in French, plural in English", () => {
  assert.equal(new Translations("fr", ENTRIES).t("points", { n: 0 }), "0 point");
  assert.equal(new Translations("en", ENTRIES).t("points", { n: 0 }), "0 points");
  assert.equal(new Translations("en", ENTRIES).t("points", { n: 1 }), "1 point");
  assert.equal(new Translations("fr", ENTRIES).t("points", { n: -1 }), "−1 point");
});

test("a plural form without a text is `other`", () => {
  // French has the form `many` for a million.
  assert.equal(new Translations("fr", ENTRIES).t("points", { n: 1_000_000 }), "1000000 points");
});

test("French text gets its typography", () => {
  const words = new Translations("fr", { who: "Qui ? « {who} » : c'est l'heure !" });
  assert.equal(words.t("who", { who: "Zoé" }), "Qui\u00a0? «\u00a0Zoé\u00a0»\u00a0: c’est l’heure\u00a0!");
  assert.equal(new Translations("en", { it: "it's so : yes" }).t("it"), "it's so : yes");
});

test("a log line uses the texts of the game, and addresses the reader where it can", () => {
  const sentences = new Sentences(new Translations("en", ENTRIES), ["Ada", "Bo"], ["name"]);
  assert.equal(sentences.line({ ply: 1, seat: 0, by: "", words: "take 2 m3" }, null), "Ada takes 2 to middle 3.");
  assert.equal(sentences.line({ ply: 2, seat: 0, by: "", words: "name B" }, null), "Ada names Bo.");
  assert.equal(sentences.line({ ply: 3, seat: 1, by: "", words: "place m3" }, null), "Bo places a tile.");
  assert.equal(sentences.line({ ply: 4, seat: -1, by: "", words: "close" }, null), "The clock: close");
  assert.equal(sentences.line({ ply: 5, seat: 0, by: "", words: "place m3" }, 0), "You place a tile.");
  assert.equal(sentences.line({ ply: 6, seat: 0, by: "", words: "take 2 m3" }, 0), "Ada takes 2 to middle 3.");
});

test("names are listed as one says them", () => {
  assert.equal(new Translations("fr", ENTRIES).list(["Ada", "Bo", "Cy"]), "Ada, Bo et Cy");
  assert.equal(new Translations("en", ENTRIES).list(["Ada", "Bo"]), "Ada and Bo");
});

test("dates and lists follow the region of the browser, or else British English", () => {
  assert.equal(regionOf("en", ["fr-FR", "en-US", "en-GB"]), "en-US");
  assert.equal(regionOf("en", ["de-DE", "en"]), "en-GB");
  assert.equal(regionOf("fr", ["en-GB"]), "fr");
});

test("places of a ranking have their ending", () => {
  const [french, english] = [new Translations("fr", {}), new Translations("en", {})];
  assert.deepEqual([1, 2, 3].map((place) => french.ordinal(place)), ["1ᵉʳ", "2ᵉ", "3ᵉ"]);
  assert.deepEqual([1, 2, 3, 4, 11, 22].map((place) => english.ordinal(place)), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
});

test("a refusal names things but no rule, or its code if it has no text", () => {
  const sentences = new Sentences(new Translations("en", ENTRIES), []);
  assert.equal(sentences.refusal({ code: "cell-taken", values: { cell: "m3" } }), "middle 3 is taken.");
  assert.equal(sentences.refusal({ code: "far", values: {} }), "Not possible: far.");
});
