// Asking the server over HTTP. A refusal is an error that carries its reason.
import type {
  AccountInfo, Answer, Credentials, GameInfo, Hint, Listed, NewPassword, NewTable, PadSheet, PiecesInfo, PlayNow,
  Refused, SeatLink, TableLink, Update, WaysIn,
} from "../wire";
import { newId } from "./ids.ts";
import { network } from "./network.svelte.ts";

export class RefusedError extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** A refusal that is not the server's. */
export const refusal = (code: string): RefusedError =>
  new RefusedError({ t: "refused", id: "", kind: "not-stored", code, rule: null, values: {}, retry: true });

const noNetwork = (): RefusedError => refusal("no-network");

/** Whoever only looks waits until the server can be reached again; whoever acts is told that it cannot. */
async function reach(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      const response = await fetch(path, init);
      // The service worker had it: the server did not answer.
      if (response.headers.has("x-kept")) network.missed();
      return response;
    } catch {
      network.missed();
      if (init.method !== "GET") throw noNetwork();
      await network.back();
    }
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await reach(path, init);
  const data = read(await response.text());
  if (!response.ok) throw data === null ? noNetwork() : new RefusedError(data as Refused);
  return data as T;
}

/** What the server said; null where something between us and the server answered in its place. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  games: () => ask<GameInfo[]>("GET", "/api/games"),
  bots: () => ask<string[]>("GET", "/api/bots"),
  tables: (game = "") => ask<Listed[]>("GET", game ? `/api/tables?game=${game}` : "/api/tables"),
  table: (table: string) => ask<Update>("GET", at(table)),
  open: (table: NewTable) => ask<TableLink>("POST", "/api/tables", table),
  playNow: (wish: PlayNow) => ask<TableLink>("POST", "/api/play", wish),
  rematch: (table: string) => ask<TableLink>("POST", `${at(table)}/rematch`),
  seatLink: (table: string) => ask<SeatLink>("POST", `${at(table)}/link`),
  history: (table: string, ply: number) => ask<Record<string, unknown>>("GET", `${at(table)}/history/${ply}`),
  hint: (table: string) => ask<Hint>("GET", `${at(table)}/hint`),
  sit: (table: string, name: string) =>
    ask<Answer>("POST", `${at(table)}/ask`, { t: "sit", id: newId(), name }),
  pieces: (game: string) => ask<PiecesInfo>("GET", `/api/games/${game}/pieces`),
  pad: (game: string, layout: Record<string, unknown>) => ask<PadSheet>("POST", `/api/games/${game}/pad`, layout),
  me: () => ask<AccountInfo>("GET", "/api/me"),
  signUp: (who: Credentials) => ask<AccountInfo>("POST", "/api/account", who),
  logIn: (who: Credentials) => ask<AccountInfo>("POST", "/api/login", who),
  logOut: () => ask<unknown>("POST", "/api/logout"),
  setPassword: (wish: NewPassword) => ask<WaysIn>("POST", "/api/me/password", wish),
  forget: (password: string) => ask<unknown>("POST", "/api/me/delete", { password }),
};
