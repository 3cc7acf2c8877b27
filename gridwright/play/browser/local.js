/** Sends requests to the package in a web worker instead of a server. */

const labels = JSON.parse(localStorage.getItem("gridwright:labels") || "{}");
/** A label in the language of the last visit. @param {string} text @param {string} [fault] */
const t = (text, fault = "") => (labels[text] || text).replace("{fault}", fault);

/** Shows a message until the page is ready. @param {string} words */
function tell(words) {
	const told = document.createElement("p");
	told.className = "failure";
	told.setAttribute("role", "status");
	told.textContent = words;
	document.getElementById("view")?.replaceChildren(told);
}
const failed = (words) => ({ status: 500, media: "application/json", bytes: new TextEncoder().encode(JSON.stringify({ error: words })) });
const LOADING = t("Loading Gridwright into this browser. The first time that takes a while; later it works without a network.");
/** @type {Map<number, (answer: any) => void>} */
const asked = new Map();
let count = 0;
/** @type {Worker} */
let worker;

function start() {
	worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
	worker.onmessage = ({ data }) => {
		if ("waiting" in data) tell(data.waiting ? t("Gridwright is open in another window. This one waits until it is closed.") : LOADING);
		asked.get(data.n)?.(data);
		asked.delete(data.n);
	};
	worker.onerror = (fault) => {
		const words = fault.message || t("the worker does not start");
		endAll(t("This browser cannot run Gridwright: {fault}.", words));
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
		worker.postMessage({ n: count, method, path, body: body === undefined ? "" : JSON.stringify(body) });
	});
}

tell(LOADING);
start();
navigator.serviceWorker?.register("sw.js").catch(() => {});  // without it, the page needs the network every time
