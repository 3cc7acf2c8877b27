"""The output of pictures, and their options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click

from .boards import Label
from .show import fail

THEMES = ("light", "dark", "gray", "high-contrast", "transparent", "auto")
COORDINATES = ("r1c1", "A1")
"""The values that ``draw`` accepts; copied here so that it is imported only when something is drawn."""
KINDS = ("svg", "png", "pdf", "eps", "spf")
PICTURES = KINDS[:4]
"""The formats of output files, and those that are only pictures."""
_UNITS = {"mm": 72 / 25.4, "cm": 72 / 2.54, "in": 72.0, "pt": 1.0}


theme_option = click.option(
    "--theme", type=click.Choice(THEMES), default="light", show_default=True, help="The colours of the picture."
)
coordinates_option = click.option(
    "--coordinates", type=click.Choice(COORDINATES), help="Label rows and columns beside the board: r1 c1, or 1 A."
)


def points(_ctx: click.Context, _param: click.Parameter, value: str | None) -> float | None:
    """A length such as 120mm, 12cm, 5in or 300pt in points; a bare number is millimetres."""
    if value is None:
        return None
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) ?(mm|cm|in|pt)?", value)
    if found is None:
        raise click.BadParameter(f"{value!r} is not a length; write 120mm, 12cm, 5in or 300pt")
    length = float(found[1]) * _UNITS[found[2] or "mm"]
    if not 10 <= length <= 15_000:
        raise click.BadParameter(f"{value!r} is out of range; a width can be 4mm to 5m")
    return length


@dataclass
class Place:
    """The output of pictures: one file, or a folder with pictures named after the files of their puzzles."""

    path: Path
    kind: str
    folder: bool
    taken: set[Path] = field(default_factory=set)
    refused: bool = False
    """Whether it has been reported that a file contains only one picture."""

    def refusal(self) -> str:
        """Why there is no file for another picture; empty if that has been reported already."""
        if self.refused:
            return ""
        self.refused = True
        return f"{self.path} already contains a picture; name a folder to draw several puzzles"

    def store(self, path: Path, data: bytes) -> str:
        """Writes a picture. Returns an error message, or an empty string."""
        from ..picture.target import store

        try:
            if not path.parent.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
            store(path, data)
        except OSError as fault:
            return f"{path}: {(fault.strerror or str(fault)).lower()}"
        return ""

    def next(self, label: Label) -> Path | None:
        """The file for a puzzle's picture; None if the only file is taken."""
        if not self.folder:
            path = self.path
            if path in self.taken:
                return None
        else:
            stem = "puzzle" if label.file == "-" else Path(label.file).stem
            names = (stem if label.alone and not n else f"{stem}-{label.place + 1 + n}" for n in range(100_000))
            path = next(p for name in names if (p := self.path / f"{name}.{self.kind}") not in self.taken)
        self.taken.add(path)
        return path


def place_of(output: str, kind: str | None = None, kinds: Sequence[str] = KINDS) -> Place:
    """The place that the option names; ends the program if it is invalid."""
    if output in ("", "-"):
        fail("pictures are written to a file or a folder; name one")
    path = Path(output)
    ending = path.suffix.lower().lstrip(".")
    if path.is_dir() or output.endswith(("/", "\\")) or not ending:
        return Place(path, kind or "svg", True)
    if ending not in kinds:
        fail(f"{output}: pictures are written as {', '.join('.' + known for known in kinds)}, or into a folder")
    if kind is not None and kind != ending:
        fail(f"{output}: the name says {ending}, --as says {kind}")
    return Place(path, ending, False)
