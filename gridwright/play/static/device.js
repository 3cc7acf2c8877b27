/** The address for other devices in the same network, with its QR code. */

import { ask } from "./api.js";
import { dialog, el } from "./dom.js";
import { linkField } from "./share.js";
import { t } from "./texts.js";

/** Shows the address of what this page shows. */
export async function deviceDialog() {
	const part = location.hash.slice(1);
	const { address, code } = await ask("api/device", "POST", { part: part.startsWith("p=") ? "" : part });
	if (!address) {
		dialog(t("Play on another device"), [
			el("p", {}, t("So that a phone or tablet in the same network can play here, end the server and start it again with:")),
			el("p", {}, el("code", {}, "gridwright play --host 0.0.0.0")),
		]);
		return;
	}
	dialog(t("Play on another device"), [
		el("p", {}, t("Scan this code with a phone or tablet in the same network. It opens what you see now, with your marks."), " ",
			t("Whoever has this address can see and change your puzzles.")),
		code && el("img", { src: code, class: "code", alt: t("QR code of the address below") }),
		linkField(t("Address"), address),
	].filter(Boolean));
}
