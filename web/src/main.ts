import "./style/fonts.css";
import "./style/base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./settings.svelte.ts";

settings.keep();
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it everything works, only less quickly: some browsers refuse in private windows.
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  // It comes after the files of a first visit: told which they were, it keeps those that may be kept.
  void navigator.serviceWorker.ready.then(({ active }) => {
    const tell = (loaded: PerformanceEntry[]) => active?.postMessage(loaded.map(({ name }) => new URL(name).pathname));
    new PerformanceObserver((seen) => tell(seen.getEntries())).observe({ type: "resource", buffered: true });
  });
}
