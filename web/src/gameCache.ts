// What the server says about games. It does not change while a page is open, so it is requested once.
import type { GameInfo, PiecesInfo } from "../wire";
import { api } from "./api.ts";

const answers = new Map<string, Promise<unknown>>();

/** Fetch the list of games. */
export function allGames(): Promise<GameInfo[]> {
  return cached("games", () => api.games());
}

/** Fetch one game; null if the server does not have it. */
export async function gameInfo(key: string): Promise<GameInfo | null> {
  return (await allGames()).find((game) => game.key === key) ?? null;
}

/** Fetch every tile and card of a game, as this server plays with them. */
export function piecesOf(key: string): Promise<PiecesInfo> {
  return cached(`pieces ${key}`, () => api.pieces(key));
}

/** Return the cached answer, or request it. A failed request is not cached. */
function cached<T>(name: string, request: () => Promise<T>): Promise<T> {
  if (!answers.has(name)) {
    const answer = request();
    answers.set(name, answer);
    answer.catch(() => answers.delete(name));
  }
  return answers.get(name) as Promise<T>;
}
