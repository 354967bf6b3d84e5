// The focus of the keyboard, where what had it is replaced or covered.

/** Focus an element if what had the focus is gone or inert. Without it a screen reader falls silent, and the next key goes astray. */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement, body } = document;
  // A browser takes the focus off an inert element only later.
  if (activeElement === body || activeElement?.closest("[inert]")) element?.focus({ preventScroll: true });
}
