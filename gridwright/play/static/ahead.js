/** Requests the board that the address names, while the scripts that show it are still being loaded. */

{
	const [, id] = /^#play\/(.+)/.exec(location.hash) || [];
	const paths = id && !("local" in document.documentElement.dataset) ? [`api/puzzles/${id}`, `api/puzzles/${id}/position`] : [];
	/** @type {any} */ (window).ahead = new Map(paths.map((path) => [path, fetch(path, { cache: "no-cache" })]));
}
