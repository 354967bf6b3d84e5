import assert from "node:assert/strict";
import { test } from "node:test";
import words from "../../src/tablee/games/clouds/words.en.json" with { type: "json" };
import frenchWords from "../../src/tablee/games/clouds/words.fr.json" with { type: "json" };
import { setPieces } from "../../src/tablee/games/clouds/board/printed.ts";
import { moveLabel } from "../../src/tablee/games/clouds/board/labels.ts";
import { countRows, tellMove } from "../../src/tablee/games/clouds/board/story.ts";
import { servingCells } from "../../src/tablee/games/clouds/board/wishes.ts";
import { type CloudsView, gridOf, type WorldView } from "../../src/tablee/games/clouds/board/view.ts";
import { Translations } from "../src/i18n.ts";
import { Sentences } from "../src/sentences.ts";
import { storyText, tellChoice } from "../src/story.ts";

setPieces({ lands: { "mountain-goat": { icons: ["mountain"], animals: ["goat"] } }, travellers: { kark: { stars: 5, bonus: 6 } } });
const sentences = new Sentences(new Translations("en", words), ["Ana", "Bo", "Cy"]);

/** Build a World from cells such as "d4 moon" or "d5 tzimime moon": the cell, what it shows, the card if it differs. */
function world(cells: string[], more: Partial<WorldView> = {}): WorldView {
  const laid = cells.map((each) => each.split(" ") as [string, string, string?]);
  const names = laid.map(([cell]) => cell);
  const ends = (at: number) => [...names.map((cell) => cell[at]!)].sort().filter((_, i, all) => i === 0 || i === all.length - 1);
  const span = (at: number) => [ends(at)[0]!, ends(at).at(-1)!].join("");
  return {
    cells: Object.fromEntries(laid.map(([cell, shows, card = shows]) => [cell, { card, shows, bound: false }])),
    columns: span(0), rows: span(1), side: null, travellers: [], cities: [], portals: [], items: {}, score: 0, ...more,
  };
}

const view = (worlds: WorldView[], more: Partial<CloudsView> = {}): CloudsView =>
  ({ seat: 0, seats: worlds.length, ply: 1, phase: "lay", face: null, cause: null, guest: null, draft: null, worlds, ...more }) as unknown as CloudsView;

const storyOf = (seat: number, move: string, before: CloudsView, after: CloudsView) =>
  tellMove({ before, after, line: { ply: 1, seat, words: move } as never }, sentences);
const text = (story: ReturnType<typeof storyOf>): string => storyText(story!, (seat) => sentences.name(seat));

test("a hint says where a card goes, seen from the starting card", () => {
  const shown = view([world(["d4 start-water"])], { stacks: [{ stack: "s2", card: "mountain-goat", below: 2, current: false }] });
  const french = new Sentences(new Translations("fr", frenchWords), ["Ana"]);
  const plain = (said: string | null) => said?.replaceAll("\u00a0", " ");
  assert.equal(plain(moveLabel("lay mountain-goat e4", shown, sentences)), "Place land.mountain-goat (Goat), 1 right from the start.");
  assert.match(plain(moveLabel("take s2 c6", shown, french))!, /posez-la 1 à gauche et 2 au-dessous du départ\.$/);
  assert.equal(plain(moveLabel("cover d4", shown, french)), "Recouvrez la carte au départ.");
  assert.equal(moveLabel("keep mountain-goat", shown, sentences), null);
  const cells = [..."abcdefg"].flatMap((column) => [..."1234567"].map((row) => column + row));
  for (const language of [sentences, french])
    assert.equal(new Set(cells.map((cell) => moveLabel(`lay mountain-goat ${cell}`, shown, language))).size, cells.length);
});

test("a hint says where a Traveller goes, seen from the row of its Portal", () => {
  const shown = view([world(["d4 start-water"])], { phase: "stand", laid: "e4" });
  assert.equal(moveLabel("stand left-34", shown, sentences), "Place this Traveller on the left, across the Portal’s row and the one above.");
  assert.equal(moveLabel("stand right-45", shown, sentences), "Place this Traveller on the right, across the Portal’s row and the one below.");
});

