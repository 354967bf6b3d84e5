// A tile turns like a real one. Only one of its sides is ever on the page: they change places while it stands on edge.
import { prefersReducedMotion } from "$web/motion.ts";

const HALF_MS = 150;
const LIFT = "perspective(500px) translateZ(36px)";
const FLAT = "perspective(500px) translateZ(0) rotateY(0)";

/** Turn a card; `change` shows its other side halfway. Returns how to break it off. */
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
