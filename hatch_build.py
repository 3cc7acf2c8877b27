"""Compiles the catalogues of translations for wheels, so that reading them needs no further package."""

import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):
    """Adds a ``.mo`` file for each ``.po`` file. Editable installs read the ``.po`` files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles into a folder that lives as long as the hook."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        for number, source in enumerate(sorted(Path(self.root, "gridwright").rglob("*.po"))):
            target = Path(self.folder.name, f"{number}.mo")
            with source.open("rb") as written, target.open("wb") as compiled:
                write_mo(compiled, read_po(written))
            build_data["force_include"][str(target)] = str(source.relative_to(self.root).with_suffix(".mo"))
