/** Requests to the server. Every failure is an error with words that can be shown. */

import { isLocal, send } from "./server.js";
import { t } from "./texts.js";

export class Failure extends Error {
	/** @param {string} words @param {number} status @param {any} told */
	constructor(words, status = 0, told = {}) {
		super(words);
		this.status = status;
		this.told = told;
	}
}

/** The answer to a request. @param {string} path @param {string} [method] @param {any} [body] */
export async function answered(path, method = "GET", body = undefined) {
	let answer;
	try {
		answer = await send(path, method, body);
	} catch (fault) {
		throw new Failure(t("The server does not answer. Is “gridwright play” still running?"), 0, { fault: String(fault) });
	}
	if (answer.ok) return answer;
	const found = await answer.json().catch(() => ({}));
	throw new Failure(found.error || t("The server answered {status}.", answer), answer.status, found);
}

/** What a request is answered with. @param {string} path @param {string} [method] @param {any} [body] @returns {Promise<any>} */
export const ask = async (path, method, body) => (await answered(path, method, body)).json();

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