test("a laid card is told with its points, and marked", () => {
  const story = storyOf(1, "lay moon e4", view([world(["d4 start-water"]), world(["d4 start-plant"], { score: 2 })]),
    view([world(["d4 start-water"]), world(["d4 start-plant", "e4 moon"], { score: 5 })]));
  assert.equal(text(story), "Bo places Moon +3");
  assert.deepEqual(story!.marks, ["card-1-e4"]);
  assert.equal(story!.moment, undefined);
});

test("without visible scores no points are told", () => {
  const story = storyOf(0, "lay moon e4", view([world(["d4 start-water"], { score: null })]), view([world(["d4 start-water", "e4 moon"], { score: null })]));
  assert.equal(story!.points, null);
});

test("a flipped card is a moment with its reason, and several are a desolation", () => {
  const before = view([world(["d4 start-water", "d3 moon"])]);
  const one = storyOf(0, "lay mountain-water e4", before, view([world(["d4 start-water", "d3 moon", "e4 tzimime mountain-water"])], { cause: "21" }));
  assert.deepEqual([one!.moment!.title, one!.moment!.text, one!.sound], ["A Tzimime for you!", "Water beside Water", "tzimime"]);
  const moon = storyOf(0, "lay mountains d2", before, view([world(["d4 start-water", "d3 tzimime moon", "d2 mountains"])]));
  assert.deepEqual([moon!.moment!.text, moon!.marks], ["The Moon isn’t at the top now", ["card-0-d2", "card-0-d3"]]);
  const both = storyOf(0, "lay moon d2", view([world(["d4 start-water", "d3 moon", "e3 moon"])]), view([world(["d4 start-water", "d3 tzimime moon", "e3 tzimime moon", "d2 moon"])]));
  assert.deepEqual([both!.moment!.title, both!.moment!.text], ["Desolation for you!", "2 cards turned over"]);
});

test("an eruption, a covered card and a dark city are told", () => {
  const before = view([world(["d4 start-water"])]);
  const erupting = view([world(["d4 start-water", "e4 volcano-swamp"])], { phase: "cover" });
  assert.equal(storyOf(0, "lay volcano-swamp e4", before, erupting)!.moment!.title, "Eruption in your World!");
  const covered = view([world(["d4 fumarole start-water", "e4 volcano-swamp"], { score: -2 })]);
  const story = storyOf(0, "cover d4", erupting, covered);
  assert.equal(text(story), "You cover Start Water −2");
  const city = view([world(["d4 fumarole start-water", "e4 volcano-swamp"], { cities: [{ stars: 9, cells: ["d4", "d5"] }] })]);
  const built = storyOf(0, "cover d4", erupting, city);
  assert.deepEqual([built!.moment!.title, built!.marks], ["Dark City!", ["card-0-d4", "city-0-d4"]]);
});

test("a traveller who arrives is a moment", () => {
  const guest = { name: "kark", place: "left-34", rows: "34", stars: 5, bonus: 0, wish: [1, 5] as [number, number] };
  const story = storyOf(0, "stand left-34", view([world(["d4 start-water"])], { phase: "stand", guest: "kark" }),
    view([world(["d4 start-water"], { side: "left", travellers: [guest], score: 5 })]));
  assert.equal(text(story), "You welcome  Kark +5");
  assert.deepEqual([story!.moment!.title, story!.marks], ["Kark arrives!", ["traveller-0-kark"]]);
});

test("secret choices of others are not told, and cards that arrive are told of the seat that gave them", () => {
  const worlds = [world(["d4 start-water"]), world(["d4 start-plant"]), world(["d4 start-swamp"])];
  const keeping = view(worlds, { phase: "keep", face: "left" });
  assert.equal(storyOf(1, "keep card", keeping, keeping), null);
  assert.equal(text(storyOf(0, "keep moon", keeping, keeping)), "You keep Moon");
  const draft = { keep: "moon", pass: null, gave: [], got: ["mountains", "water-swamp"] };
  const passing = view(worlds, { phase: "pass", face: "left", draft });
  const given = storyOf(1, "keep card", keeping, passing);
  assert.equal(text(given), "Cy passes you 2 Mountains Water and Swamp");
  const laying = view(worlds, { phase: "lay", face: "right", draft: { ...draft, got: [...draft.got, "moon"] } });
  assert.equal(text(storyOf(2, "pass card", passing, laying)), "Bo passes you Moon");
  assert.equal(text(storyOf(2, "pass card", passing, view(worlds, { seat: null }))), "The cards change hands");
});

