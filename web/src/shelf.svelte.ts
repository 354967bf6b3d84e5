import type { GameInfo, PiecesInfo } from "../wire";
import { api } from "./api.ts";

const asked = new Map<string, Promise<unknown>>();

/** Everything on the shelf. */
export function allGames(): Promise<GameInfo[]> {
  return once("games", () => api.games());
}

export async function gameInfo(key: string): Promise<GameInfo | null> {
  return (await allGames()).find((game) => game.key === key) ?? null;
}

/** Every tile and card of a game, as this site plays with them. */
export function piecesOf(key: string): Promise<PiecesInfo> {
  return once(`pieces ${key}`, () => api.pieces(key));
}

/** Neither changes while a page is open: it is asked for once, and again only if that failed. */
function once<T>(name: string, ask: () => Promise<T>): Promise<T> {
  if (!asked.has(name)) {
    const answer = ask();
    asked.set(name, answer);
    answer.catch(() => asked.delete(name));
  }
  return asked.get(name) as Promise<T>;
}
