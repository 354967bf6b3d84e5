// Asking the server over HTTP. A refusal is an error that carries its reason.
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

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await fetch(path, init).catch(() => {
    throw new RefusedError(NO_NETWORK);
  });
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
