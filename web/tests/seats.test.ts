import assert from "node:assert/strict";
import { test } from "node:test";
import en from "../../src/tablee/words/words.en.json" with { type: "json" };
import { Translations } from "../src/i18n.ts";
import { ANIMALS, animalOf, facesAt, namesAt } from "../src/seats.ts";

const person = (name: string) => ({ kind: "person", name, bot: "", face: "" }) as const;
const bot = (level: string) => ({ kind: "bot", name: "", bot: level, face: "" }) as const;
const empty = { kind: "empty", name: "", bot: "", face: "" } as const;
const words = new Translations("en", en);

test("each level has its character; other bots of a level have other colours", () => {
  const seats = ["beginner", "casual", "regular", "strong", "expert", "expert"].map(bot);
  assert.deepEqual(facesAt(seats), ["nour", "basile", "salome", "tancrede", "ondine", "ondine-1"]);
  assert.deepEqual(facesAt([bot("my_bots.py:careful"), empty]), ["robot", "empty"]);
});

test("a person has the same animal at every table and every seat", () => {
  const [alone] = facesAt([person("Camille")]);
  assert.deepEqual(facesAt([bot("casual"), person("Camille")]), ["basile", alone]);
});

test("a name that mentions an animal gets it, in any language, with or without accents", () => {
  assert.equal(animalOf("Renard"), "fox");
  assert.equal(animalOf("Captain FOX"), "fox");
  assert.equal(animalOf("Hibou 2"), "owl");
});

test("two people at a table never have the same animal, and the earlier seat keeps its own", () => {
  const seats = Array.from({ length: 6 }, (_, at) => person(`Panda ${at}`));
  const faces = facesAt(seats);
  assert.equal(faces[0], "panda");
  assert.equal(new Set(faces).size, 6);
});

test("a chosen animal comes before the one of the name, if it is free and known", () => {
  const chosen = (face: string) => ({ ...person("Renard"), face });
  assert.deepEqual(facesAt([chosen("owl"), chosen("lynx")]), ["owl", "fox"]);
  const [first, second] = facesAt([chosen("owl"), chosen("owl")]);
  assert.deepEqual([first, second === "owl"], ["owl", false]);
});

test("names select every animal", () => {
  const found = new Set(Array.from({ length: 500 }, (_, at) => animalOf(`n${at}`)));
  assert.equal(found.size, ANIMALS.length);
});

test("each bot of a level has its own name, with a number if that is taken", () => {
  assert.deepEqual(namesAt([person("Zoe"), bot("beginner"), bot("beginner"), empty], words), ["Zoe", "Nour", "Lila", ""]);
  const five = Array.from({ length: 5 }, () => bot("casual"));
  assert.deepEqual(namesAt(five, words), ["Basile", "Anatole", "Octave", "Firmin", "Basile 2"]);
  assert.deepEqual(namesAt([bot("beginner"), person("Nour")], words), ["Nour 2", "Nour"]);
  assert.deepEqual(namesAt([bot("my_bots.py:careful")], words), ["my_bots.py:careful"]);
});

test("a person who has deleted the account has a name that can be read aloud", () => {
  assert.deepEqual(namesAt([person("—"), person("Zoe")], words), ["Anonymous", "Zoe"]);
});
