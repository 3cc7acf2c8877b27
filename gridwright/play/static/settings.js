/** Choices of the player, the same for all puzzles; kept on the server. */

import { ask } from "./api.js";
import { checkbox, dialog, select } from "./dom.js";

export const settings = {
  check: "request", solved: "once", timer: false, theme: "auto", shortcuts: true, autoRemove: false, doneMarks: true,
};

export async function loadSettings() {
  Object.assign(settings, await ask("api/settings").catch(() => ({})));
  applyTheme();
}

export function set(name, value) {
  settings[name] = value;
  applyTheme();
  document.dispatchEvent(new CustomEvent("settings"));
  ask("api/settings", "PUT", { [name]: value }).catch(() => {});
}

export function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
}

export function settingsDialog() {
  const choose = (label, name, options) => select(label, options, settings[name], (value) => set(name, value));
  const check = (label, name) => checkbox(label, settings[name], (value) => set(name, value));
  dialog("Settings", [
    choose("Check for mistakes", "check", [["off", "never"], ["request", "when I ask"], ["live", "always"]]),
    choose("Say “solved”", "solved", [["once", "as soon as it is"], ["full", "when every place is decided"], ["check", "when I press Check"]]),
    choose("Colours", "theme", [["auto", "as the device"], ["light", "light"], ["dark", "dark"], ["contrast", "high contrast"]]),
    check("Show a timer", "timer"),
    check("Remove candidates that a number rules out", "autoRemove"),
    check("Shortcuts by single letters", "shortcuts"),
  ]);
}
