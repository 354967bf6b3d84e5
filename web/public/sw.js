// Keeps what never changes, so that a second visit loads next to nothing and the page opens without a network.
// What happens at a table is never kept: only the page, files whose names carry a digest of their content, and what
// the shelf holds, so that rules and pieces that were read once can be read again on a train.
const CACHE = "tablee-1";
const PAGE = "/";
const PAGES = /^\/($|t\/|games\/|credits$|account$|house$)/;
const FILES = /^\/(assets\/|icon|manifest)/;
const SHELF = /^\/api\/(games(\/[^/]+\/pieces)?|bots)$/;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)));
});

addEventListener("activate", (event) => event.waitUntil(removeOthers().then(() => clients.claim())));

// A first visit has loaded its files before we were there: the page tells us which.
addEventListener("message", (event) => event.waitUntil(Promise.all(event.data.map(keep))));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && PAGES.test(pathname)) event.respondWith(freshPage(request));
  else if (FILES.test(pathname)) event.respondWith(keptFile(request));
  else if (SHELF.test(pathname)) event.respondWith(freshShelf(request));
});

async function keep(path) {
  if (SHELF.test(path) || FILES.test(path)) await keptFile(path);
}

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

/** What the shelf holds now; without a network, what it held, which is marked so that the page can say it. */
async function freshShelf(request) {
  const fresh = await fetch(request).catch(() => null);
  if (!fresh) return marked(await caches.match(request));
  if (fresh.ok) await (await caches.open(CACHE)).put(request, fresh.clone());
  return fresh;
}

function marked(kept) {
  if (!kept) return Response.error();
  return new Response(kept.body, { headers: { "content-type": "application/json", "x-kept": "yes" } });
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
