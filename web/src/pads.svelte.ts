import type { PadSheet, Refused } from "../wire";
import { api, RefusedError } from "./api.ts";
import type { Words } from "./words.ts";

type Layout = Record<string, unknown>;

// Long enough that a quick hand asks once, short enough that the sheet seems to follow it.
const PAUSE_MS = 250;

/** What one person has put together, and what the scoring code says of it. */
export class Pad {
  name = $state("");
  sheet = $state.raw<PadSheet | null>(null);
  refused = $state.raw<Refused | null>(null);
  readonly number: number;

  private readonly game: string;
  private layout: Layout | null = null;
  private timer = 0;

  constructor(game: string, number: number) {
    this.game = game;
    this.number = number;
  }

  /** The layout has changed: count it again in a moment. */
  lay(layout: Layout): void {
    this.layout = layout;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.count(), PAUSE_MS);
  }

  async count(): Promise<void> {
    const layout = this.layout;
    if (!layout) return;
    try {
      const sheet = await api.pad(this.game, layout);
      // An answer to what has changed meanwhile is no answer.
      if (layout !== this.layout) return;
      this.sheet = sheet;
      this.refused = null;
    } catch (wrong) {
      if (!(wrong instanceof RefusedError)) throw wrong;
      if (layout === this.layout) this.refused = wrong.refused;
    }
  }
}

/** How the score came about: what the sheet notes and the game has words for (`web.note.NAME`), if there is any of it. */
export function notesOf(sheet: PadSheet, words: Words): string[] {
  return Object.entries(sheet.notes)
    .map(([name, value]) => ({ key: `web.note.${name}`, ...counted(value) }))
    .filter(({ key, n }) => n > 0 && words.has(key))
    .map(({ key, n, list }) => words.say(key, { n, list }));
}

function counted(note: unknown): { n: number; list: string } {
  if (typeof note === "number") return { n: note, list: "" };
  const entries = Object.entries(note ?? {}).map(([name, value]) => (Array.isArray(note) ? value : `${name} (${value})`));
  return { n: entries.length, list: entries.join(", ") };
}
