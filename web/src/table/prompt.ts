// The prompt of a table: what the viewer has to do, or whom the table waits for.
import type { AnyView } from "../games.ts";
import { t } from "../language.svelte.ts";
import type { MoveInput } from "../moveInput.svelte.ts";
import type { Sentences } from "../sentences.ts";
import type { TableSession } from "./tableSession.svelte.ts";

/** Return the prompt for a view; reads runes, so it is called in a derived value. */
export function promptText(session: TableSession, view: AnyView, input: MoveInput, sentences: Sentences): string {
  if (view.outcome) return t("table.over");
  // Before a race starts the view has no actors.
  if (!view.actors.length) return t("table.get-ready");
  if (session.isWaitingForTimer) return t("table.look");
  // A move that the server has not answered yet: what comes next is not known.
  if (session.isMyTurn && !session.isRace && !view.moves.length) return "";
  if (!session.isMyTurn) {
    const offline = offlineText(session, view);
    if (offline) return offline;
  }
  // The question for the second touch, where a game has one.
  const next = `ask.${String(view["phase"] ?? "")}.next`;
  if (session.isMyTurn && input.touched.length && sentences.words.has(next)) return sentences.words.t(next);
  return (session.isMyTurn && session.ask?.(view, sentences)) || sentences.prompt(view);
}

/** Return the sentence that everybody awaited is offline; "" if one of them is connected or nobody is awaited. */
function offlineText({ table, connection, sentences }: TableSession, view: AnyView): string {
  const isOffline = (seat: number) => table?.seats[seat]?.kind === "person" && !table.seats[seat].away && connection.presence.seats[seat] === false;
  if (!view.actors.length || !view.actors.every(isOffline)) return "";
  const who = sentences.words.list(view.actors.map((seat) => sentences.name(seat)));
  return t("table.waits-for-absent", { who, n: view.actors.length });
}
