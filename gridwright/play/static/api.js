/** Requests to the server. Every failure is an error with words that can be shown. */

export class Failure extends Error {
	/** @param {string} words @param {number} status @param {any} told */
	constructor(words, status = 0, told = {}) {
		super(words);
		this.status = status;
		this.told = told;
	}
}

/** @param {string} path @param {string} [method] @param {any} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function ask(path, method = "GET", body = undefined, signal = undefined) {
	const told = method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) };
	let answer;
	try {
		answer = await fetch(path, { method, signal, cache: "no-cache", ...told });
	} catch (fault) {
		if (signal?.aborted) throw new Failure("stopped", -1);
		throw new Failure("The server does not answer. Is “gridwright play” still running?", 0, { fault: String(fault) });
	}
	const found = await answer.json().catch(() => ({}));
	if (!answer.ok) throw new Failure(found.error || `The server answered ${answer.status}.`, answer.status, found);
	return found;
}

/** Sends something while the page goes away. */
export function lastWords(path, body) {
	const data = new Blob([JSON.stringify(body)], { type: "application/json" });
	return navigator.sendBeacon(path, data);
}
