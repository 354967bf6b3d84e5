// The animation of a turning tile. Only one side is in the page: the content changes halfway, at 90 degrees.
import { prefersReducedMotion } from "$web/motion.ts";

const HALF_MS = 150;
const LIFT = "perspective(500px) translateZ(36px)";
const FLAT = "perspective(500px) translateZ(0) rotateY(0)";

/** Animate a card and call `change` halfway, at once if motion is reduced. Return a function that cancels it. */
export function flip(card: HTMLElement, change: () => void): (() => void) | undefined {
  if (prefersReducedMotion() || document.hidden) {
    change();
    return undefined;
  }
  const rise = card.animate([{ transform: FLAT }, { transform: `${LIFT} rotateY(90deg)` }], {
    duration: HALF_MS,
    easing: "ease-in",
    fill: "forwards",
  });
  const timer = setTimeout(() => {
    change();
    rise.cancel();
    card.animate([{ transform: `${LIFT} rotateY(-90deg)` }, { transform: FLAT }], {
      duration: HALF_MS,
      easing: "ease-out",
    });
  }, HALF_MS);
  return () => {
    clearTimeout(timer);
    rise.cancel();
  };
}
