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
}
