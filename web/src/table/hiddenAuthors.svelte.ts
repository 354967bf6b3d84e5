import type { ChatLine } from "../../wire";
import { knowsPeople } from "../people/known.ts";

/** Whose chat at a table this person does not want to read, as the server knows it. */
export class HiddenAuthors {
  private readonly table: () => string;
  /** Authors about whom the server was asked, and those of them who are hidden. */
  private checked = $state.raw<ReadonlySet<string>>(new Set());
  private hidden = $state.raw<ReadonlySet<string>>(new Set());

  constructor(table: () => string) {
    this.table = table;
  }

  /** Return the lines to show. A person who has never muted anybody sees all; else those of new authors wait for the answer. */
  shown(chat: readonly ChatLine[]): readonly ChatLine[] {
    // Both are read in any case: who mutes somebody for the first time is known only after that.
    const { checked, hidden } = this;
    if (!knowsPeople()) return chat;
    return chat.filter(({ author }) => !author || (checked.has(author) && !hidden.has(author)));
  }

  /** Ask about the authors of a chat, unless all are known. */
  check(chat: readonly ChatLine[]): void {
    if (knowsPeople() && chat.some(({ author }) => author && !this.checked.has(author))) void this.load(chat);
  }

  /** Ask the server again. If it refuses, everything is shown. */
  async load(chat: readonly ChatLine[]): Promise<void> {
    const { peopleApi } = await import("../people/api.ts");
    const { muted } = await peopleApi.atTable(this.table()).catch(() => ({ muted: [] as string[] }));
    this.hidden = new Set(muted);
    this.checked = new Set(chat.flatMap(({ author }) => author ?? []));
  }
}
