"""Writes files atomically."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def store(path: str | Path, data: bytes) -> None:
    """Replaces a file's content once all bytes are written. Raises OSError.

    Devices and pipes are written directly. Symbolic links are kept.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    beside = target.parent / f".gridwright-{token_hex(6)}"
    try:
        try:
            file = beside.open("xb")
        except OSError as fault:
            raise type(fault)(fault.errno, fault.strerror, str(path)) from None
        with file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
