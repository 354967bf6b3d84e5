// Formats prompts, log lines and refusals as sentences. The Python twin is terminal/sentences.py.
import type { Line, Refused, View } from "../wire";
import type { Translations } from "./i18n.ts";

/** The word of each seat in moves and records. */
export const SEAT_WORDS = "ABCDEFGH";
// Prefixes of translation keys that are never names of things.
const NOT_THINGS = new Set(
  "ask wait asked log items refusal terminal frame effect short help option web pad level".split(" "),
);

/** The texts of one game and of the site in one language, and the names of the people at the table. */
export class Sentences {
  readonly words: Translations;
  readonly names: readonly string[];
  private readonly seatVerbs: readonly string[];
  private readonly things: Map<string, string>;

  /** `names`: one for each seat. `seatVerbs`: verbs whose things are seats, shown by the name of the person. */
  constructor(words: Translations, names: readonly string[], seatVerbs: readonly string[] = []) {
    this.words = words;
    this.names = names;
    this.seatVerbs = seatVerbs;
    this.things = thingNames(words);
  }

  /** Return the name of a seat; a negative number is the clock. */
  name(seat: number): string {
    return seat < 0 ? this.words.t("frame.clock") : this.names[seat] || SEAT_WORDS[seat]!;
  }

  /** Return the name of a thing; its word if the game has no name for it. */
  thing(word: string): string {
    const key = this.things.get(word);
    return key ? this.words.t(key) : word;
  }

  /** Return the prompt: what the viewer has to do, or whom the table waits for. */
  prompt(view: View): string {
    const isActor = view.seat !== null && view.actors.includes(view.seat);
    const people = view.actors.filter((seat) => seat >= 0);
    const who = (people.length ? people : view.actors).map((seat) => this.name(seat)).join(", ");
    const kind = isActor ? "ask" : "wait";
    const phase = `${kind}.${String(view["phase"] ?? "")}`;
    return this.words.t(this.words.has(phase) ? phase : `frame.${kind}`, { who });
  }

  /** Format a move as a line of the log. */
  line(line: Line): string {
    const [verb = "", ...things] = line.words.split(" ");
    const who = this.name(line.seat);
    if (!this.words.has(`log.${verb}`)) return `${who}: ${line.words}`;
    const values = Object.fromEntries(things.map((word, at) => [String(at + 1), this.thingInMove(verb, word)]));
    return this.words.t(`log.${verb}`, { who, ...values });
  }

  /** Return the name of a thing in a move: the name of a person if the verb takes seats. */
  private thingInMove(verb: string, word: string): string {
    const seat = SEAT_WORDS.indexOf(word);
    return this.seatVerbs.includes(verb) && this.names[seat] ? this.name(seat) : this.thing(word);
  }

  /** Format a refusal, with the number of the rule unless the text has it. */
  refusal(refused: Pick<Refused, "code" | "rule" | "values">): string {
    const values = Object.fromEntries(
      Object.entries(refused.values).map(([name, value]) => [name, this.value(name, String(value))]),
    );
    const key = `refusal.${refused.code}`;
    const text = this.words.has(key)
      ? this.words.t(key, values)
      : this.words.t("frame.refused", { why: refused.code });
    if (!refused.rule || text.includes(` ${refused.rule})`)) return text;
    return `${text} ${this.words.t("frame.rule", { rule: refused.rule })}`;
  }

  /** Format a value of a refusal: seats as names, things by their name in the game. */
  private value(name: string, value: string): string {
    if (name === "who") {
      const seats = value.split(" ").map((word) => SEAT_WORDS.indexOf(word));
      const names = seats.filter((seat) => this.names[seat]).map((seat) => this.name(seat));
      return names.join(", ") || value;
    }
    const key = `${name}.${value}`;
    return this.words.has(key) ? this.words.t(key) : this.thing(value) || "—";
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
