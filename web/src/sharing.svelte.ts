// Links and texts that people pass on: by the share sheet of the device, or by the clipboard.

const COPIED_MS = 2000;

// Browsers offer both only on https pages and on localhost.
export const canCopy = "clipboard" in navigator;
export const canShare = "share" in navigator;

/** What one button passes on. `copied` is true for a moment after a copy, for the text of the button. */
export class Sharing {
  copied = $state(false);

  async copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    this.copied = true;
    setTimeout(() => (this.copied = false), COPIED_MS);
  }

  /** Open the share sheet, or copy the link where there is none. */
  async share(link: ShareData & { url: string }): Promise<void> {
    // The promise rejects if the person cancels, which is no error.
    if (canShare) await navigator.share(link).catch(() => {});
    else await this.copy(link.url);
  }
}
