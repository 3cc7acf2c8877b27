/** Sends requests to the package in a web worker instead of a server. */

const labels = JSON.parse(localStorage.getItem("gridwright:labels") || "{}");
/** A label in the language of the last visit. @param {string} text @param {Object<string, any>} [words] */
const t = (text, words = {}) => (labels[text] || text).replace(/\{(\w+)\}/g, (_, name) => words[name]);

const told = document.createElement("p");
const bar = document.createElement("progress");
bar.hidden = true;
bar.setAttribute("aria-label", t("Loading"));
const figures = document.createElement("p");
const box = document.createElement("div");
box.className = "failure";
told.setAttribute("role", "status");
box.append(told, bar, figures);

/** Shows a message until the page is ready. @param {string} words */
function tell(words) {
	if (told.textContent !== words) told.textContent = words;
	if (!box.isConnected) document.getElementById("view")?.replaceChildren(box);
}
/** Shows how many bytes have come. @param {number} loaded @param {number} total */
function showProgress(loaded, total) {
	bar.hidden = loaded >= total;
	bar.max = total;
	bar.value = loaded;
	const [n, all] = [loaded, total].map((bytes) => (bytes / 1e6).toFixed(1));
	figures.textContent = bar.hidden ? "" : t("{n} of {all} MB", { n, all });
	tell(bar.hidden ? STARTING : t("Loading Gridwright into this browser. Later it works without a network."));
}
const failed = (words) => ({ status: 500, media: "application/json", bytes: new TextEncoder().encode(JSON.stringify({ error: words })) });
const STARTING = t("Starting…");
/** @type {Map<number, (answer: any) => void>} */
const asked = new Map();
let count = 0;
/** @type {Worker} */
let worker;

function start() {
	worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
	worker.onmessage = ({ data }) => {
		if ("waiting" in data) tell(data.waiting ? t("Gridwright is open in another window. This one waits until it is closed.") : STARTING);
		if ("loaded" in data) showProgress(data.loaded, data.total);
		if ("ready" in data) navigator.serviceWorker?.controller?.postMessage("keep");
		asked.get(data.n)?.(data);
		asked.delete(data.n);
	};
	worker.onerror = (fault) => {
		const words = fault.message || t("the worker does not start");
		endAll(t("This browser cannot run Gridwright: {fault}.", { fault: words }));
	};
}

/** Answers all waiting requests. @param {string} words */
function endAll(words) {
	for (const answer of asked.values()) answer(failed(words));
	asked.clear();
}

/** Answers a request as `fetch` does. @param {string} path @param {string} method @param {any} body */
export function send(path, method, body) {
	if (method === "DELETE" && path === "api/generate") {  // Python does not listen while it works, so it is restarted
		worker.terminate();
		endAll(t("Cancelled."));
		start();
		return Promise.resolve(new Response("{}"));
	}
	return new Promise((done) => {
		count += 1;
		asked.set(count, ({ status, media, bytes }) => done(new Response(bytes, { status, headers: { "Content-Type": media } })));
		const message = { n: count, method, path, body: body === undefined ? "" : JSON.stringify(body) };
		started.then(() => worker.postMessage(message));
	});
}

const PATIENCE = 2000;

/**
 * Waits for the service worker, which then sees, and keeps, all that is loaded. A new version of it replaces the old
 * one here, before anything runs. Without it, the page needs the network every time.
 */
async function kept() {
	const keeper = navigator.serviceWorker;
	const replaced = new Promise((done) => keeper.addEventListener("controllerchange", done, { once: true }));
	const { waiting } = await keeper.getRegistration() || {};
	if (waiting) {
		waiting.postMessage("replace");
		await replaced;
		location.reload();
		return new Promise(() => {});
	}
	const registered = keeper.register("sw.js").then(() => replaced);
	return keeper.controller || Promise.race([registered, new Promise((done) => { setTimeout(done, PATIENCE); })]);
}

tell(STARTING);
const started = kept().catch(() => {}).then(start);
