"""Other devices in the same network: this computer's addresses, the key that opens the page to them, and QR codes."""

from __future__ import annotations

import io
import os
import re
import socket
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe

_KEY = re.compile(r"[\w-]{24}", re.ASCII)
_ELSEWHERE = "192.0.2.1", 9
"""An address for documentation. Nothing is sent to it: it makes the system choose a network."""


def access_key(folder: Path) -> str:
    """The key of a data folder, made when it is first needed, in a file that only its owner can read. Raises OSError.

    It stays the same, so that devices that know it need not ask again. Deleting the file shuts them out.
    """
    file = folder / "key"
    known = file.read_text("utf-8", "replace").strip() if file.exists() else ""
    if not _KEY.fullmatch(known):
        known = token_urlsafe(18)
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as out:
            out.write(known)
    return known


def network_addresses() -> list[str]:
    """The IPv4 addresses under which other devices reach this computer; none if it is in no network."""
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(_ELSEWHERE)
        found.append(probe.getsockname()[0])
    if not found:  # a network without a way out
        with suppress(OSError):
            found = socket.gethostbyname_ex(socket.gethostname())[2]
    return [one for one in found if not ip_address(one).is_loopback]


def qr_image(text: str) -> str:
    """A QR code as the address of an SVG picture; empty if segno is not installed."""
    if not find_spec("segno"):
        return ""
    import segno

    return segno.make(text, micro=False).svg_data_uri(scale=8, light="#fff")


def qr_modules(text: str) -> list[list[bool]]:
    """The modules of a QR code by rows, without its quiet zone: whether they are dark; none if segno is not
    installed."""
    if not find_spec("segno"):
        return []
    import segno

    return [[bool(module) for module in row] for row in segno.make(text, micro=False).matrix]


def qr_lines(text: str) -> list[str]:
    """A QR code as lines of block characters, white on black; none if segno is not installed."""
    if not find_spec("segno"):
        return []
    import segno

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, border=2, compact=True)
    return out.getvalue().splitlines()
