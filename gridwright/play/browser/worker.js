/** Runs the package in a web worker, in place of the server. `site.py` puts the other files beside this one. */

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

async function unpack(name, format) {
	const answer = await fetch(name);
	if (!answer.ok) throw new Error(`${name} cannot be loaded.`);
	python.unpackArchive(await answer.arrayBuffer(), format);
}

async function booted() {
	const { archives, examples } = await (await fetch("parts.json")).json();
	python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
	python.FS.mkdirTree(DATA);
	python.FS.mount(python.FS.filesystems.IDBFS, {}, DATA);
	await synced(true);
	for (const name of archives) await unpack(name, name.endsWith(".whl") ? "wheel" : "zip");
	const local = python.pyimport("gridwright.play.api");
	const page = local.LocalApi(DATA, python.toPy(examples));
	await synced(false);
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
