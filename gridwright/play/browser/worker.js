/**
 * Runs the package in a web worker, in place of the server. `site.py` puts the other files beside this one, and writes
 * the names of the ARCHIVES, the TOTAL of the bytes to load, and the address of the LAST of them as it is kept.
 */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const DATA = "/data";
/** Requests after which the database must be stored. */
const KEEPS = /^(PUT|DELETE) |^POST .*(open|generate|today|saved|rate|draft\/play)$/;
/** @type {any} */
let python;
let saving = Promise.resolve();

/** Copies the database between the worker's memory and the browser's storage. @param {boolean} load */
const synced = (load) => new Promise((done, failed) => {
	python.FS.syncfs(load, (fault) => (fault ? failed(fault) : done(undefined)));
});

const plainFetch = self.fetch;
let loaded = 0;
let told = 0;
/** Reports the bytes that arrive. */
async function countingFetch(request, options) {
	const answer = await plainFetch(request, options);
	const counter = new TransformStream({
		transform(bytes, to) {
			loaded += bytes.length;
			if (loaded - told > TOTAL / 200 || loaded >= TOTAL) postMessage({ loaded: told = loaded, total: TOTAL });
			to.enqueue(bytes);
		},
	});
	return answer.body ? new Response(answer.body.pipeThrough(counter), answer) : answer;
}

async function contents(name) {
	const answer = await fetch(name);
	if (!answer.ok) throw new Error(`${name} cannot be loaded.`);
	return answer.arrayBuffer();
}

async function booted() {
	// What is kept already comes as it is: only so does the browser also keep the compiled form.
	if (!await self.caches?.match(new URL(LAST, import.meta.url))) self.fetch = countingFetch;
	const archives = ARCHIVES.map(contents);
	const examples = contents("examples.json");
	python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
	python.FS.mkdirTree(DATA);
	python.FS.mount(python.FS.filesystems.IDBFS, {}, DATA);
	await synced(true);
	for (const [i, name] of ARCHIVES.entries()) python.unpackArchive(await archives[i], name.endsWith(".whl") ? "wheel" : "zip");
	self.fetch = plainFetch;
	const local = python.pyimport("gridwright.play.api");
	const page = local.LocalApi(DATA, new TextDecoder().decode(await examples));
	await synced(false);
	postMessage({ ready: true });
	return page;
}

/** Only one window at a time uses the database; others wait until it is closed. */
const page = new Promise((done, failed) => {
	const own = (lock) => {
		if (!lock) return null;
		booted().then(done, failed);
		return new Promise(() => {});
	};
	navigator.locks.request("gridwright", { ifAvailable: true }, own).then((taken) => {
		if (taken !== null) return;
		postMessage({ waiting: true });
		navigator.locks.request("gridwright", (lock) => {
			postMessage({ waiting: false });
			return own(lock);
		});
	});
});

onmessage = async ({ data: { n, method, path, body } }) => {
	try {
		const found = (await page).answer(method, path, body);
		const [status, media, bytes] = [found.status, found.media, found.data.toJs()];
		found.destroy();
		if (KEEPS.test(`${method} ${path}`)) await (saving = saving.then(() => synced(false)));
		postMessage({ n, status, media, bytes });
	} catch (fault) {
		postMessage({ n, status: 500, media: "application/json", bytes: new TextEncoder().encode(JSON.stringify({ error: String(fault.message || fault).slice(-400) })) });
	}
};
