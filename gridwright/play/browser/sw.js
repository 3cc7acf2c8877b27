/** Caches the files of the page, so that it opens offline. VERSION and FILES are written by `site.py`. */

const CACHE = `gridwright-${VERSION}`;

self.addEventListener("install", (event) => {
	event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
	const old = (name) => name.startsWith("gridwright-") && name !== CACHE;
	event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
	if (event.request.method !== "GET") return;
	event.respondWith(caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true })).then((kept) => kept || fetch(event.request)));
});
