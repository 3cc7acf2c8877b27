/**
 * Keeps the files of the page, each by its hash, so that it opens offline and that no byte is loaded twice.
 * FILES, the hashes by name, is written by `site.py`.
 */

const BASE = new URL("./", location.href);
const open = () => caches.open("gridwright");
/** The address of a version of a file, which no cache on the way can have in another version. */
const addressOf = (name) => `${BASE}${name}?${FILES[name]}`;
/** Files that are being loaded. @type {Map<string, Promise<Response>>} */
const loading = new Map();

const load = async (name) => stored(name, await fetch(addressOf(name), { cache: "no-store" }));

/** What the page loaded before this worker: it is still in the browser's own cache, but perhaps in an older version. */
async function reload(name) {
	const answer = await fetch(BASE + name, { cache: "force-cache" });
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer()));
	const hash = Array.from(digest.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
	return hash === FILES[name] ? stored(name, answer) : load(name);
}

function stored(name, answer) {
	if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
	const copy = answer.clone();
	open().then((cache) => cache.put(addressOf(name), copy)).finally(() => loading.delete(name));
	return answer;
}

/** A file as it was kept, or else from the network. */
async function file(name, get = load) {
	const kept = await (await open()).match(addressOf(name));
	if (kept) return kept;
	if (!loading.has(name)) loading.set(name, get(name).catch((fault) => {
		loading.delete(name);
		throw fault;
	}));
	return (await loading.get(name)).clone();
}

/** Gets all files; they are kept only as far as they are read. */
const all = (get) => Promise.all(Object.keys(FILES).map(async (name) => (await file(name, get)).arrayBuffer()));

/** A new version is ready when all that has changed is here; the first begins at once. */
self.addEventListener("install", (event) => event.waitUntil(self.registration.active ? all(load) : self.skipWaiting()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
	for (const name of await caches.keys()) if (name.startsWith("gridwright-")) await caches.delete(name);
	const own = new Set(Object.keys(FILES).map(addressOf));
	const cache = await open();
	for (const { url } of await cache.keys()) if (!own.has(url)) await cache.delete(url);
	await self.clients.claim();
})()));

self.addEventListener("message", (event) => event.waitUntil(event.data === "replace" ? self.skipWaiting()
	: all(reload)));

self.addEventListener("fetch", (event) => {
	const { href } = new URL(event.request.url.replace(/[?#].*/, ""));
	const name = href.startsWith(BASE.href) ? decodeURI(href.slice(BASE.href.length)).replace(/^index\.html$/, "") : null;
	if (event.request.method === "GET" && name !== null && name in FILES) event.respondWith(file(name));
});
