import { RefusedError } from "./api.ts";
import type { Refused } from "../wire";

/** Something asked of the server: it cannot be asked twice at once, and a refusal is kept to be shown. */
export class Work {
  busy = $state(false);
  refused = $state.raw<Refused | null>(null);

  async run(act: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refused = null;
    try {
      await act();
    } catch (wrong) {
      if (!(wrong instanceof RefusedError)) throw wrong;
      this.refused = wrong.refused;
    } finally {
      this.busy = false;
    }
  }
}
