import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import boards from "./plugins/boards.ts";
import icons from "./plugins/icons.ts";
import rules from "./plugins/rules.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  plugins: [boards(here(".")), icons(), rules(), svelte()],
  resolve: {
    // How boards name what the frame offers them.
    alias: { $web: here("src") },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  build: {
    outDir: here("../src/tablee/static"),
    emptyOutDir: true,
    target: "es2022",
    // Colours for day and night are written light-dark(day, night); phones of 2022 get the long form.
    cssTarget: ["chrome107", "safari16", "firefox104"],
    assetsInlineLimit: 0,
    // How long each part of a build takes is no news.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
