import "./style/fonts.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./settings.svelte.ts";
// Listens for the first gesture, which may come on a page that plays no sound.
import "./sound/play.ts";

settings.save();
mount(App, { target: document.getElementById("app")! });

// After an update of the site, files that an open page has not loaded yet are gone: a reload loads the new ones. The home
// page then names another script than this one.
addEventListener("vite:preloadError", async () => {
  const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (answer?.ok && !(await answer.text()).includes(new URL(import.meta.url).pathname)) location.reload();
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
