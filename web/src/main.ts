import "./style/fonts.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { network } from "./network.svelte.ts";
import { settings } from "./settings.svelte.ts";
// Listens for the first gesture, which may come on a page that plays no sound.
import "./sound.ts";

settings.save();
mount(App, { target: document.getElementById("app")! });

/** A second reload so soon would not help either. */
const RELOAD_MS = 60_000;

// After an update of the site, files that an open page has not loaded yet are gone: a reload loads the new ones.
addEventListener("vite:preloadError", async () => {
  if (Date.now() - Number(sessionStorage["reloaded"] ?? 0) < RELOAD_MS || !(await network.check())) return;
  sessionStorage["reloaded"] = Date.now();
  location.reload();
});

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // The service worker is optional: some browsers refuse it in private windows.
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // On a first visit files are loaded before the service worker is active: report them, so that it caches them.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const report = (loaded: PerformanceEntry[]) =>
      active?.postMessage(loaded.map(({ name }) => new URL(name).pathname));
    new PerformanceObserver((seen) => report(seen.getEntries())).observe({ type: "resource", buffered: true });
  });
}
