// The endpoints of profiles and leaderboards. All throw a RefusedError.
import type { HistoryPage, Leaderboard, Profile, ProfileSettings } from "../../wire";
import { request } from "../api.ts";

/** What a history shows; empty values show everything. `bots` are levels, separated by commas. */
export interface HistoryFilter {
  game: string;
  seats: string;
  outcome: string;
  opponent: string;
  bots: string;
}

export const profileApi = {
  own: () => request<Profile>("GET", "/api/me/profile"),
  other: (name: string) => request<Profile>("GET", `/api/people/${encodeURIComponent(name)}`),
  setPublic: (body: ProfileSettings) => request<ProfileSettings>("POST", "/api/me/profile", body),
  forget: () => request<unknown>("POST", "/api/me/forget"),
  history: (filter: HistoryFilter, page: number) =>
    request<HistoryPage>("GET", `/api/me/history?${query({ ...filter, page: String(page) })}`),
  leaderboard: (game: string, period: string, page: number) =>
    request<Leaderboard>("GET", `/api/leaderboards/${encodeURIComponent(game)}?${query({ period, page: String(page) })}`),
};

/** Write query parameters, without those that are empty. */
function query(values: Record<string, string>): string {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
}
