"""Walkthrough pages: what they say and draw is what the steps say, for every genre, and they stay small."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Spot
from gridwright.language.translation import languages
from gridwright.language.wording import capital, worded
from gridwright.walkthrough import ExplainedPath
from gridwright.walkthrough.candidates import candidates_of
from gridwright.walkthrough.folds import folded
from gridwright.walkthrough.roles import NAMES, Mention, PlaceRole, mentions, roles, told_parts

from ..grouped import SHARE, case_name, some_by_default
from ..laws.cases import case
from ..picture.samples import ONE

each = pytest.mark.parametrize("path", some_by_default(ONE, SHARE, "pages", name=case_name))
LARGE = "https://puzz.link/p?slither/10/10/62c1813372cl23727bchd2bgb05dgbkbg3bhbbg12236828dic"
TINY = ["3 . .", ". . .", ". . 1"]
MOST = 400_000
"""Bytes of a page of about 170 steps."""
PLACE = re.compile(r"\br\d+c\d+|\b(?:row|column|area|edge|node)s? \d")


@cache
def path_of(path: Path) -> ExplainedPath:
    found = gw.explain(case(path).puzzle)
    assert found.steps is not None
    return found


def data_of(page: str) -> Mapping[str, Any]:
    """What the script of a page is given."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    record: Mapping[str, Any] = json.loads(found[1])
    return record


# -- for every genre --


@each
def test_every_place_in_the_words_is_linked(path: Path) -> None:
    for step in path_of(path):
        parts = list(told_parts(step))
        assert "".join(part if isinstance(part, str) else part.text for part in parts) == step.words
        assert not [part for part in parts if isinstance(part, str) and PLACE.search(part)]


@each
def test_candidates_are_open_until_a_step_strikes_or_places_them(path: Path) -> None:
    one = case(path)
    candidates = candidates_of(one.genre(one.puzzle), path_of(path).start)
    if candidates is None:
        return
    left = {spot: set(values) for spot, values in candidates.open.items()}
    for step in path_of(path):
        own = [mark for mark in step.marks if mark.layer == candidates.layer.name]
        assert all(mark.value in left[mark.spot] for mark in own)
        for spot, value in candidates.enter(step.marks):
            left[spot].remove(value)
        assert not any(mark.holds and left[mark.spot] for mark in own)


@each
def test_what_is_supposed_is_the_opposite_of_a_conclusion(path: Path) -> None:
    for step in path_of(path):
        if step.refuted is not None:
            for mark in step.refuted.supposed:
                same = [own for own in step.marks if (own.layer, own.spot) == (mark.layer, mark.spot)]
                assert any((own.value == mark.value) != (own.holds == mark.holds) for own in same)


@each
def test_the_page_has_every_step_once_and_in_order(path: Path) -> None:
    found = path_of(path)
    page = found.html()
    numbers = [int(n) for n in re.findall(r'<li id="step-(\d+)">', page)]
    assert numbers == [n for group in folded(found.steps) for n in group] == list(range(1, len(found.steps) + 1))
    steps = data_of(page)["steps"]
    names = data_of(page)["names"]
    board = found.puzzle.board
    for step, record in zip(found, steps, strict=True):
        concluded = {board.name(mark.spot) for mark in step.marks}
        assert {names[i] for i in record["conclusion"]} <= concluded


# -- roles --


def parts_of(step: gw.Step) -> list[tuple[str, PlaceRole | None]]:
    found = told_parts(step)
    return [(part.text, part.role) for part in found if isinstance(part, Mention)]


def test_the_parts_of_a_supposition_have_roles_of_their_own() -> None:
    """The links are known from the step, not from its words."""
    puzzle = gw.read(Path(__file__).parent.parent / "spf_samples" / "tapa.spf")
    step = next(step for step in gw.explain(puzzle) if step.refuted and step.refuted.links)
    assert step.words.startswith("If r1c6 is unshaded, then r2c4 and r3c4 are shaded (the clue r2c5 needs ")
    assert parts_of(step)[:4] == [
        ("r1c6", PlaceRole.SUPPOSITION), ("r2c4", PlaceRole.CONSEQUENCE), ("r3c4", PlaceRole.CONSEQUENCE),
        ("r2c5", PlaceRole.PREMISE),
    ]  # fmt: skip
    assert parts_of(step)[-1] == ("r3c6", PlaceRole.CONCLUSION)
    assert Spot(3, 5) in roles(step)[PlaceRole.CONTRADICTION]


def test_the_cell_that_names_a_run_shows_the_run() -> None:
    puzzle = gw.read(Path(__file__).parent.parent / "spf_samples" / "kakuro.spf")
    step = next(step for step in gw.explain(puzzle) if step.words.startswith("The run below r1c2 "))
    (first, *others) = (part for part in told_parts(step) if isinstance(part, Mention))
    assert first.text == "r1c2" and set(first.spots) == {Spot(1, 3), Spot(3, 3), Spot(5, 3)}
    assert all(len(part.spots) == 1 for part in others)


