"""The pages about techniques, which the site's build makes: names, boards and links."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import gridwright as gw
from gridwright.engine.explain.techniques import techniques_of

DOCS = Path(__file__).parents[2] / "docs"
SPEC = importlib.util.spec_from_file_location("techniques", DOCS / "techniques.py")
assert SPEC is not None
assert SPEC.loader is not None
PAGES = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(PAGES)


@pytest.mark.slow
def test_each_genre_has_a_page_that_shows_its_techniques() -> None:
    files = dict(PAGES.files())
    index = files["techniques/index.md"]
    for genre in gw.known_genres():
        name, techniques = PAGES.slug(genre), techniques_of(genre.__module__).values()
        page = files.get(f"techniques/{name}.md", "")
        pictures = re.findall(r'src="(.*?)"', page)
        assert len(pictures) == len({(one.name, one.words) for one in techniques}), genre.name
        assert all(files[f"techniques/{picture}"].rstrip().endswith("</svg>") for picture in pictures)
        headings = re.findall(r"^## (.*)", page, re.MULTILINE)
        anchors = set(map(PAGES.anchor, headings))
        assert anchors == {PAGES.anchor(one.name) for one in techniques}, genre.name
        assert len(headings) == len(anchors), f"{genre.name}: names share an anchor"
        assert set(re.findall(rf"\({name}\.md#(.*?)\)", index)) == anchors
    assert all(f"techniques/{page}.md" in files for page in re.findall(r"\((\w+)\.md", index))


def test_a_page_tells_the_step_and_the_picture_shows_it() -> None:
    technique = PAGES.by_name(gw.genre("Sudoku"))["naked triple"][0]
    board = PAGES.board(technique)
    assert "a naked triple in row 1" in board.words
    assert len(re.findall("line-through", board.svg)) == 3 * 3  # three candidates in three cells


def test_the_hooks_find_where_their_links_belong() -> None:
    assert "`step.technique` is" in (DOCS / "explanations.md").read_text("utf-8")
    for path in (DOCS / "genres").iterdir():
        assert path.read_text("utf-8").count("\n## In Python and JSON") == 1, path.name
