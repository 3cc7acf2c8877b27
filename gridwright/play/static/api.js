/** Requests to the server. Every failure is an error with words that can be shown. */

export class Failure extends Error {
	/** @param {string} words @param {number} status @param {any} told */
	constructor(words, status = 0, told = {}) {
		super(words);
		this.status = status;
		this.told = told;
	}
}

const isLocal = "local" in document.documentElement.dataset;

/** Answers a request: by a server, or by a web worker if the page has no server. */
export const send = isLocal
	// @ts-ignore: the module exists only in the page without a server
	? (await import("./local.js")).send
	: (path, method, body) => fetch(path, {
		method, cache: "no-cache", ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
	});

/** @param {string} path @param {string} [method] @param {any} [body] @returns {Promise<any>} */
export async function ask(path, method = "GET", body = undefined) {
	let answer;
	try {
		answer = await send(path, method, body);
	} catch (fault) {
		throw new Failure("The server does not answer. Is “gridwright play” still running?", 0, { fault: String(fault) });
	}
	const found = await answer.json().catch(() => ({}));
	if (!answer.ok) throw new Failure(found.error || `The server answered ${answer.status}.`, answer.status, found);
	return found;
}

/** Sends something while the page closes. */
export function lastWords(path, body) {
	if (isLocal) {
		send(path, "POST", body);
		return true;
	}
	const data = new Blob([JSON.stringify(body)], { type: "application/json" });
	return navigator.sendBeacon(path, data);
}

/** Shows a picture once it is near the visible part of the page. @param {HTMLImageElement} image */
export function showPicture(image, path) {
	if (!isLocal) {
		image.src = path;
		return;
	}
	const watch = new IntersectionObserver(async ([one]) => {
		if (!one.isIntersecting) return;
		watch.disconnect();
		image.src = URL.createObjectURL(await (await send(path, "GET")).blob());
		image.onload = () => URL.revokeObjectURL(image.src);
	}, { rootMargin: "200px" });
	watch.observe(image);
}
