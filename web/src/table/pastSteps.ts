import type { Line, View } from "../../wire";
import type { TableSession } from "./tableSession.svelte.ts";

/**
 * Loads the moves that this device did not show, such as those before a reload, so that the log tells them with their
 * pictures and points.
 */
export class PastSteps {
  private readonly session: TableSession;
  private readonly asked = new Set<Line>();
  /** The views around the last moves: neighbours share one. */
  private readonly views = new Map<number, View>();
  private last = Promise.resolve();

  constructor(session: TableSession) {
    this.session = session;
  }

  /** Load the views around a move, after those asked for before, and add it to the steps of the director. */
  load(line: Line): void {
    if (this.asked.has(line)) return;
    this.asked.add(line);
    // Where a view is withheld or does not arrive, the line keeps its plain text.
    this.last = this.last.then(() => this.add(line)).catch(() => {});
  }

  private async add(line: Line): Promise<void> {
    const after = await this.view(line.ply);
    const before = await this.view(line.ply - 1);
    // Another move may have taken its place meanwhile.
    if (this.session.connection.log.includes(line)) this.session.director.add({ before, after, line });
    this.views.delete(line.ply);
  }

  private async view(ply: number): Promise<View> {
    const found = this.views.get(ply) ?? (await this.session.place.api.history(this.session.id, ply));
    this.views.set(ply, found);
    return found;
  }
}
