/** How requests reach the package: by its server, or by a web worker if the page has no server. */

export const isLocal = "local" in document.documentElement.dataset;

/** @type {(path: string, method: string, body?: any) => Promise<Response>} */
export const send = isLocal
	// @ts-ignore: the module exists only in the page without a server
	? (await import("./local.js")).send
	: (path, method, body) => fetch(path, {
		method, cache: "no-cache", ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}) }),
	});
