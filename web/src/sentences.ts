// Data becomes sentences: prompts, the log, refusals. The twin of terminal/sentences.py.
import type { Line, Refused, View } from "../wire";
import type { Words } from "./words.ts";

export const SEAT_WORDS = "ABCDEFGH";
const NOT_THINGS = new Set(
  "ask wait asked log items refusal terminal frame effect short help option web pad level".split(" "),
);

/** The words of one game and of the frame in one language, and the names of those who sit there. */
export class Sentences {
  readonly words: Words;
  readonly names: readonly string[];
  private readonly namedVerbs: readonly string[];
  private readonly things: Map<string, string>;

  constructor(words: Words, names: readonly string[], namedVerbs: readonly string[] = []) {
    this.words = words;
    this.names = names;
    this.namedVerbs = namedVerbs;
    this.things = thingNames(words);
  }

  /** Who sits there; the clock has a name too. */
  name(seat: number): string {
    return seat < 0 ? this.words.say("frame.clock") : this.names[seat] || SEAT_WORDS[seat]!;
  }

  /** A thing in the language of the table, where the game has a name for it. */
  thing(word: string): string {
    const key = this.things.get(word);
    return key ? this.words.say(key) : word;
  }

  /** What is asked of the viewer, or whom the table waits for. */
  prompt(view: View): string {
    const asked = view.seat !== null && view.actors.includes(view.seat);
    const people = view.actors.filter((seat) => seat >= 0);
    const who = (people.length ? people : view.actors).map((seat) => this.name(seat)).join(", ");
    const kind = asked ? "ask" : "wait";
    const phase = `${kind}.${String(view["phase"] ?? "")}`;
    return this.words.say(this.words.has(phase) ? phase : `frame.${kind}`, { who });
  }

  /** A move as a line of the log. */
  line(line: Line): string {
    const [verb = "", ...things] = line.words.split(" ");
    const who = this.name(line.seat);
    if (!this.words.has(`log.${verb}`)) return `${who}: ${line.words}`;
    const values = Object.fromEntries(things.map((word, at) => [String(at + 1), this.saidThing(verb, word)]));
    return this.words.say(`log.${verb}`, { who, ...values });
  }

  /** A thing of a move: somebody's name where the verb is said of seats. */
  private saidThing(verb: string, word: string): string {
    const seat = SEAT_WORDS.indexOf(word);
    return this.namedVerbs.includes(verb) && this.names[seat] ? this.name(seat) : this.thing(word);
  }

  /** Why not, with the number of the rule. */
  refusal(refused: Pick<Refused, "code" | "rule" | "values">): string {
    const values = Object.fromEntries(
      Object.entries(refused.values).map(([name, value]) => [name, this.value(name, String(value))]),
    );
    const key = `refusal.${refused.code}`;
    const text = this.words.has(key)
      ? this.words.say(key, values)
      : this.words.say("frame.refused", { why: refused.code });
    if (!refused.rule || text.includes(` ${refused.rule})`)) return text;
    return `${text} ${this.words.say("frame.rule", { rule: refused.rule })}`;
  }

  /** A value of a refusal: a seat by its name, a thing by the game's word for it. */
  private value(name: string, value: string): string {
    if (name === "who") {
      const seats = value.split(" ").map((word) => SEAT_WORDS.indexOf(word));
      const names = seats.filter((seat) => this.names[seat]).map((seat) => this.name(seat));
      return names.join(", ") || value;
    }
    const key = `${name}.${value}`;
    return this.words.has(key) ? this.words.say(key) : this.thing(value) || "—";
  }
}

/** The key of each thing's name; `thing.x` where there is one, else a name that no other key disputes. */
function thingNames(words: Words): Map<string, string> {
  const found = new Map<string, string[]>();
  for (const key of Object.keys(words.entries)) {
    const dot = key.indexOf(".");
    const [kind, thing] = [key.slice(0, dot), key.slice(dot + 1)];
    if (dot > 0 && !NOT_THINGS.has(kind)) found.set(thing, [...(found.get(thing) ?? []), key]);
  }
  const clear = [...found].filter(([, keys]) => keys.length === 1).map(([thing, keys]) => [thing, keys[0]!] as const);
  const named = Object.keys(words.entries).filter((key) => key.startsWith("thing."));
  return new Map([...clear, ...named.map((key) => [key.slice("thing.".length), key] as const)]);
}
