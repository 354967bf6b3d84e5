// The endpoints of friends and groups. All functions throw a RefusedError.
import type {
  FriendCard, FriendsInfo, GroupCard, GroupInfo, GroupsInfo, NewReport, Restraint, TableLink, TablePeople,
} from "../../wire";
import { request } from "../api.ts";
import { settings } from "../settings.svelte.ts";
import { rememberPeople } from "./known.ts";

const friends = (path: string, body: unknown = {}) => request<FriendsInfo>("POST", `/api/friends/${path}`, body);
const groupPath = (id: string) => `/api/groups/${encodeURIComponent(id)}`;
const tablePath = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
/** Return the name and face of this person, as others will know them. */
const card = (name: string) => ({ name, face: settings.face });

/** Note that this device knows people once an answer is there. */
async function remembered<T>(answer: Promise<T>): Promise<T> {
  const found = await answer;
  rememberPeople();
  return found;
}

export const peopleApi = {
  friends: () => request<FriendsInfo>("GET", "/api/friends"),
  card: (code: string) => request<FriendCard>("GET", `/api/friends/codes/${encodeURIComponent(code)}`),
  saveCard: (name: string) => remembered(friends("card", card(name))),
  renewCode: () => friends("code"),
  wants: (on: boolean) => friends("wants", { on }),
  add: (code: string, name: string) => remembered(friends("add", { code, ...card(name) })),
  remove: (id: string) => friends("remove", { id }),
  block: (body: Restraint) => friends("block", body),
  mute: (body: Restraint) => friends("mute", body),
  dismiss: (table: string) => friends("dismiss", { table }),
  report: (body: NewReport) => request<unknown>("POST", "/api/reports", body),
  atTable: (table: string) => request<TablePeople>("GET", `${tablePath(table)}/people`),
  invite: (table: string, id: string) => request<unknown>("POST", `${tablePath(table)}/invite`, { id }),
  again: (table: string, name: string) => remembered(request<TableLink>("POST", `${tablePath(table)}/again`, card(name))),
  groups: () => request<GroupsInfo>("GET", "/api/groups"),
  group: (id: string) => request<GroupInfo>("GET", groupPath(id)),
  groupCard: (code: string) => request<GroupCard>("GET", `/api/groups/codes/${encodeURIComponent(code)}`),
  createGroup: (group: string, name: string) => remembered(request<GroupInfo>("POST", "/api/groups", { group, ...card(name) })),
  joinGroup: (code: string, name: string) => remembered(request<GroupInfo>("POST", "/api/groups/join", { code, ...card(name) })),
  /** Change a group as its owner. */
  changeGroup: (id: string, what: "remove" | "owner" | "name" | "code", body: unknown = {}) =>
    request<GroupInfo>("POST", `${groupPath(id)}/${what}`, body),
  leaveGroup: (id: string) => request<GroupsInfo>("POST", `${groupPath(id)}/leave`),
  deleteGroup: (id: string) => request<GroupsInfo>("POST", `${groupPath(id)}/delete`),
  openGroupTable: (id: string, game: string, seats: number, name: string) =>
    request<TableLink>("POST", `${groupPath(id)}/tables`, { game, seats, ...card(name) }),
};

/** Return a code in two parts, as it is easier to read out. */
export const codeText = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
