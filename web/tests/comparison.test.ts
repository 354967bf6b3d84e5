import assert from "node:assert/strict";
import { test } from "node:test";
import cloudsEnglish from "../../src/tablee/games/clouds/words.en.json" with { type: "json" };
import cloudsFrench from "../../src/tablee/games/clouds/words.fr.json" with { type: "json" };
import islandsEnglish from "../../src/tablee/games/islands/words.en.json" with { type: "json" };
import islandsFrench from "../../src/tablee/games/islands/words.fr.json" with { type: "json" };
import english from "../words/review.en.json" with { type: "json" };
import french from "../words/review.fr.json" with { type: "json" };
import { type Entries, type Language, Translations } from "../src/i18n.ts";
import { comparisonOf } from "../src/review/comparison.ts";
import { Sentences } from "../src/sentences.ts";
import { type MoveStory, storyText } from "../src/story.ts";

const TEXTS = {
  clouds: { en: { ...english, ...cloudsEnglish }, fr: { ...french, ...cloudsFrench } },
  islands: { en: { ...english, ...islandsEnglish }, fr: { ...french, ...islandsFrench } },
};
type Game = keyof typeof TEXTS;

const story = (piece: string): MoveStory => ({ seat: 0, text: "", pieces: { piece: { name: piece, label: piece } } });

/** Compare two moves of the first seat, whose stories show a piece each; null where they are not compared. */
function compare(game: Game, words: string, best: string, played: MoveStory, better: MoveStory, reader = 0, language: Language = "en"): string | null {
  const sentences = new Sentences(new Translations(language, TEXTS[game][language] as Entries), ["Ana", "Bo"]);
  const said = comparisonOf({ ply: 3, seat: 0, words, mark: "costly", best }, { played, best: better, points: "4 points", reader }, sentences);
  return said && storyText(said, (seat) => sentences.name(seat)).replaceAll("\u00a0", " ");
}

test("the comparison says what the verb did to the pieces", () => {
  const said = (game: Game, verb: string, language: Language) =>
    compare(game, `${verb} x e4`, `${verb} y e4`, story("X"), story("Y"), 0, language);
  const verbs = [
    ["clouds", "keep", "You kept X; keeping Y", "Vous avez gardé X ; garder Y"],
    ["clouds", "pass", "You passed X; passing Y", "Vous avez passé X ; passer Y"],
    ["clouds", "lay", "You placed X; placing Y", "Vous avez posé X ; poser Y"],
    ["clouds", "take", "You placed X; placing Y", "Vous avez posé X ; poser Y"],
    ["clouds", "cover", "You covered X; covering Y", "Vous avez recouvert X ; recouvrir Y"],
    ["islands", "take", "You took X; taking Y", "Vous avez pris X ; prendre Y"],
    ["islands", "hide", "You hid X; hiding Y", "Vous avez caché X ; cacher Y"],
  ] as const;
  for (const [game, verb, inEnglish, inFrench] of verbs) {
    assert.equal(said(game, verb, "en"), `${inEnglish} would have been worth about 4 points more.`, verb);
    assert.equal(said(game, verb, "fr"), `${inFrench} valait environ 4 points de plus.`, verb);
  }
});

test("somebody else's move names them", () => {
  assert.equal(compare("clouds", "pass x", "pass y", story("X"), story("Y"), 1), "Ana passed X; passing Y would have been worth about 4 points more.");
});

test("the same thing at another place was worth more elsewhere", () => {
  assert.equal(compare("clouds", "lay x e4", "lay x d5", story("X"), story("X")), "X would have been worth about 4 points more elsewhere.");
  assert.equal(compare("islands", "lay t1", "lay t2", story("X"), story("X")), null);
});

test("what cannot be compared by its pieces is not", () => {
  const city: MoveStory = { seat: 0, text: "", pieces: { city: { name: "city-9", label: "9" } } };
  assert.equal(compare("clouds", "cover d4", "cover d5", city, story("Y")), null, "a cover that built a city");
  assert.equal(compare("clouds", "cover d4", "cover d5", story("X"), story("X")), null, "two cells with the same card");
  assert.equal(compare("clouds", "welcome x", "decline", story("X"), story("Y")), null, "two verbs");
  assert.equal(compare("clouds", "welcome x", "welcome y", story("X"), story("Y")), null, "a verb without a text");
});
