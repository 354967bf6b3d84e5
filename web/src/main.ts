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
  // It comes after the files of a first visit: told which they were, it keeps them too.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(loadedFiles()));
}

function loadedFiles(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  return names.filter((name) => name.startsWith("/assets/"));
}
