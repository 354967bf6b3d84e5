/** Return a random id of 18 hex digits. `crypto.randomUUID` exists only on pages served over https or localhost. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
