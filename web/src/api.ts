// The HTTP client. Every refusal of the server becomes a RefusedError.
import type {
  AccountInfo, Answer, BotSpeed, CalendarDay, CodesRequest, Credentials, Daily, DeviceInfo, ExerciseMoves, ExercisePage,
  ExercisePosition, ExerciseResult, GameInfo, Hint, LessonScript, Listed, NewPassword,
  NewTable, NewTry, PadSheet, PiecesInfo, PlayedOnDevice, PlayLesson, PlayNow, PlayOn, RecoveryCodes, RecoveryInfo, RecoveryRequest, Refused, ReviewState, SeatLink,
  SignInMethods, Standings, TableLink, Update, View,
} from "../wire";
import { newId } from "./ids.ts";
import { canPlayOffline } from "./local/installed.ts";
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

/** What the games themselves answer: lessons, score pads, exercises. Not a new table: `createTable` says where it is. */
const ON_DEVICE = /^\/api\/(games|exercises)\/(?!.*\/play-on$)/;

/**
 * Fetch a path. Without a network, what the games themselves can answer is asked on this device if it can play offline;
 * another GET waits until the server can be reached; any other method is refused.
 */
async function fetchOrWait(path: string, init: RequestInit): Promise<Response> {
  for (;;) {
    try {
      const response = await fetch(path, init);
      // The service worker sets this header on a cached response: the server did not answer.
      if (response.headers.has("x-kept")) network.reportFailure();
      return response;
    } catch {
      network.reportFailure();
      if (ON_DEVICE.test(path) && canPlayOffline()) return askDevice(path, init);
      if (init.method !== "GET") throw noNetwork();
      await network.whenOnline();
    }
  }
}

/** Send a JSON request; throws a RefusedError. */
type Request = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Send a JSON request to the server and return the parsed answer. Throws a RefusedError. */
export const request: Request = (method, path, body) => send(fetchOrWait, method, path, body);

/** Send a JSON request to the tables of this device. */
const requestOfDevice: Request = (method, path, body) => send(askDevice, method, path, body);

/** Have the worker of this device answer; it is loaded when it is first needed. */
async function askDevice(path: string, { method, body }: RequestInit): Promise<Response> {
  const { device } = await import("./local/device.ts");
  return device.request(method!, path, body as string | undefined);
}

async function send<T>(
  fetchIt: (path: string, init: RequestInit) => Promise<Response>, method: string, path: string, body?: unknown,
): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "content-type": "application/json" };
  }
  const response = await fetchIt(path, init);
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

