// Asking the server over HTTP. A refusal is an error that carries its reason.
import { network } from "./network.svelte.ts";
import type { AccountInfo, GameInfo, Hint, Listed, NewTable, PadSheet, PiecesInfo, PlayNow, Refused, SeatLink, TableLink } from "../wire";

export class RefusedError extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

const NO_NETWORK: Refused = {
  t: "refused", id: "", kind: "not-stored", code: "no-network", rule: null, values: {}, retry: true,
};

/** Whoever only looks waits until the server can be reached again; whoever acts is told that it cannot. */
async function reach(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      return await fetch(path, init);
    } catch {
      network.missed();
      if (init.method !== "GET") throw new RefusedError(NO_NETWORK);
      await network.back();
    }
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await reach(path, init);
  const text = await response.text();
  const data: unknown = text ? JSON.parse(text) : null;
  if (!response.ok) throw new RefusedError(data as Refused);
  return data as T;
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => ask<GameInfo[]>("GET", "/api/games"),
  bots: () => ask<string[]>("GET", "/api/bots"),
  tables: () => ask<Listed[]>("GET", "/api/tables"),
  open: (table: NewTable) => ask<TableLink>("POST", "/api/tables", table),
  playNow: (wish: PlayNow) => ask<TableLink>("POST", "/api/play", wish),
  rematch: (table: string) => ask<TableLink>("POST", `${at(table)}/rematch`),
  seatLink: (table: string) => ask<SeatLink>("POST", `${at(table)}/link`),
  history: (table: string, ply: number) => ask<Record<string, unknown>>("GET", `${at(table)}/history/${ply}`),
  hint: (table: string) => ask<Hint>("GET", `${at(table)}/hint`),
  pieces: (game: string) => ask<PiecesInfo>("GET", `/api/games/${game}/pieces`),
  pad: (game: string, layout: Record<string, unknown>) => ask<PadSheet>("POST", `/api/games/${game}/pad`, layout),
  me: () => ask<AccountInfo>("GET", "/api/me"),
  post: <T>(path: string, body?: unknown) => ask<T>("POST", path, body),
};
