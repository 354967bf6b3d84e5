// Stepping through the moves of a match with the arrow keys, wherever the focus is.

/** Elements that handle arrow keys themselves. */
const OWN_KEYS = 'input, textarea, select, dialog, [role="slider"], [role="tablist"], [role="radiogroup"]';

/** Return the step that a key asks for: back -1, on 1; 0 for any other key, and where the key has another meaning. */
export function stepOfKey(event: KeyboardEvent): -1 | 0 | 1 {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return 0;
  if (event.target instanceof Element && event.target.closest(OWN_KEYS)) return 0;
  return event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
}
