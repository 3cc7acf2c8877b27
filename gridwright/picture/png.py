"""Pictures as PNG: the SVG, rendered by resvg."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from struct import pack
from tempfile import TemporaryFile
from typing import IO, Any
from zlib import crc32

from ..language.shapes import TextShape
from ..logic.ticks import tick
from .fonts import FILES, needed
from .paint import PAINTS
from .sheet import Figure
from .svg import svg_text

LARGEST = 20_000
"""The maximum of each side in dots."""
_MOST_DOTS = 5_000_000
_MOST_CELLS = 2_500
"""Rendering more dots or cells takes longer than about 0.25 s."""
_HEADER = 33
"""The bytes of the signature and the first chunk."""
_PAUSE = 0.02
"""Seconds between checks of the clock."""


def png_bytes(picture: Figure, dpi: float = 150, size: float | None = None) -> bytes:
    """The picture with ``dpi`` dots per inch, ``size`` points wide.

    Pictures of a theme that is not opaque have a transparent background.

    Raises ValueError if the picture would have no pixels, or far too many.
    """
    width = (size or picture.size[0]) * dpi / 72
    height = width / picture.aspect
    if not (0.5 < width <= LARGEST and 0.5 < height <= LARGEST):
        raise ValueError(f"a picture of {width:.0f} x {height:.0f} dots; at most {LARGEST} each way")
    dots = round(width), round(height)
    files = {str(path) for path in FILES}
    for group in picture.groups:
        for shape in group.shapes:
            if isinstance(shape, TextShape) and not shape.text.isascii():
                files.update(map(str, needed(shape.text, PAINTS[shape.paint].bold)))
    options = {
        "svg_string": svg_text(picture, dots=dots, plain=True),
        "background": picture.theme.colours["paper"] if picture.theme.opaque else None,
        "skip_system_fonts": True, "font_files": sorted(files), "sans_serif_family": "Liberation Sans",
    }  # fmt: skip
    is_long = dots[0] * dots[1] > _MOST_DOTS or len(picture.puzzle.board.cells) > _MOST_CELLS
    data = _rendered_apart(options) if is_long and sys.executable else _rendered(options)
    return data[:_HEADER] + _resolution(dpi) + data[_HEADER:]


def _resolution(dpi: float) -> bytes:
    """The chunk with the dots per metre, so that programs know the size of the picture on paper."""
    per_metre = round(dpi / 0.0254)
    chunk = b"pHYs" + pack(">IIB", per_metre, per_metre, 1)
    return pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk))


def _rendered(options: dict[str, Any]) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(**options))


_PROGRAM = """
import json, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
import resvg_py
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin))))
"""


def _rendered_apart(options: dict[str, Any]) -> bytes:
    """Renders in a separate process, which can be stopped: resvg checks no clock and blocks Ctrl-C."""
    with TemporaryFile() as source, _started(source, options) as child:
        try:
            while True:
                tick()
                with suppress(subprocess.TimeoutExpired):
                    data, errors = child.communicate(timeout=_PAUSE)
                    break
        except BaseException:
            child.kill()
            raise
    if child.returncode:
        why = errors.decode(errors="replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"the picture could not be rendered: {why or f'exit status {child.returncode}'}")
    return data


def _started(source: IO[bytes], options: dict[str, Any]) -> subprocess.Popen[bytes]:
    """The process that renders. It reads from a file because ``communicate`` loses input when it is called again."""
    source.write(json.dumps(options).encode())
    source.seek(0)
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM], stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )  # fmt: skip
