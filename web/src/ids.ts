/** An id that nobody else has. `crypto.randomUUID` is missing where a club serves its site without encryption. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
