import type { GameInfo } from "../wire";
import { api } from "./api.ts";

let asked: Promise<GameInfo[]> | null = null;

/** Everything on the shelf, asked for once. */
export function allGames(): Promise<GameInfo[]> {
  asked ??= api.games().catch((wrong: unknown) => {
    asked = null;
    throw wrong;
  });
  return asked;
}

export async function gameInfo(key: string): Promise<GameInfo | null> {
  return (await allGames()).find((game) => game.key === key) ?? null;
}
