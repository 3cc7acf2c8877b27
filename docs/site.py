"""Hooks of MkDocs: links in HTML lead to pages, like those in Markdown. Walkthroughs and the pages about techniques are
added to the site, as is the page to play puzzles on if the files that it needs are available."""

from __future__ import annotations

import logging
import os
import re
import runpy
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

_PYODIDE, _WHEELS = "GRIDWRIGHT_PYODIDE", "GRIDWRIGHT_WHEELS"
_TECHNIQUES = runpy.run_path(str(Path(__file__).with_name("techniques.py")))
_WALKTHROUGHS = runpy.run_path(str(Path(__file__).with_name("walkthroughs.py")))
_BUTTON = '<p><a class="md-button md-button--primary" href="play/index.html">Play in this browser</a></p>'


def _parts() -> tuple[Path, Path] | None:
    """The folders of Pyodide and of its wheels, from the environment."""
    folders = os.environ.get(_PYODIDE), os.environ.get(_WHEELS)
    return (Path(folders[0]), Path(folders[1])) if folders[0] and folders[1] else None


def on_files(files: Any, config: Any, **_: Any) -> None:
    """Adds the pages about techniques and their pictures."""
    for uri, text in _TECHNIQUES["files"]():
        files.append(File.generated(config, uri, content=text))


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Adds links to the pages about techniques, which only the site has."""
    uri = page.file.src_uri
    of_genre = uri.replace("genres/", "techniques/")
    if uri == "explanations.md":
        markdown = markdown.replace("`step.technique` is", "[Techniques](techniques/index.md): `step.technique` is", 1)
    elif of_genre != uri and files.get_file_from_path(of_genre):
        link = f"[Techniques: steps with names](../{of_genre})"
        markdown = markdown.replace("\n## In Python and JSON", f"\n{link}\n\n## In Python and JSON", 1)
    return markdown


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Corrects a page's links to genres, which lead to Markdown files in the repository, and adds links to pages that
    only the site has."""
    if page.file.src_uri == "play.md" and _parts():
        html = html.replace("</h1>", f"</h1>{_BUTTON}", 1)
    if page.file.src_uri == "walkthroughs.md":
        for name in _WALKTHROUGHS["SHOWN"]:
            image = f'<img src="pictures/steps/{name}.svg"'
            link = f'<a class="md-button" href="walkthroughs/{name}.html">On the board</a>'
            html = html.replace(image, f"{link}<br>{image}")
    return re.sub(r'href="(genres/\w+)\.md"', r'href="\1.html"', html)


def on_post_build(config: Any, **_: Any) -> None:
    """Writes the walkthroughs and, in the folder ``play``, the page to play on."""
    folder = Path(config.site_dir) / "walkthroughs"
    folder.mkdir(exist_ok=True)
    for name in _WALKTHROUGHS["SHOWN"]:
        _WALKTHROUGHS["path_of"](name).save(folder / f"{name}.html")
    log = logging.getLogger("mkdocs.hooks")
    parts = _parts()
    if parts is None:
        log.info("the page to play on is left out: %s and %s name no folders (see docs/play.md)", _PYODIDE, _WHEELS)
        return
    from gridwright.play.site import build

    size = build(Path(config.site_dir) / "play", *parts, Path(config.config_file_path).parent / "examples")
    log.info("the page to play on has %.1f MB", size / 1e6)
