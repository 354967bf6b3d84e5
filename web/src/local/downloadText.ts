// A text of its own module: the catalogue "offline" is not loaded by every page that knows the pack.
import { t } from "../language.svelte.ts";
import { type OfflinePack, megabytes } from "./pack.svelte.ts";

/** Return the text of the button that downloads what is missing; an update may have arrived before, and wait. */
export function downloadText({ state, waits, missing }: OfflinePack): string {
  if (waits) return t("offline.update.now");
  return t(state === "outdated" ? "offline.update" : "offline.download", { size: megabytes(missing) });
}
