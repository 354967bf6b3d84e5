// Short texts that this browser keeps in localStorage. A private window, blocked cookies or a full storage may refuse:
// then a text is not kept, and whoever reads it does as at the first visit.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keep a text; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
