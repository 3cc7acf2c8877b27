"""Nothing of a puzzle is lost in its picture: take any mark away, or change it, and the picture is another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

import gridwright as gw
from gridwright.language import Puzzle, Spot, State
from gridwright.language.layers import AnswerLayer, Layer, ValueLayer
from gridwright.language.puzzle import frozen_layers
from gridwright.picture.drawing import draw
from gridwright.picture.words import described

from ..grouped import case_name
from ..loose import is_lone_blank
from .likeness import softened, unlikeness
from .samples import chance, changed, each_sample, of, written

Marks = Mapping[Spot, Any]
MOST = 24
"""Marks of a layer that are tried, each with ``OTHERS`` other values."""
OTHERS = 3
SEEN, BLUR = 0.1, 0.06
"""A mark is seen if the blurred pictures with and without it differ more than this (see ``likeness``). The blur is less
than elsewhere, because one program makes both pictures. The least that was measured is 0.125: a stretch of the dashes
around a cage of Killer Sudoku."""
DPI = 100
"""Dots per inch of the pictures that are compared."""

EMPTY: dict[tuple[str, str], Any] = {
    ("Hashi", "bridge"): 0,  # no bridge
}
"""Values of answers that say that there is nothing: a solution without them looks the same."""


def unseen(puzzle: Puzzle, layer: str, spot: Spot) -> bool:
    """Whether a given mark adds nothing to what others show: each of these exceptions has its reason."""
    genre, value = puzzle.genre.name, puzzle.given[layer][spot]
    if genre == "Killer-Sudoku" and layer == "cage":
        # A border next to a cell without a cage goes without saying.
        return any(end in puzzle.given.get("uncaged", {}) for end in puzzle.board.ends(spot))
    if genre == "Killer-Sudoku" and layer == "total":
        return bool(value == 0)  # by the genre's own words: 0 tells nothing
    return False


def some(name: str, marks: Any) -> list[tuple[Spot, Any]]:
    """All marks of a layer, or some of them where there are many."""
    items = sorted(marks.items(), key=lambda item: item[0])
    return items if len(items) <= MOST else chance(name).sample(items, MOST)


def shown(puzzle: Puzzle, state: State | None = None) -> object:
    """All that a picture shows."""
    picture = draw(puzzle, state)
    return picture.groups, picture.box


def others(layer: Layer, model: Any, spot: Spot, value: Any) -> Iterator[Any]:
    """Other values that a mark might have."""
    if isinstance(layer, AnswerLayer):
        yield not value
        return
    if isinstance(layer, ValueLayer):
        known = list(layer.values(model))
    else:
        domain, rng = layer.domain.at(model, spot), Random(0)
        known = list(domain.values() or (domain.sample(rng) for _ in range(9)))
    found = (other for other in known if other != value and type(other) is type(value))
    yield from (other for other, _ in zip(found, range(OTHERS), strict=False))


@each_sample
def test_every_given_mark_shows(path: Path) -> None:
    puzzle, _ = of(path)
    whole = shown(puzzle)
    for layer, marks in puzzle.given.items():
        for spot, _ in some(f"{case_name(path)} {layer}", marks):
            if not unseen(puzzle, layer, spot):
                less = replace(puzzle, given=frozen_layers(changed(puzzle.given, layer, spot)))
                assert shown(less) != whole, (layer, spot)


@each_sample
def test_every_value_of_a_given_mark_looks_different(path: Path) -> None:
    puzzle, _ = of(path)
    whole, model = shown(puzzle), puzzle.genre(puzzle)
    for name, marks in puzzle.given.items():
        layer = puzzle.genre.layers[name]
        for spot, value in some(f"{case_name(path)} {name}", marks):
            for other in others(layer, model, spot, value):
                given = changed(puzzle.given, name, spot, other)
                assert shown(replace(puzzle, given=frozen_layers(given))) != whole, (name, spot, value, other)


@each_sample
def test_every_mark_of_an_answer_shows(path: Path) -> None:
    """A mark less, or another value in its place."""
    puzzle, answer = of(path)
    whole, model = shown(puzzle, answer), puzzle.genre(puzzle)
    for name, marks in answer.marks.items():
        layer = puzzle.genre.layers[name]
        given: Marks = puzzle.given.get(name, {})
        found = {spot: value for spot, value in marks.items() if spot not in given}
        for spot, value in some(f"{case_name(path)} {name}", found):
            if EMPTY.get((puzzle.genre.name, name)) != value and not is_lone_blank(answer, name, spot):
                less = State.of(puzzle, changed(answer.marks, name, spot))
                assert shown(puzzle, less) != whole, (name, spot)
            for other in others(layer, model, spot, value):
                wrong = State.of(puzzle, changed(answer.marks, name, spot, other))
                assert shown(puzzle, wrong) != whole, (name, spot, value, other)


@each_sample
def test_every_number_and_letter_is_written(path: Path) -> None:
    """As often as it is given, by the layers whose values are words: no look is asked what it did."""
    puzzle, _ = of(path)
    texts = written(draw(puzzle))
    wanted: dict[str, int] = {}
    for name, marks in puzzle.given.items():
        look = puzzle.genre.layers[name].look
        if look.glyphs or look.key or look.kind in ("sign", "bridge", "uncaged", "region"):
            continue
        for spot, value in marks.items():
            if unseen(puzzle, name, spot):
                continue
            parts = value[:1] if look.kind == "pointer" else value if isinstance(value, tuple) else (value,)
            for part in parts:
                if type(part) in (int, str):
                    wanted[str(part)] = wanted.get(str(part), 0) + 1
    for word, count in wanted.items():
        assert sum(word in text for text in texts) >= count, word


def look_of(puzzle: Puzzle, state: State | None) -> Image.Image:
    """A picture as it is compared."""
    picture = draw(puzzle, state)
    left, _, right, _ = picture.box
    image = Image.open(BytesIO(picture.png(DPI)))
    return softened(image, image.width / (right - left), BLUR)


def kinds(puzzle: Puzzle, layer: str, marks: Any) -> Iterator[Spot]:
    """A spot for each value that has a sign of its own, and one for all numbers."""
    seen = set()
    for spot, value in marks.items():
        kind = value if puzzle.genre.layers[layer].look.glyphs else type(value)
        if value is not False and kind not in seen:
            seen.add(kind)
            yield spot


@each_sample
def test_every_kind_of_mark_is_seen(path: Path) -> None:
    """Not only drawn, but in a place, a size and a colour in which eyes can see it."""
    puzzle, answer = of(path)
    whole = look_of(puzzle, None)
    for layer, marks in puzzle.given.items():
        for spot in kinds(puzzle, layer, marks):
            if unseen(puzzle, layer, spot):
                continue
            less = replace(puzzle, given=frozen_layers(changed(puzzle.given, layer, spot)))
            assert unlikeness(look_of(less, None), whole) > SEEN, (layer, spot)
    whole = look_of(puzzle, answer)
    for layer, marks in answer.marks.items():
        given: Marks = puzzle.given.get(layer, {})
        for spot in kinds(puzzle, layer, {s: v for s, v in marks.items() if s not in given}):
            if EMPTY.get((puzzle.genre.name, layer)) == marks[spot]:
                continue
            is_mark = isinstance(puzzle.genre.layers[layer], AnswerLayer)
            wrong = State.of(puzzle, changed(answer.marks, layer, spot, *[False] * is_mark))
            assert unlikeness(look_of(puzzle, wrong), whole) > SEEN, (layer, spot)


@each_sample
def test_the_description_names_every_mark(path: Path) -> None:
    puzzle, answer = of(path)
    told = described(puzzle, answer)
    for marks in (puzzle.given, answer.marks):
        for layer in marks.values():
            for spot, value in layer.items():
                if value is not False:
                    assert puzzle.board.name(spot) in told, spot


def test_the_description_tells_what_concerns_the_whole_puzzle() -> None:
    board = gw.Rect.of(2, 2)
    puzzle = Puzzle.of(gw.genre("Minesweeper"), board, {}, {"mines": 0})
    assert described(puzzle, None) == "A board of 2 rows and 2 columns. mines: 0."


def test_what_is_given_as_empty_is_marked() -> None:
    """That a cell is *not* shaded is a clue like any other, and so is a thing that is not there."""
    nurikabe = gw.genre("Nurikabe")
    board = gw.Rect.of(2, 2)
    given = Puzzle.of(nurikabe, board, {"sea": {board.cells[0]: False}})
    assert shown(given) != shown(Puzzle.of(nurikabe, board, {}))
    house = gw.genre("House-Tree-Animal")
    assert shown(Puzzle.of(house, board, {"thing": {board.cells[0]: " "}})) != shown(Puzzle.of(house, board, {}))


def test_marks_of_players_are_crosses_until_all_is_known() -> None:
    nurikabe = gw.genre("Nurikabe")
    board = gw.Rect.of(2, 2)
    puzzle = Puzzle.of(nurikabe, board, {})
    some_known = State.of(puzzle, {"sea": dict.fromkeys(board.cells[:3], False)})
    all_known = State.of(puzzle, {"sea": dict.fromkeys(board.cells, False)})
    assert [group.stage for group in draw(puzzle, some_known).groups][-1] == "mark"
    assert shown(puzzle, all_known) == shown(puzzle)


def test_results_of_nought_are_written() -> None:
    """Three less two less one: nought is a result like any other."""
    basic = gw.genre("Basic")
    board = gw.Rect.of(3, 3)
    assert "0" in written(draw(Puzzle.of(basic, board, {"result": {board.cells[0]: 0}})))
