"""Hooks of MkDocs: links in HTML lead to pages, like those in Markdown, and the page to play puzzles on is added to the
site if the files that it needs are available."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import Any

_PYODIDE, _WHEELS = "GRIDWRIGHT_PYODIDE", "GRIDWRIGHT_WHEELS"
_BUTTON = '<p><a class="md-button md-button--primary" href="play/index.html">Play in this browser</a></p>'


def _parts() -> tuple[Path, Path] | None:
    """The folders of Pyodide and of its wheels, from the environment."""
    folders = os.environ.get(_PYODIDE), os.environ.get(_WHEELS)
    return (Path(folders[0]), Path(folders[1])) if folders[0] and folders[1] else None


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Corrects a page's links to genres, which lead to Markdown files in the repository."""
    if page.file.src_uri == "play.md" and _parts():
        html = html.replace("</h1>", f"</h1>{_BUTTON}", 1)
    return re.sub(r'href="(genres/\w+)\.md"', r'href="\1.html"', html)


def on_post_build(config: Any, **_: Any) -> None:
    """Builds the page to play on in the folder ``play``."""
    log = logging.getLogger("mkdocs.hooks")
    parts = _parts()
    if parts is None:
        log.info("the page to play on is left out: %s and %s name no folders (see docs/play.md)", _PYODIDE, _WHEELS)
        return
    from gridwright.play.site import build

    size = build(Path(config.site_dir) / "play", *parts, Path(config.config_file_path).parent / "examples")
    log.info("the page to play on has %.1f MB", size / 1e6)
