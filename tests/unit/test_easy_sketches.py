"""Genres of which few structures make easy puzzles lay these out where an easy puzzle is asked for."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

import gridwright as gw
from gridwright.genres.curve_data import turns_of
from gridwright.language.making import Sketch, Unlucky
from gridwright.language.taste import LABELS
from gridwright.making.request import Request

SKETCHES = 10


def sketches(name: str, label: str | None) -> list[Sketch]:
    """Some structures of a genre for a label."""
    request, rng, found = Request.of(gw.genre(name), None, None, "1", label), Random(1), list[Sketch]()
    while len(found) < SKETCHES:
        with suppress(Unlucky):
            found.append(request.genre.making.sketch(rng, request.board, request.wishes))
    return found


@pytest.mark.parametrize("label", (None, *LABELS))
def test_sketches_are_told_how_difficult_the_puzzle_is_to_be(label: str | None) -> None:
    wishes = Request.of(gw.genre("Yajilin"), None, None, "1", label).wishes
    assert wishes.difficulty == label
    assert wishes.is_easy is (label in ("trivial", "easy"))


def test_easy_yajilin_has_more_hints() -> None:
    easy, usual = ([len(one.given["hint"]) for one in sketches("Yajilin", label)] for label in ("easy", None))
    assert min(easy) >= max(usual)


def test_easy_curve_data_has_short_curves_with_few_turns() -> None:
    easy, usual = (
        [(len(path), len(turns_of(path))) for one in sketches("Curve Data", label) for path in one.parts[1]]
        for label in ("easy", None)
    )
    assert max(n for n, _ in easy) <= 7 < max(n for n, _ in usual)
    assert max(n for _, n in easy) <= 3 < max(n for _, n in usual)


def test_easy_yagit_has_more_animals_and_fewer_dots() -> None:
    easy, usual = (
        [(len(one.given["animal"]), len(one.given.get("dot", ()))) for one in sketches("Yagit", label)]
        for label in ("easy", None)
    )
    assert sum(n for n, _ in easy) > 1.5 * sum(n for n, _ in usual)
    assert sum(n for _, n in easy) < 0.8 * sum(n for _, n in usual)


def test_easy_compass_has_small_areas() -> None:
    easy, usual = (
        [len(area) for one in sketches("Compass", label) for area in one.parts[0]] for label in ("easy", None)
    )
    assert sum(easy) / len(easy) < 0.85 * sum(usual) / len(usual)


def test_lines_of_chatrooms_are_the_longer_the_harder() -> None:
    easy, usual, hard = (
        max(len(path) for one in sketches("Chatroom", label) for path in one.parts[0])
        for label in ("easy", None, "hard")
    )
    assert easy <= 8 < usual <= 12 < hard


def test_easy_snakes_turn_less() -> None:
    easy, usual = (
        [sum(a.y != b.y and a.x != b.x for a, b in zip(way, way[2:], strict=False)) / len(way)
         for one in sketches("Snake", label)
         for way in [[c for n, c in sorted((n, c) for c, n in one.marks["number"].items()) if n]]]
        for label in ("easy", None)
    )
    assert sum(easy) < 0.7 * sum(usual)


@pytest.mark.parametrize("label", (None, *LABELS))
def test_the_start_is_told_of_mortal_coils_that_need_no_trial(label: str | None) -> None:
    for one in sketches("Mortal Coil", label):
        starts = [cell for cell, is_start in one.marks["start"].items() if is_start]
        assert one.given.get("start", {}) == ({starts[0]: True} if label in ("trivial", "easy", "medium") else {})
