// The HTTP client. Every refusal of the server becomes a RefusedError.
import type {
  AccountInfo, Answer, Credentials, DeviceInfo, GameInfo, Hint, LessonScript, Listed, NewPassword, NewTable, PadSheet, PiecesInfo,
  PlayNow, Refused, SeatLink, SignInMethods, TableLink, Update,
} from "../wire";
import { newId } from "./ids.ts";
import { network } from "./network.svelte.ts";
import { settings } from "./settings.svelte.ts";

/** The error of a refused request; `refused` holds the code, the rule and the values for the message. */
export class RefusedError extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** Build a refusal that comes from the client itself, not from the server. */
export const clientRefusal = (code: string): RefusedError =>
  new RefusedError({ t: "refused", id: "", kind: "not-stored", code, rule: null, values: {}, retry: true });

const noNetwork = (): RefusedError => clientRefusal("no-network");

/** Fetch a path. Without a network a GET waits until the server can be reached; any other method is refused. */
async function fetchOrWait(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      const response = await fetch(path, init);
      // The service worker sets this header on a cached response: the server did not answer.
      if (response.headers.has("x-kept")) network.reportFailure();
      return response;
    } catch {
      network.reportFailure();
      if (init.method !== "GET") throw noNetwork();
      await network.whenOnline();
    }
  }
}

/** Send a JSON request and return the parsed answer. Throws a RefusedError. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await fetchOrWait(path, init);
  const data = parseJson(await response.text());
  if (!response.ok) throw data === null ? noNetwork() : new RefusedError(data as Refused);
  return data as T;
}

/** Parse an answer; null if it is not JSON, as when a proxy answers in place of the server. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const tablePath = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** One function for each endpoint the client uses, except passkeys (passkeys.ts). All throw a RefusedError. */
export const api = {
  games: () => request<GameInfo[]>("GET", "/api/games"),
  lesson: (game: string, name: string) =>
    request<LessonScript>("GET", `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}`),
  bots: () => request<string[]>("GET", "/api/bots"),
  tables: (game = "") => request<Listed[]>("GET", game ? `/api/tables?game=${game}` : "/api/tables"),
  table: (table: string) => request<Update>("GET", tablePath(table)),
  createTable: (table: NewTable) => request<TableLink>("POST", "/api/tables", { face: settings.face, ...table }),
  playNow: (body: PlayNow) => request<TableLink>("POST", "/api/play", { face: settings.face, ...body }),
  rematch: (table: string) => request<TableLink>("POST", `${tablePath(table)}/rematch`),
  seatLink: (table: string) => request<SeatLink>("POST", `${tablePath(table)}/link`),
  history: (table: string, ply: number) =>
    request<Record<string, unknown>>("GET", `${tablePath(table)}/history/${ply}`),
  hint: (table: string) => request<Hint>("GET", `${tablePath(table)}/hint`),
  sit: (table: string, name: string) =>
    request<Answer>("POST", `${tablePath(table)}/ask`, { t: "sit", id: newId(), name, face: settings.face }),
  pieces: (game: string) => request<PiecesInfo>("GET", `/api/games/${game}/pieces`),
  pad: (game: string, layout: Record<string, unknown>) => request<PadSheet>("POST", `/api/games/${game}/pad`, layout),
  me: () => request<AccountInfo>("GET", "/api/me"),
  signUp: (credentials: Credentials) => request<AccountInfo>("POST", "/api/account", credentials),
  logIn: (credentials: Credentials) => request<AccountInfo>("POST", "/api/login", credentials),
  logOut: () => request<unknown>("POST", "/api/logout"),
  devices: () => request<DeviceInfo[]>("GET", "/api/me/devices"),
  logOutDevice: (id: string) => request<DeviceInfo[]>("POST", "/api/me/devices/logout", { id }),
  setPassword: (body: NewPassword) => request<SignInMethods>("POST", "/api/me/password", body),
  deleteAccount: (password: string) => request<unknown>("POST", "/api/me/delete", { password }),
};