const dealPath = (day: string, game: string) => `/api/daily/${encodeURIComponent(day)}/${encodeURIComponent(game)}`;
const exercisePath = (...parts: string[]) => ["/api/exercises", ...parts.map(encodeURIComponent)].join("/");
const tablePath = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** Return one function for each endpoint the client uses, except passkeys (passkeys.ts). All throw a RefusedError. */
const makeApi = (request: Request) => ({
  games: () => request<GameInfo[]>("GET", "/api/games"),
  lesson: (game: string, name: string) =>
    request<LessonScript>("GET", `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(name)}`),
  exercises: (game: string) => request<ExercisePage>("GET", exercisePath(game)),
  exercisePosition: (game: string, exercise: string, body: ExerciseMoves) =>
    request<ExercisePosition>("POST", `${exercisePath(game, exercise)}/position`, body),
  answerExercise: (game: string, exercise: string, body: ExerciseMoves) =>
    request<ExerciseResult>("POST", `${exercisePath(game, exercise)}/answer`, body),
  bots: () => request<string[]>("GET", "/api/bots"),
  tables: (game = "") => request<Listed[]>("GET", game ? `/api/tables?game=${game}` : "/api/tables"),
  table: (table: string) => request<Update>("GET", tablePath(table)),
  createTable: (table: NewTable) => request<TableLink>("POST", "/api/tables", { face: settings.face, ...table }),
  playNow: (body: PlayNow) => request<TableLink>("POST", "/api/play", { face: settings.face, ...body }),
  /** Only tables of a device answer it. */
  botSpeed: (game: string, bot: string) => request<BotSpeed>("GET", `/api/device/speed?game=${encodeURIComponent(game)}&bot=${encodeURIComponent(bot)}`),
  putDeviceMatch: (body: PlayedOnDevice) => request<TableLink>("POST", "/api/device-matches", body),
  rematch: (table: string) => request<TableLink>("POST", `${tablePath(table)}/rematch`),
  seatLink: (table: string) => request<SeatLink>("POST", `${tablePath(table)}/link`),
  history: (table: string, ply: number) =>
    request<View>("GET", `${tablePath(table)}/history/${ply}`),
  playOn: (table: string, body: PlayOn) => request<TableLink>("POST", `${tablePath(table)}/play-on`, { face: settings.face, ...body }),
  playLesson: (game: string, lesson: string, body: PlayLesson) =>
    request<TableLink>("POST", `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}/play-on`, { face: settings.face, ...body }),
  review: (table: string) => request<ReviewState>("GET", `${tablePath(table)}/review`),
  askReview: (table: string) => request<ReviewState>("POST", `${tablePath(table)}/review`),
  cancelReview: (table: string) => request<ReviewState>("DELETE", `${tablePath(table)}/review`),
  hint: (table: string) => request<Hint>("GET", `${tablePath(table)}/hint`),
  sit: (table: string, name: string) =>
    request<Answer>("POST", `${tablePath(table)}/ask`, { t: "sit", id: newId(), name, face: settings.face }),
  pieces: (game: string) => request<PiecesInfo>("GET", `/api/games/${game}/pieces`),
  pad: (game: string, layout: Record<string, unknown>) => request<PadSheet>("POST", `/api/games/${game}/pad`, layout),
  daily: (day = "") => request<Daily>("GET", day ? `/api/daily?day=${encodeURIComponent(day)}` : "/api/daily"),
  standings: (day: string, game: string) => request<Standings>("GET", dealPath(day, game)),
  beginTry: (day: string, game: string, body: NewTry) => request<TableLink>("POST", dealPath(day, game), body),
  calendar: (month: string) => request<CalendarDay[]>("GET", `/api/daily/calendar?month=${month}`),
  myTables: () => request<Listed[]>("GET", "/api/me/tables"),
  me: () => request<AccountInfo>("GET", "/api/me"),
  signUp: (credentials: Credentials) => request<AccountInfo>("POST", "/api/account", credentials),
  logIn: (credentials: Credentials) => request<AccountInfo>("POST", "/api/login", credentials),
  logOut: () => request<unknown>("POST", "/api/logout"),
  devices: () => request<DeviceInfo[]>("GET", "/api/me/devices"),
  logOutDevice: (id: string) => request<DeviceInfo[]>("POST", "/api/me/devices/logout", { id }),
  recoveryInfo: () => request<RecoveryInfo>("GET", "/api/me/recovery-codes"),
  makeRecoveryCodes: (body: CodesRequest) => request<RecoveryCodes>("POST", "/api/me/recovery-codes", body),
  recover: (body: RecoveryRequest) => request<AccountInfo>("POST", "/api/recover", body),
  setPassword: (body: NewPassword) => request<SignInMethods>("POST", "/api/me/password", body),
  deleteAccount: (password: string) => request<unknown>("POST", "/api/me/delete", { password }),
});

export type Api = ReturnType<typeof makeApi>;
export const api = makeApi(request);
/** The same for tables of this device; accounts are not there. */
export const deviceApi = makeApi(requestOfDevice);

/** Return the record of a finished match of this device as text. */
export async function recordOfDevice(table: string): Promise<string> {
  return (await askDevice(`${tablePath(table)}/record`, { method: "GET" })).text();
}
