/**
 * The page without a connection: its own files from a cache, everything else from the network.
 *
 * `BUILD` is written in by the build: the files of the page, those that are wanted at once and those that are
 * large, and a version that changes with them.
 */
const { version, files, large } = self.BUILD;
const SHELL = `shell-${version}`;
/** Files whose names change with their content, and pictures of boards; kept across versions. */
const LASTING = 'lasting';
const PICTURES = 'pictures';

const cacheOf = (path) => (path.startsWith('/assets/') ? LASTING : SHELL);

async function keep(path) {
  const cache = await caches.open(cacheOf(path));
  if (path.startsWith('/assets/') && (await cache.match(path))) return;
  const response = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all(files.map(keep)).then(() => self.skipWaiting()));
});

/** Removes what no version of the page asks for any more. */
async function tidy() {
  const known = [SHELL, LASTING, PICTURES];
  for (const name of await caches.keys()) if (!known.includes(name)) await caches.delete(name);
  const lasting = await caches.open(LASTING);
  const wanted = new Set([...files, ...large]);
  for (const request of await lasting.keys())
    if (!wanted.has(new URL(request.url).pathname)) await lasting.delete(request);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

/** The engine and its word lists, for games without a connection. */
self.addEventListener('message', (event) => {
  if (event.data !== 'keep-engine') return;
  const kept = Promise.all(large.map(keep)).then(
    () => 'kept',
    () => 'failed',
  );
  event.waitUntil(kept.then((how) => event.source?.postMessage(how)));
});

/** The newest page there is: that of the server, or else the one that was kept. */
async function page() {
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    if (response.ok) {
      const cache = await caches.open(SHELL);
      await cache.put('/', response.clone());
      return response;
    }
    return (await caches.match('/')) ?? response;
  } catch (error) {
    const kept = await caches.match('/');
    if (kept) return kept;
    throw error;
  }
}

async function file(request, path) {
  const kept = await caches.match(path);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && path.startsWith('/assets/')) {
    const cache = await caches.open(LASTING);
    await cache.put(path, response.clone());
  }
  return response;
}

/** A picture of a variant's board: the kept one at once. */
async function picture(request) {
  const cache = await caches.open(PICTURES);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const path = url.pathname;
  if (request.mode === 'navigate' && path === '/') event.respondWith(page());
  else if (path.startsWith('/assets/') || files.includes(path)) event.respondWith(file(request, path));
  else if (/^\/api\/v1\/variants\/[^/]+\/board\.svg$/.test(path) && url.searchParams.has('mini'))
    event.respondWith(picture(request));
});
