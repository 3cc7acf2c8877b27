"""Firefox, driven by its own protocol (Marionette), which needs no further program."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .browser import PATIENCE, Point, free_port

FIREFOX = os.environ.get("GRIDWRIGHT_FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
_PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False, "services.settings.server": "", "network.captive-portal-service.enabled": False,
}  # fmt: skip
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of references to elements, as the WebDriver standard has it."""
_KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Control": "\ue009", "ArrowRight": "\ue014", "Space": " "}
_BUTTONS = {"left": 0, "right": 2}


class Firefox:
    """A window of Firefox."""

    def __init__(self, port: int) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)
        self._stream, self._n = self._socket.makefile("rb"), 0
        self._received()  # its greeting
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "normal"}}})

    def close(self) -> None:
        """Closes the connection."""
        self._stream.close()
        self._socket.close()

    def _received(self) -> Any:
        """The next message: its length, a colon, and JSON."""
        length = b""
        while (char := self._stream.read(1)) != b":":
            if not char:
                raise ConnectionError("Firefox has gone")
            length += char
        return json.loads(self._stream.read(int(length)))

    def ask(self, command: str, told: dict[str, Any] | None = None) -> Any:
        """What a command is answered with. Raises RuntimeError if it fails."""
        self._n += 1
        data = json.dumps([0, self._n, command, told or {}]).encode()
        self._socket.sendall(b"%d:%b" % (len(data), data))
        _, _, fault, answer = self._received()
        if fault:
            raise RuntimeError(f"{command}: {fault['message']}")
        return answer.get("value", answer) if isinstance(answer, dict) else answer

    # -- pages --

    def open(self, address: str) -> None:
        """Opens an address."""
        self.ask("WebDriver:Navigate", {"url": address})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        return self.ask("WebDriver:ExecuteScript", {"script": f"return {expression}", "args": []})

    def wait(self, expression: str) -> None:
        """Waits until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(expression):
            assert time.monotonic() < end, f"not in time: {expression}"
            time.sleep(0.05)

    # -- input --

    def _act(self, kind: str, actions: list[dict[str, Any]], **more: Any) -> None:
        self.ask("WebDriver:PerformActions", {"actions": [{"type": kind, "id": kind, "actions": actions, **more}]})

    def drag(self, *points: Point, button: str = "left") -> None:
        """Presses at the first point of the window, goes through the others and lets go."""
        moves = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)} for x, y in points]
        which = {"button": _BUTTONS[button]}
        self._act("pointer", [moves[0], {"type": "pointerDown", **which}, *moves[1:], {"type": "pointerUp", **which}],
                  parameters={"pointerType": "mouse"})  # fmt: skip

    def press(self, *keys: str) -> None:
        """Presses keys together, such as Control and z."""
        values = [_KEYS.get(key, key) for key in keys]
        self._act("key", [*({"type": "keyDown", "value": value} for value in values),
                          *({"type": "keyUp", "value": value} for value in reversed(values))])  # fmt: skip

    def click(self, selector: str) -> None:
        """Clicks an element."""
        found = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.ask("WebDriver:ElementClick", {"id": found[_ELEMENT]})


@contextmanager
def open_firefox(profile: Path) -> Iterator[Firefox]:
    """A window of a new Firefox."""
    assert FIREFOX is not None
    port = free_port()
    preferences = {**_PREFERENCES, "marionette.port": port}
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
    (profile / "user.js").write_text("".join(lines), encoding="utf-8")
    command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        window = Firefox(port)
        yield window
        window.close()
    finally:
        process.terminate()
        process.wait(PATIENCE)
