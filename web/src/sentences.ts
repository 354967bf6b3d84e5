// Formats prompts, log lines and refusals as sentences. The Python twin is terminal/sentences.py.
import type { Line, Refused, View } from "../wire";
import type { Translations, Values } from "./i18n.ts";
import type { FaceName } from "./seats.ts";

/** The word of each seat in moves and records. */
export const SEAT_WORDS = "ABCDEFGH";
// The number of a rule at the end of a refusal, such as "(règle 44)" or "(A25)"; only the terminal shows it.
const RULE_NUMBER = /\s\(([\p{L}]+\s)?[A-Z]?\d+\)(?=\.?$)/u;
// Prefixes of translation keys that are never names of things.
const NOT_THINGS = new Set(
  "ask wait asked log items refusal terminal frame effect short help option web pad level bot lobby tell do card tip why achievement review".split(" "),
);

/** The texts of one game and of the site in one language, and the names and faces of the seats. */
export class Sentences {
  readonly words: Translations;
  readonly names: readonly string[];
  private readonly faces: readonly FaceName[];
  private readonly seatVerbs: readonly string[];
  private readonly things: Map<string, string>;

  /** `names`: one for each seat. `seatVerbs`: verbs whose things are seats, shown by the name of the person. */
  constructor(
    words: Translations,
    names: readonly string[],
    seatVerbs: readonly string[] = [],
    faces: readonly FaceName[] = [],
  ) {
    this.words = words;
    this.names = names;
    this.faces = faces;
    this.seatVerbs = seatVerbs;
    this.things = thingNames(words);
  }

  /** Return the name of a seat; a negative number is the clock. */
  name(seat: number): string {
    return seat < 0 ? this.words.t("frame.clock") : this.names[seat] || SEAT_WORDS[seat]!;
  }

  /** Return the face of a seat. */
  face(seat: number): FaceName {
    return this.faces[seat] ?? "empty";
  }

  /** Return the name of a thing; its word if the game has no name for it. */
  thing(word: string): string {
    const key = this.things.get(word);
    return key ? this.words.t(key) : word;
  }

  /** Return the number of a seat from its word in moves. */
  seatOf(word: string): number {
    return SEAT_WORDS.indexOf(word);
  }

  /**
   * Translate a sentence about a move of `seat` for a reader, null for a spectator: KEY.you where the reader moved,
   * KEY.me where the move concerns the reader as the `other` seat, if there are such texts.
   */
  about(key: string, { reader, seat, other = -1 }: { reader: number | null; seat: number; other?: number }, values: Values = {}): string {
    const form = `${key}.${reader === seat ? "you" : reader === other ? "me" : ""}`;
    return this.words.t(this.words.has(form) ? form : key, values);
  }

  /** Return the prompt: what the viewer has to do, or whom the table waits for. */
  prompt(view: View): string {
    const isActor = view.seat !== null && view.actors.includes(view.seat);
    const people = view.actors.filter((seat) => seat >= 0);
    const seats = people.length ? people : view.actors;
    const who = this.words.list(seats.map((seat) => this.name(seat)));
    const kind = isActor ? "ask" : "wait";
    const phase = `${kind}.${String(view["phase"] ?? "")}`;
    return this.words.t(this.words.has(phase) ? phase : `frame.${kind}`, { who, n: seats.length });
  }

  /**
   * Format a move as a line of the log for a reader, or by texts under another key where the game has them. A text under
   * `web.log.` has no names of cells, which the page does not show.
   */
  line(line: Line, reader: number | null, first = "web.log"): string {
    const [verb = "", ...things] = line.words.split(" ");
    const who = this.name(line.seat);
    // The terminal names cells; here the board shows them.
    const key = [`${first}.${verb}`, `web.log.${verb}`, `log.${verb}`].find((each) => this.words.has(each));
    if (!key) return `${who}: ${line.words}`;
    const values = Object.fromEntries(things.map((word, at) => [String(at + 1), this.thingInMove(verb, word)]));
    return this.about(key, { reader, seat: line.seat }, { who, ...values });
  }

  /** Return the name of a thing in a move: the name of a person if the verb takes seats. */
  private thingInMove(verb: string, word: string): string {
    const seat = SEAT_WORDS.indexOf(word);
    return this.seatVerbs.includes(verb) && this.names[seat] ? this.name(seat) : this.thing(word);
  }

  /** Format a refusal. Unlike in the terminal, it does not name its rule. */
  refusal(refused: Pick<Refused, "code" | "values">): string {
    const values = Object.fromEntries(
      Object.entries(refused.values).map(([name, value]) => [name, this.value(name, String(value))]),
    );
    const key = `refusal.${refused.code}`;
    if (!this.words.has(key)) return this.words.t("frame.refused", { why: refused.code });
    return this.words.t(key, values).replace(RULE_NUMBER, "");
  }

  /** Format a value of a refusal: seats as names, things by their name in the game. */
  private value(name: string, value: string): string {
    if (name === "who") {
      const seats = value.split(" ").map((word) => SEAT_WORDS.indexOf(word));
      const names = seats.filter((seat) => this.names[seat]).map((seat) => this.name(seat));
      return this.words.list(names) || value;
    }
    const key = `${name}.${value}`;
    if (this.words.has(key)) return this.words.t(key);
    // Names of a plural, such as `colours`, are a list of what `colour.NAME` says.
    const keys = value.split(" ").map((word) => `${name.replace(/s$/, "")}.${word}`);
    if (name.endsWith("s") && keys.every((each) => this.words.has(each))) return this.words.list(keys.map((each) => this.words.t(each)));
    return this.thing(value) || "—";
  }
}

/** Map each thing to the key of its name: `thing.x` if there is one, else the only key that ends in `.x`. */
function thingNames(words: Translations): Map<string, string> {
  const found = new Map<string, string[]>();
  for (const key of Object.keys(words.entries)) {
    const dot = key.indexOf(".");
    const [kind, thing] = [key.slice(0, dot), key.slice(dot + 1)];
    if (dot > 0 && !NOT_THINGS.has(kind)) found.set(thing, [...(found.get(thing) ?? []), key]);
  }
  const unique = [...found].filter(([, keys]) => keys.length === 1).map(([thing, keys]) => [thing, keys[0]!] as const);
  const named = Object.keys(words.entries).filter((key) => key.startsWith("thing."));
  return new Map([...unique, ...named.map((key) => [key.slice("thing.".length), key] as const)]);
}
