// Short texts that this browser keeps in localStorage. A private window, blocked cookies or a full storage may refuse:
// then a text is not kept, and the page behaves as at the first visit.

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Return the value that `writeJson` stored; `otherwise` if there is none, or if it cannot be parsed. */
export function readJson<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(readStored(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a text; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}

export const writeJson = (key: string, value: unknown): void => writeStored(key, JSON.stringify(value));
