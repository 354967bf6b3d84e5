// The service worker. It caches the page, the files whose names contain a hash of their content, and the game data, so
// that a second visit loads almost nothing and rules and pieces can be read offline. Data of tables is never cached.
// What a device needs to play offline is in a cache of its own, which the page fills (src/local/pack.svelte.ts) and which is
// complete or not listed as installed: its page fits its files and its rules, whatever was visited since.
const CACHE = "tablee-1";
const OFFLINE_PREFIX = "tablee-offline-";
const OFFLINE_LIST = "/offline.json";
const PAGE = "/";
const PAGE_PATHS =
  /^\/($|t\/|device\/|games\/|matches$|daily(\/|$)|me$|people\/|friends(\/|$)|groups\/|host$|account$|notifications$|house$|credits$|offline$)/;
// Tables of the device run in the installed version, so that a new one does not arrive in the middle of a match.
const DEVICE_PATHS = /^\/device\//;
const FILE_PATHS = /^\/(assets\/|icon|manifest)/;
const GAME_DATA_PATHS = /^\/api\/(games(\/[^/]+\/pieces)?|bots)$/;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)));
});

addEventListener("activate", (event) => event.waitUntil(deleteOldCaches().then(() => clients.claim())));

// On a first visit files are loaded before this worker is active: the page reports their paths.
addEventListener("message", (event) => event.waitUntil(Promise.all(event.data.map(addToCache))));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("x-pass-on")) return;
  if (request.mode === "navigate" && DEVICE_PATHS.test(pathname)) event.respondWith(installedPage(request));
  else if (request.mode === "navigate" && PAGE_PATHS.test(pathname)) event.respondWith(networkFirstPage(request));
  else if (FILE_PATHS.test(pathname)) event.respondWith(cacheFirst(request));
  else if (GAME_DATA_PATHS.test(pathname)) event.respondWith(networkFirstData(request));
  else if (pathname === OFFLINE_LIST) event.respondWith(fetch(request).catch(() => matchOffline(OFFLINE_LIST)));
});

addEventListener("push", (event) => event.waitUntil(showCall(event.data?.json() ?? {})));

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openTable(event.notification.data.path));
});

/** Show a call of the server, which is in the person's language; a later one of the same table replaces it. */
async function showCall({ title = "Tablée", body = "", path = "/", lang = "fr", turns = 0 }) {
  await registration.showNotification(title, { body, lang, tag: path, icon: "/icon-192.png", badge: "/icon-192.png", data: { path } });
  // Not every browser has a badge, and none shows it unless the site is installed.
  if (turns) await navigator.setAppBadge?.(turns).catch(() => {});
}

/** Show the table of a call: in the window that has it open, or in a new one. The page sets the badge anew. */
async function openTable(path) {
  await navigator.clearAppBadge?.().catch(() => {});
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : clients.openWindow(path));
}

async function addToCache(path) {
  if (GAME_DATA_PATHS.test(path) || FILE_PATHS.test(path)) await cacheFirst(path);
}

async function deleteOldCaches() {
  for (const name of await caches.keys()) if (name !== CACHE && !name.startsWith(OFFLINE_PREFIX)) await caches.delete(name);
}

/** Return a file of the complete offline cache: the list is put there last. An error if there is none. */
async function matchOffline(path) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(OFFLINE_PREFIX)) continue;
    const cache = await caches.open(name);
    const found = (await cache.match(OFFLINE_LIST)) && (await cache.match(path));
    if (found) return found;
  }
  return Response.error();
}

/** Return the page of the installed version; without one, that of the server. */
async function installedPage(request) {
  const installed = await matchOffline(PAGE);
  return installed.ok ? installed : networkFirstPage(request);
}

/** Fetch the page, or return the cached one if there is no network. All URLs have the same page. */
async function networkFirstPage(request) {
  const fresh = await fetch(request).catch(() => null);
  if (!fresh) {
    const offline = await matchOffline(PAGE);
    return offline.ok ? offline : ((await caches.match(PAGE)) ?? Response.error());
  }
  if (fresh.ok) await storePage(fresh.clone());
  return fresh;
}

/** Fetch game data, or return the cached answer with a header that tells the page so (see api.ts). */
async function networkFirstData(request) {
  const fresh = await fetch(request).catch(() => null);
  if (!fresh) return markCached(await caches.match(request));
  if (fresh.ok) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

function markCached(cached) {
  if (!cached) return Response.error();
  return new Response(cached.body, { headers: { "content-type": "application/json", "x-kept": "yes" } });
}

/** Store the page. If it has changed it refers to other files, so the old cache is deleted first. */
async function storePage(fresh) {
  const old = await caches.match(PAGE);
  if (old?.headers.get("etag") !== fresh.headers.get("etag")) await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(PAGE, fresh);
}

async function cacheFirst(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}
