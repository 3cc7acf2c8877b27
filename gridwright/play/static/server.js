/** How requests reach the package: by its server, or by a web worker if the page has no server. */

export const isLocal = "local" in document.documentElement.dataset;

/** The answer to a request of `ahead.js`, which serves once. @param {string} path @returns {Promise<Response>|undefined} */
function requested(path) {
	const { ahead } = /** @type {any} */ (window);
	const found = ahead?.get(path);
	ahead?.delete(path);
	return found;
}

/** @type {(path: string, method: string, body?: any) => Promise<Response>} */
export const send = isLocal
	// @ts-ignore: the module exists only in the page without a server
	? (await import("./local.js")).send
	: (path, method, body) => (method === "GET" && requested(path)) || fetch(path, {
		method, cache: "no-cache", ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
	});
