import type { Refused } from "../wire";
import { RefusedError } from "./api.ts";

/** The state of a form's request: whether it is running, and the refusal to show if it failed. */
export class FormSubmission {
  busy = $state(false);
  refused = $state.raw<Refused | null>(null);

  /** Run the action, unless one is running already. A refusal is stored in `refused`; other errors are thrown. */
  async run(action: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refused = null;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.refused = error.refused;
    } finally {
      this.busy = false;
    }
  }
}
