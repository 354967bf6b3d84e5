import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

// The service worker itself, in a context with what a browser gives it. Test browsers show no notifications, so this
// is the only place where a touch on one is tested.

type Handler = (event: Record<string, unknown>) => void;
type Shown = { title: string; tag: string; data: { path: string } };

/** Run the worker with these open windows; return its handlers and a list of what it did. */
function startWorker(open: string[], badge = true) {
  const handlers: Record<string, Handler> = {};
  const done: string[] = [];
  const shown: Shown[] = [];
  const clients = {
    matchAll: () => Promise.resolve(open.map((url) => ({ url, focus: () => done.push(`focus ${url}`) }))),
    openWindow: (path: string) => done.push(`open ${path}`),
  };
  const setAppBadge = (turns: number) => Promise.resolve(done.push(`badge ${turns}`));
  const clearAppBadge = () => Promise.resolve(done.push("badge 0"));
  const context = createContext({
    URL,
    clients,
    navigator: badge ? { setAppBadge, clearAppBadge } : {},
    registration: { showNotification: (title: string, options: object) => shown.push({ title, ...options } as Shown) },
    addEventListener: (kind: string, handler: Handler) => (handlers[kind] = handler),
  });
  runInContext(readFileSync(new URL("../public/sw.js", import.meta.url), "utf8"), context);

  async function dispatch(kind: string, event: Record<string, unknown>): Promise<void> {
    const waits: unknown[] = [];
    handlers[kind]!({ ...event, waitUntil: (wait: unknown) => waits.push(wait) });
    await Promise.all(waits);
  }
  return { dispatch, done, shown };
}

const touch = (path: string, done: string[]) => ({ notification: { data: { path }, close: () => done.push("close") } });

test("a touch on a notification shows the window that has the table open", async () => {
  const { dispatch, done } = startWorker(["https://tablee.example/", "https://tablee.example/t/abc"]);
  await dispatch("notificationclick", touch("/t/abc", done));
  assert.deepEqual(done, ["close", "badge 0", "focus https://tablee.example/t/abc"]);
});

test("without such a window the table opens in a new one, also in a browser without badges", async () => {
  const { dispatch, done } = startWorker(["https://tablee.example/t/other"], false);
  await dispatch("notificationclick", touch("/t/abc", done));
  assert.deepEqual(done, ["close", "open /t/abc"]);
});

test("a call is shown under its table, so that the next one replaces it, and counts the turns", async () => {
  const { dispatch, done, shown } = startWorker([]);
  const call = { title: "C’est à vous de jouer", body: "1001 Îles", path: "/t/abc", lang: "fr", turns: 2 };
  await dispatch("push", { data: { json: () => call } });
  await dispatch("push", { data: null });
  assert.deepEqual(shown.map(({ title, tag, data }) => [title, tag, data.path]), [
    ["C’est à vous de jouer", "/t/abc", "/t/abc"],
    ["Tablée", "/", "/"],
  ]);
  assert.deepEqual(done, ["badge 2"]);
});
