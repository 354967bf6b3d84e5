// Tests of the catalogues in web/words: both languages have the same texts, and every page loads those that it shows.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type Entries, LANGUAGES } from "../src/i18n.ts";

const WEB = join(import.meta.dirname, "..");
const SOURCES = join(WEB, "src");
const COMMON = join(WEB, "../src/tablee/words");
const EVERYWHERE = ["words", "site"];

const readJson = (path: string): Entries => JSON.parse(readFileSync(path, "utf8"));
const files = [...readdirSync(join(WEB, "words")).map((file) => join(WEB, "words", file)), ...LANGUAGES.map((each) => join(COMMON, `words.${each}.json`))];
/** The catalogue of each key, by language. */
const catalogues = Object.fromEntries(LANGUAGES.map((language) => [language, catalogueOfKeys(language)]));
const keys = [...catalogues["fr"]!.keys()];

function catalogueOfKeys(language: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of files) {
    const [, name, ending] = /([\w-]+)\.(\w+)\.json$/.exec(file)!;
    if (ending !== language) continue;
    for (const key of Object.keys(readJson(file))) {
      assert.ok(!found.has(key), `${key} is in ${found.get(key)} and in ${name}`);
      found.set(key, name!);
    }
  }
  return found;
}

/** Return the placeholders of a text, in all its forms. */
const placeholdersOf = (entry: Entries[string]) => new Set(JSON.stringify(entry).match(/\{[\w-]+\}/g));

interface Source {
  /** Keys in quotes, and all keys with the beginning that a template has. */
  keys: Set<string>;
  imports: { path: string; catalogues: string[] }[];
}
const IMPORT = /(?:from |import )"([^"]+)"|(withTexts\(\(\) => )?import\("([^"]+)"\)((?:, "\w+")*)/g;
const read = new Map<string, Source>();

function sourceOf(path: string): Source {
  const known = read.get(path);
  if (known) return known;
  const text = readFileSync(path, "utf8").replace(/import type [^;]*;/g, "");
  const beginnings = [...text.matchAll(/`([a-z]+\.[\w.-]*)\$\{/g)].map(([, beginning]) => beginning!);
  const quoted = new Set([...text.matchAll(/["`]([a-z]+\.[\w.-]+)["`]/g)].map(([, key]) => key!));
  const imports = [...text.matchAll(IMPORT)].map(([, fixed, wrapped, lazy, names = ""]) => ({
    path: join(dirname(path), fixed ?? lazy!),
    catalogues: wrapped ? [...names.matchAll(/\w+/g)].map(([name]) => name) : [],
  }));
  const source = {
    keys: new Set(keys.filter((key) => quoted.has(key) || beginnings.some((each) => key.startsWith(each)))),
    imports: imports.filter((each) => /\.(svelte|ts)$/.test(each.path) && existsSync(each.path)),
  };
  read.set(path, source);
  return source;
}

/** Return the keys that a file and what it imports may show, but that are not in the catalogues loaded for it. */
function missingTexts(path: string, loaded: readonly string[], seen = new Set<string>()): string[] {
  const visit = `${path} ${loaded.join()}`;
  if (seen.has(visit)) return [];
  seen.add(visit);
  const { keys, imports } = sourceOf(path);
  const missing = [...keys].filter((key) => !loaded.includes(catalogues["fr"]!.get(key)!));
  const below = imports.flatMap((each) => missingTexts(each.path, [...new Set([...loaded, ...each.catalogues])].sort(), seen));
  return [...missing.map((key) => `${path.slice(SOURCES.length + 1)} with ${loaded.join(" ")}: ${key}`), ...below];
}

test("every catalogue has the same texts with the same placeholders in every language", () => {
  for (const file of files.filter((each) => each.endsWith(".fr.json"))) {
    const french = readJson(file);
    for (const language of LANGUAGES) {
      const other = readJson(file.replace(".fr.json", `.${language}.json`));
      assert.deepEqual(Object.keys(other).sort(), Object.keys(french).sort(), file);
      for (const [key, entry] of Object.entries(french)) assert.deepEqual(placeholdersOf(other[key]!), placeholdersOf(entry), `${file} ${key}`);
    }
  }
  assert.equal(files.length, LANGUAGES.length * new Set(catalogues["fr"]!.values()).size);
});

test("every page loads the catalogues of the texts that it and its parts may show", () => {
  assert.deepEqual(missingTexts(join(SOURCES, "App.svelte"), EVERYWHERE), []);
  const pages = sourceOf(join(SOURCES, "App.svelte")).imports.filter(({ path }) => path.includes("/pages/"));
  assert.equal(pages.length, readdirSync(join(SOURCES, "pages")).length);
  assert.notDeepEqual(missingTexts(join(SOURCES, "people/Meet.svelte"), EVERYWHERE), []);
});
