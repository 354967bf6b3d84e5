// Links and texts that people pass on: by the share sheet of the device, or by the clipboard.
import { mount } from "svelte";

const COPIED_MS = 2000;

// Browsers offer it only on https pages and on localhost.
export const canShare = "share" in navigator;

/** What one button passes on. `copied` is true for a moment after a copy, for the text of the button. */
export class Sharing {
  copied = $state(false);

  /** Copy a text; show it for copying by hand where the browser has no clipboard for the page or refuses it. */
  async copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const { default: CopyDialog } = await import("./components/CopyDialog.svelte");
      mount(CopyDialog, { target: document.body, props: { text } });
      return;
    }
    this.copied = true;
    setTimeout(() => (this.copied = false), COPIED_MS);
  }

  /** Open the share sheet, or copy the link where there is none. */
  async share(link: ShareData & { url: string }): Promise<void> {
    if (!canShare) return this.copy(link.url);
    await navigator.share(link).catch(async ({ name }: DOMException) => {
      // A person who cancels has not caused an error.
      if (name !== "AbortError") await this.copy(link.url);
    });
  }
}
