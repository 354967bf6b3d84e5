import type { PadSheet, Refused } from "../wire";
import { api, RefusedError } from "./api.ts";
import type { Translations } from "./i18n.ts";

type Layout = Record<string, unknown>;

// Debounce: one request for a burst of changes, and still short enough to seem immediate.
const DEBOUNCE_MS = 250;

/** The score pad of one person: the layout they entered and the score that the server returned for it. */
export class ScorePad {
  name = $state("");
  /** The score of the last layout that was accepted; null before the first. */
  sheet = $state.raw<PadSheet | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** Counted from 1. */
  readonly number: number;

  private readonly game: string;
  private layout: Layout | null = null;
  private timer = 0;

  constructor(game: string, number: number) {
    this.game = game;
    this.number = number;
  }

  /** Replace the layout and request its score after a short delay. */
  setLayout(layout: Layout): void {
    this.layout = layout;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.requestScore(), DEBOUNCE_MS);
  }

  /** Request the score of the current layout. A refusal is stored in `refused`; other errors are thrown. */
  async requestScore(): Promise<void> {
    const layout = this.layout;
    if (!layout) return;
    try {
      const sheet = await api.pad(this.game, layout);
      // The layout has changed since the request.
      if (layout !== this.layout) return;
      this.sheet = sheet;
      this.refused = null;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      if (layout === this.layout) this.refused = error.refused;
    }
  }
}

/** Return the notes of a score as texts: those that are not empty and have a translation `web.note.NAME`. */
export function noteTexts(sheet: PadSheet, words: Translations): string[] {
  return Object.entries(sheet.notes)
    .map(([name, value]) => ({ key: `web.note.${name}`, ...noteValues(value) }))
    .filter(({ key, n }) => n > 0 && words.has(key))
    .map(({ key, n, list }) => words.t(key, { n, list }));
}

function noteValues(note: unknown): { n: number; list: string } {
  if (typeof note === "number") return { n: note, list: "" };
  const entries = Object.entries(note ?? {}).map(([name, value]) => (Array.isArray(note) ? value : `${name} (${value})`));
  return { n: entries.length, list: entries.join(", ") };
}
