"""A path: the steps from a position to the answer, and the ways to show them."""

from __future__ import annotations

from pathlib import Path as FilePath
from pathlib import PurePath

from .steps import Steps


class Path(Steps):
    """The steps from a position to the answer, or as far as all answers agree; see ``Steps``."""

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """One self-contained page: a slider through the steps, or without scripts a list."""
        from .html import page

        return page(self)

    def markdown(self, pictures: str = "") -> str:
        """As Markdown; ``pictures`` is the folder, relative to the text, that holds ``step-1.svg`` and so on."""
        from .markdown import text

        return text(self, pictures)

    def pdf(self) -> bytes:
        """As a booklet of steps."""
        from .pdf import booklet

        return booklet(self)

    def json(self) -> str:
        """As JSON: a list of steps with their marks, reasons and words."""
        from .record import record

        return record(self)

    def save(self, path: str | FilePath) -> None:
        """Writes the path in the format that the ending names: html, md (with SVG files beside it), pdf or json.

        Raises ValueError for another ending, OSError where a file cannot be written.
        """
        target = FilePath(path)
        kind = PurePath(path).suffix.lower().lstrip(".")
        if kind == "md":
            folder = target.with_name(f"{target.stem}-steps")
            folder.mkdir(exist_ok=True)
            for stage in self.stages():
                stage.picture().save(folder / f"step-{stage.number}.svg")
            target.write_text(self.markdown(folder.name), "utf-8")
        elif kind == "pdf":
            target.write_bytes(self.pdf())
        elif kind in ("html", "json"):
            target.write_text(self.html() if kind == "html" else self.json(), "utf-8")
        else:
            raise ValueError(f"steps cannot be written as .{kind}; use one of: html, md, pdf, json")
