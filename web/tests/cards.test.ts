import assert from "node:assert/strict";
import { test } from "node:test";
import file from "../../src/tablee/games/islands/cards.json" with { type: "json" };
import words from "../../src/tablee/games/islands/words.fr.json" with { type: "json" };
import { cardsOf } from "../src/cards.ts";
import { type Entries, Translations } from "../src/i18n.ts";

const french = new Translations("fr", words as Entries);

test("names that share a card show it once, in their order", () => {
  const shown = cardsOf(["lamp", "ruby", "diamond"], file, french);
  assert.deepEqual(shown.map(({ name }) => name), ["lamp", "gem"]);
  assert.equal(shown[0]!.rule, "22");
  assert.equal(shown[0]!.title, "Lampe magique");
});

test("a name without a text has no card", () => {
  assert.deepEqual(cardsOf(["nothing"], file, french), []);
});
