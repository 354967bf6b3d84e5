// Keeps what never changes, so that a second visit loads next to nothing and the page opens without a network.
// What happens at a table is never kept: only the page, and files whose names carry a digest of their content.
const CACHE = "tablee-1";
const PAGE = "/";
const PAGES = /^\/($|t\/|games\/|credits$|account$|house$)/;
const FILES = /^\/(assets\/|icon|manifest)/;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)));
});

addEventListener("activate", (event) => event.waitUntil(removeOthers().then(() => clients.claim())));

// A first visit has loaded its files before we were there: the page tells us which.
addEventListener("message", (event) => event.waitUntil(Promise.all(event.data.map((file) => keptFile(file)))));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(freshPage(request));
  else if (FILES.test(pathname)) event.respondWith(keptFile(request));
});

async function removeOthers() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
}

/** The page as the server has it now; without a network, as it was. Every address shows the same page. */
async function freshPage(request) {
  const fresh = await fetch(request).catch(() => null);
  if (!fresh) return (await caches.match(PAGE)) ?? Response.error();
  if (fresh.ok) await keepPage(fresh.clone());
  return fresh;
}

/** Another page than before names other files: those of before are forgotten with it. */
async function keepPage(fresh) {
  const old = await caches.match(PAGE);
  if (old?.headers.get("etag") !== fresh.headers.get("etag")) await caches.delete(CACHE);
  await (await caches.open(CACHE)).put(PAGE, fresh);
}

async function keptFile(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}
