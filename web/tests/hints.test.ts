import assert from "node:assert/strict";
import { test } from "node:test";
import cloudsEn from "../../src/tablee/games/clouds/words.en.json" with { type: "json" };
import cloudsFr from "../../src/tablee/games/clouds/words.fr.json" with { type: "json" };
import islandsEn from "../../src/tablee/games/islands/words.en.json" with { type: "json" };
import islandsFr from "../../src/tablee/games/islands/words.fr.json" with { type: "json" };
import mineEn from "../../src/tablee/games/mine/words.en.json" with { type: "json" };
import mineFr from "../../src/tablee/games/mine/words.fr.json" with { type: "json" };
import { behindText, whySentence } from "../src/hints.ts";
import { type Entries, type Language, Translations } from "../src/i18n.ts";
import { Sentences } from "../src/sentences.ts";
import type { Advice } from "../wire";
import siteEn from "../words/table.en.json" with { type: "json" };
import siteFr from "../words/table.fr.json" with { type: "json" };

const site = { fr: new Translations("fr", siteFr as Entries), en: new Translations("en", siteEn as Entries) };
const inWords = (language: Language, game: object) =>
  new Sentences(new Translations(language, game as Entries).withFallback(site[language]), ["Ana", "Bo"]);
/** No-break spaces as spaces. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

function advice(reasons: [item: string, points: number, subject?: string][], more: Partial<Advice> = {}): Advice {
  const listed = reasons.map(([item, points, subject = ""]) => ({ item, points, subject }));
  return { move: "take 2 m3", worth: 0.5, points: 50, gain: 0, behind: 0, then: "", ...more, reasons: listed };
}

const why = (sentences: Sentences, said: Advice) => plain(whySentence(said, sentences));

test("a hint says why in one sentence, with points no finer than their error", () => {
  const said = advice([["dream-2", 4, "dream.dromedary"], ["brigands", 2]], { gain: 5 });
  assert.equal(
    why(inWords("fr", islandsFr), said),
    "Ce coup fait avancer votre rêve Dromadaire et limite la perte due aux Brigands : environ +5.",
  );
  assert.equal(
    why(inWords("en", islandsEn), said),
    "This move moves your Dromedary dream forward and limits what the Brigands cost: about +5.",
  );
});

test("the sentence names two reasons at most, and what the move costs", () => {
  const said = advice([["moon", 6], ["water", 4], ["animals", 2], ["swamp", -3]], { gain: 10 });
  assert.equal(
    why(inWords("fr", cloudsFr), said),
    "Ce coup fait compter vos Lunes et entoure mieux vos Eaux, mais fait perdre des Marais : environ +10.",
  );
  assert.equal(
    why(inWords("en", cloudsEn), said),
    "This move makes your Moons count and surrounds your Waters better, but loses you Swamps: about +10.",
  );
});

test("moves within the error of each other are about equal", () => {
  assert.match(why(inWords("fr", cloudsFr), advice([["cities", 2]])), /rapproche d’une Ville Sombre : à peu près équivalent/);
  assert.match(why(inWords("en", cloudsEn), advice([])), /about equal/);
  // What speaks only against a move is no reason to show it.
  assert.match(why(inWords("fr", islandsFr), advice([["pairs", -2]])), /^Les meilleurs coups sont à peu près équivalents/);
});

test("two items with the same words are said once, and an unknown dream is not named", () => {
  const said = advice([["dream-3", 4], ["dream-4", 2], ["rivals", 2]], { gain: 5 });
  assert.equal(why(inWords("fr", islandsFr), said), "Ce coup prépare vos prochains rêves et laisse moins aux autres : environ +5.");
});

test("reasons that differ only in their subject are one", () => {
  const said = advice([["dream-1", 4, "dream.dromedary"], ["dream-2", 2, "dream.monkey"], ["palms", 2]], { gain: 5 });
  assert.equal(why(inWords("fr", islandsFr), said), "Ce coup fait avancer vos rêves Dromadaire et Singe et rapporte des Palmiers : environ +5.");
  assert.equal(why(inWords("en", islandsEn), said), "This move moves your Dromedary and Monkey dreams forward and brings Palm Trees: about +5.");
});

test("a move that the game proposes has a sentence for its kind", () => {
  const said = advice([], { move: "take R4L any", worth: null, points: null, then: "lay r0 c2" });
  assert.equal(why(inWords("fr", mineFr), said), "Avec cette tuile ici, votre carte peut remplir toute la galerie.");
  assert.equal(why(inWords("en", mineEn), said), "With this tile here, your card can fill the whole gallery.");
});

test("a hint of one move says that there is no choice", () => {
  assert.equal(whySentence(advice([]), inWords("en", islandsEn), 1), "The other moves come to the same thing.");
});

test("the others say how far they are behind", () => {
  assert.equal(plain(behindText(advice([], { behind: 4 }), inWords("fr", islandsFr))), "environ −4");
  assert.equal(behindText(advice([]), inWords("en", islandsEn)), "about equal");
});
