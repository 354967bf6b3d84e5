import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import browsers from "./browsers.json" with { type: "json" };
import boards from "./plugins/boards.ts";
import icons from "./plugins/icons.ts";
import rules from "./plugins/rules.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// What the home page and every table load.
const BASE = /\/node_modules\/svelte\/|\/src\/(storage|local\/runtime|people\/known|presets|language\.svelte|seats|results|games|place)\.ts$/;
// What every screen of a match loads.
const PLAY = /\/src\/(motion|moveInput\.svelte|narrowing|sentences|story|table\/icons)\.ts$/;

export default defineConfig({
  root: here("."),
  plugins: [boards(here(".")), icons(), rules(), svelte()],
  // Set by web/build.py: where Python for browsers is (src/local/runtime.ts); null without it, as in `npm run dev`.
  define: { __RUNTIME__: process.env["TABLEE_RUNTIME"] ?? "null" },
  // Workers have their own folder: the server sends their scripts with the headers of a page (http/middleware.py).
  worker: {
    format: "es",
    rolldownOptions: { checks: { pluginTimings: false }, output: { entryFileNames: "assets/workers/[name]-[hash].js" } },
  },
  resolve: {
    // Boards, which live outside this folder, import from the client as $web.
    alias: { $web: here("src") },
  },
  server: {
    fs: { allow: [here("..")] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  build: {
    outDir: here("../src/tablee/static"),
    emptyOutDir: true,
    // Scripts and styles are compiled for these: light-dark() becomes media queries, nested rules become flat ones.
    target: Object.entries(browsers).map(([name, version]) => `${name}${version}`),
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Suppresses the warning about slow plugins.
      checks: { pluginTimings: false },
      // Small modules that are loaded together: a file of its own costs each about 300 bytes of headers.
      output: { codeSplitting: { groups: [{ name: "base", test: BASE }, { name: "play", test: PLAY }] } },
    },
  },
});