test("the last choice of a draft tells what arrived, and a review of it what was chosen", () => {
  const worlds = [world(["d4 start-water"]), world(["d4 start-plant"]), world(["d4 start-swamp"])];
  const draft = { keep: "moon", pass: null, gave: [], got: ["mountains", "water-swamp", "mountains"] };
  const passing = view(worlds, { phase: "pass", face: "left", draft });
  const step = { before: passing, after: view(worlds, { phase: "lay", face: "left", draft }), line: { ply: 1, seat: 0, words: "pass moon" } as never };
  assert.equal(text(tellMove(step, sentences)), "Cy passes you 2 Mountains");
  assert.equal(text(tellChoice(step, (each) => tellMove(each, sentences))), "You pass Moon");
  const spectator = { ...step, before: { ...passing, seat: null }, after: { ...step.after, seat: null } };
  assert.equal(tellChoice(spectator, (each) => tellMove(each, sentences)), null);
  // Of another seat, who is also the giver of the card that arrives.
  assert.equal(tellChoice({ ...step, line: { ply: 1, seat: 2, words: "pass moon" } as never }, (each) => tellMove(each, sentences)), null);
});

test("every verb of the game has a story", () => {
  const before = view([world(["d4 start-water"])]);
  for (const move of ["face left", "welcome kark", "decline", "join d5"]) assert.ok(text(storyOf(0, move, before, before)).startsWith("You "), move);
  assert.equal(text(storyOf(0, "take s1 e4", before, view([world(["d4 start-water", "e4 moon"])]))), "You place Moon 0");
});

test("the count has a row for each line of the score pad and for each traveller", () => {
  const guest = { name: "kark", place: "left-34", rows: "34", stars: 11, bonus: 6, wish: [5, 5] as [number, number] };
  const worlds = [world(["d4 moon"], { travellers: [guest] }), world(["d4 moon"])];
  const items = [{ mountain: 3, travellers: 11 }, { mountain: 1, travellers: 0 }];
  const rows = countRows(view(worlds), { items } as never, sentences);
  assert.deepEqual(rows.map((row) => [row.label, ...row.cells.map((cell) => cell?.points)]), [["Mountain", 3, 1], ["Traveller 1", 11, undefined]]);
});

test("cards keep their size once a World has two rows, and its rows fit", () => {
  const small = gridOf(world(["d4 moon"]));
  assert.deepEqual([small.columns, small.rows, small.width], [["c", "d", "e"], ["3", "4", "5"], 3]);
  for (const cells of [["d4 moon", "d5 moon"], ["d4 moon", "d5 moon", "d6 moon"], ["d4 moon", "d5 moon", "d6 moon", "d7 moon"], ["a4 moon", "d5 moon"]]) {
    const grid = gridOf(world(cells));
    const sum = (sizes: number[]) => sizes.reduce((a, b) => a + b, 0);
    assert.ok(sum(grid.heights) <= grid.height + 1e-9 && sum(grid.widths) <= grid.width + 1e-9);
    assert.deepEqual([grid.width, grid.height], [5.6, 4.14]);
  }
  const row = gridOf(world(["c4 moon", "e4 moon"]));
  assert.deepEqual([row.width, row.height], [5, 3]);
  const withGuest = gridOf(world(["d4 moon", "e4 moon"], { side: "left" }));
  assert.deepEqual(withGuest.columns, ["", "d", "e", "f"]);
});

test("the cards that count for a wish are those with its icons, in the rows of the traveller", () => {
  const shown = world(["d3 mountain-goat", "d4 mountain-goat", "e4 fumarole mountain-goat", "e3 tzimime mountain-goat"]);
  assert.deepEqual([...servingCells("kark", shown, null)], ["d3", "d4"]);
  assert.deepEqual([...servingCells("kark", shown, "45")], ["d4"]);
  assert.deepEqual([...servingCells("pshit", shown, null)], ["e4"]);
  assert.deepEqual([...servingCells("roro", shown, "34")], ["d3", "d4"]);
  assert.deepEqual([...servingCells("boung", shown, null)], []);
});

test("a hint addresses the player, whatever the move", () => {
  for (const texts of [words, frenchWords])
    for (const key of Object.keys(texts).filter((each) => each.startsWith("log."))) assert.ok(`web.hint.${key.slice(4)}` in texts, key);
});