@pytest.mark.parametrize(("words", "cells"), [
    ("row 2", "r2c1 r2c2 r2c3"),
    ("rows 1 and 3", "r1c1 r1c2 r1c3 r3c1 r3c2 r3c3"),
    ("columns 2 to 3", "r1c2 r1c3 r2c2 r2c3 r3c2 r3c3"),
    ("r1c1 to r1c3", "r1c1 r1c2 r1c3"),
    ("the rectangle r1c2 to r2c3", "r1c2 r1c3 r2c2 r2c3"),
    ("r3c2", "r3c2"),
    ("r9c9", ""),
    ("row 1, 2 cells of it", "r1c1 r1c2 r1c3"),
])  # fmt: skip
def test_names_of_several_cells(words: str, cells: str) -> None:
    board = gw.puzzle("Nurikabe", size=(3, 3)).board
    found = [part for part in mentions(f"So {words} is it.", board) if isinstance(part, Mention)]
    assert {board.name(spot) for part in found for spot in part.spots} == set(cells.split())


def test_names_of_edges_and_corners() -> None:
    board = gw.puzzle("Fences", size=(3, 3)).board
    words = "r1c1-r1c2, the top edges of r1c1 to r1c3, the left edge of r2c1, the bottom right corner of r1c1"
    words += " and the top left corner of r2c2. The top and right edges of r1c3"
    found = [part for part in mentions(words, board) if isinstance(part, Mention)]
    assert [[tuple(spot) for spot in part.spots] for part in found] == [
        [(1, 2)], [(0, 1), (0, 3), (0, 5)], [(3, 0)], [(2, 2)], [(2, 2)], [(0, 5), (1, 6)],
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith(("box", "area", "edge", "node"))])
def test_names_are_found_in_every_language_and_at_the_beginning_of_sentences(name: str) -> None:
    board = gw.puzzle("Skyscrapers", size=(4, 4)).board
    kind = name.replace("{}", "").strip()
    parts: list[object] = [2] if kind.endswith(("row", "column")) else ["2, 3"] if kind in ("rows", "columns") else (
        ["r1c1", "r1c2", "r3c1", "r3c2"] if "-" in name else ["r2c1", "r2c3"])

    def places() -> list[Spot]:
        words = f"{capital(worded(name).format(*parts))} (...)"
        return [spot for part in mentions(words, board) if isinstance(part, Mention) for spot in part.spots]

    in_english = places()
    assert in_english
    for code in languages()[1:]:
        with gw.in_language(code):
            assert places() == in_english


@pytest.mark.parametrize("code", languages())
def test_a_box_is_the_area_of_the_demand_that_names_it(code: str) -> None:
    puzzle = gw.read(Path(__file__).parents[2] / "examples" / "sudoku.sdk")
    with gw.in_language(code):
        box = worded("box {}").replace("{}", "")
        step = next(step for step in gw.explain(puzzle) if f" {box}" in step.words)
        found = next(part for part in told_parts(step) if isinstance(part, Mention) and part.text.startswith(box))
    assert len(found.spots) == 9 and len({(spot.y // 6, spot.x // 6) for spot in found.spots}) == 1


def test_several_places_have_a_role_only_if_each_of_them_has_it() -> None:
    puzzle = gw.read(Path(__file__).parents[2] / "examples" / "sudoku.sdk")
    step = next(step for step in gw.explain(puzzle) if "7 has no place left in column 3" in step.words)
    found = {part.text: part.role for part in told_parts(step) if isinstance(part, Mention)}
    assert (found["column 3"], found["row 1"]) == (PlaceRole.CONTRADICTION, PlaceRole.PREMISE)
    first, then, last = (part.role for part in told_parts(step) if isinstance(part, Mention) and part.text == "r9c5")
    assert (first, then, last) == (PlaceRole.SUPPOSITION, PlaceRole.CONSEQUENCE, PlaceRole.CONCLUSION)


# -- the page --


@pytest.mark.thorough
def test_a_page_of_many_steps_is_small() -> None:
    found = gw.explain(gw.read(LARGE))
    assert len(found.steps) > 150
    assert len(found.html().encode()) < MOST


@pytest.mark.thorough
def test_routine_steps_are_folded() -> None:
    found = gw.explain(gw.read(LARGE))
    groups = [group for group in folded(found.steps) if len(group) > 1]
    assert groups and all(len(group) >= 3 for group in groups)
    for group in groups:
        assert all(found.steps[n - 1].technique for n in group)
    page = found.html()
    assert page.count("<details>") == len(groups)
    assert "<summary><b>" in page


def test_names_with_markup_stay_text() -> None:
    text = "<script>window.hacked=1</script>"
    puzzle = gw.puzzle("Nurikabe", TINY, title=text)
    page = gw.explain(puzzle).html()
    assert text not in page
    assert "&lt;script&gt;window.hacked=1&lt;/script&gt;" in page


def test_a_page_needs_no_network() -> None:
    page = gw.explain(gw.puzzle("Nurikabe", TINY)).html()
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\((?!#)', page)


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    shown = gw.explain(gw.puzzle("Nurikabe", TINY))._repr_html_()
    assert shown.startswith("<iframe ") and "<style>" not in shown and "&lt;style&gt;" in shown


def test_a_page_without_all_steps_says_so() -> None:
    def stopped() -> Iterator[gw.Step]:
        yield from known[:1]
        raise gw.TimeUp

    found = gw.explain(gw.puzzle("Nurikabe", TINY))
    known = found.steps
    late = gw.explain(found.puzzle)
    late._remaining = stopped()
    assert "The time was up before the next step was found." in late.html()
    assert "The time was up" not in found.html()
