// The data of a table that no server runs: of a lesson or an exercise.
import type { SeatInfo, TableInfo } from "../../wire";
import { suggestedName } from "../guestName.ts";
import { settings } from "../settings.svelte.ts";

/** What a scripted table says of itself; `host` is the seat of the learner. */
export interface ScriptedTable {
  game: string;
  seats: readonly SeatInfo[];
  options: Record<string, string>;
  host: number;
  inRace: boolean;
}

export function scriptedTable({ game, seats, options, host, inRace }: ScriptedTable): TableInfo {
  return {
    id: "", game, version: 0, status: "playing", seats: [...seats], options, clock: { kind: "none" } as TableInfo["clock"],
    listed: false, promise: "", commitment: "", secret: "", salt: "", seed: "", asking: null, timer: null,
    starts: inRace ? Date.now() : null, before: "", rematch: "", host,
  };
}

export const learnerSeat = (): SeatInfo => seatOf({ kind: "person", name: suggestedName(), face: settings.face });
export const botSeat = (bot: string): SeatInfo => seatOf({ kind: "bot", bot });

function seatOf(seat: Pick<SeatInfo, "kind"> & Partial<SeatInfo>): SeatInfo {
  return { name: "", face: "", bot: "", ready: true, word: "", away: false, deadline: null, bank: null, holidays: 0, ...seat };
}
