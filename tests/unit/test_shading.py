"""What is said about grids that are not full, and where: shaded cells, views, pieces, arrows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

import gridwright as gw
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.search import Search
from gridwright.genres.cave import Cave
from gridwright.genres.fillomino import Fillomino
from gridwright.genres.heyawake import Heyawake
from gridwright.genres.hitori import Hitori
from gridwright.genres.kuromasu import Kuromasu
from gridwright.genres.lits import Lits
from gridwright.genres.lits_plus import LitsPlus
from gridwright.genres.nurikabe import Nurikabe
from gridwright.genres.pentomino_search import PentominoSearch
from gridwright.genres.pentopia import Pentopia
from gridwright.genres.tapa import Tapa
from gridwright.language import Genre, Puzzle, Rect, Spot, State
from gridwright.language.rules import Compound
from gridwright.logic.clauses import Clauses
from gridwright.logic.expr import known_from
from tests.loose import unchecked

Given = Mapping[str, Mapping[str, Any]]


def cell(name: str) -> Spot:
    row, col = map(int, name[1:].split("c"))
    return Spot(2 * row - 1, 2 * col - 1)


def marked(rows: str, layer: str, board: Rect) -> dict[str, dict[Spot, bool]]:
    """The marks of a drawing: ``#`` is a mark, ``-`` none, ``.`` is open."""
    signs = {"#": True, "-": False}
    return {layer: {c: signs[s] for c, s in zip(board.cells, rows.replace(" ", ""), strict=True) if s in signs}}


def told(
    genre: type[Genre], drawing: str, given: Given, keys: Mapping[str, Any] | None = None
) -> list[tuple[str, list[str]]]:
    """What the check of a drawing says, and the names of the spots that it shows."""
    rows = drawing.split()
    board = Rect.of(len(rows), len(rows[0]))
    clues = {name: {cell(at): value for at, value in layer.items()} for name, layer in given.items()}
    puzzle = unchecked(genre, board, clues, keys or {})
    layer = next(name for name, one in genre.layers.items() if name not in given and hasattr(one, "words"))
    state = State.of(puzzle, marked(drawing, layer, board))
    return [(v.words, list(map(board.name, v.at))) for v in gw.check(puzzle, state)]


def test_a_view_ends_at_the_first_shaded_cell() -> None:
    """The shaded cells at r1c1 and r1c7 are out of sight, and so not to blame."""
    view = "#.#.#.# ......."
    words = "the 6 at r1c4 can see at most 2 unshaded cells"
    assert told(Kuromasu, view, {"number": {"r1c4": 6}}) == [(words, ["r1c4", "r1c3", "r1c5"])]


def test_a_view_is_too_wide_by_the_cells_that_are_seen() -> None:
    view = "..--#-. ......."
    words = "the 2 at r1c3 sees 3 unshaded cells already"
    assert told(Kuromasu, "..---#- .......", {"number": {"r1c3": 2}}) == [(words, ["r1c3", "r1c4", "r1c5"])]
    assert told(Kuromasu, view, {"number": {"r1c3": 2}}) == []


def test_a_number_beyond_the_board_is_called_impossible() -> None:
    assert told(Kuromasu, "...", {"number": {"r1c1": 7}}) == [
        ("the 7 at r1c1 needs to see 7 unshaded cells, which is impossible", ["r1c1"])
    ]
    assert told(Heyawake, "..", {"number": {"r1c1": 3}}) == [
        ("the room of r1c1 needs 3 shaded cells, which is impossible", ["r1c1", "r1c2"])
    ]


def test_a_number_stands_unshaded_three_times() -> None:
    found = told(Hitori, "-#-- ....", {"number": dict.fromkeys(("r1c1", "r1c2", "r1c3", "r1c4"), 2)})
    assert found == [("2 is unshaded 3 times in row 1, at r1c1, r1c3 and r1c4", ["r1c1", "r1c3", "r1c4"])]


def test_a_number_in_the_sea_has_no_island() -> None:
    words = [words for words, _ in told(Nurikabe, "#..", {"clue": {"r1c1": 2}})]
    assert words == ["r1c1 holds a number, but is sea", "the 2 at r1c1 has no island"]


def test_the_cells_around_a_clue_cannot_form_its_runs() -> None:
    """Two shaded neighbours of which the gaps between are unshaded, so they are two runs."""
    drawing = "-#- ... -#-"
    clue = {"clue": {"r2c2": (1,)}}
    assert told(Tapa, drawing, clue)[0] == (
        "the clue r2c2 can no longer have a run of 1 around it", ["r2c2", "r1c2", "r3c2"]
    )
    assert told(Tapa, "-#- -.- -#-", clue)[0][0] == "the clue r2c2 needs a run of 1 around it and has runs of 1 and 1"
    assert told(Tapa, "--- -.- ---", clue)[0][0] == "the clue r2c2 needs a run of 1 around it and has no run"


def test_a_lone_question_mark_allows_one_run_or_none() -> None:
    clue = {"clue": {"r2c2": ("?",)}}
    assert told(Tapa, "--- -.- ---", clue) == told(Tapa, "--- -.- ##-", clue) == []
    assert told(Tapa, "-#- -.- -#-", clue)[0][0] == (
        "the clue r2c2 needs at most one run around it and has runs of 1 and 1")
    assert told(Tapa, "--- -.- ##-", {"clue": {"r2c2": ("?", "?")}}), "of two, each is a run"


@pytest.mark.parametrize(
    ("genre", "drawing", "words", "at"),
    [
        (Lits, "#.# ... #..", "the area of r1c1 has no room for an L, I, T or S", ["r1c3", "r3c1"]),
        (Lits, "### ##. ...", "the area of r1c1 has at least 5 shaded cells, not 4",
         ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2"]),
        (Lits, "#-- -.- -..", "the area of r1c1 has no room for an L, I, T or S", ["r1c1", "r1c2", "r2c1"]),
        (Lits, "--- --. .--", "the area of r1c1 has at most 2 shaded cells, not 4", None),
        (Lits, "--- --- ---", "the area of r1c1 has no shaded cells, not 4", None),
        (LitsPlus, "#-- --. .--", "the area of r1c1 has at most 3 shaded cells, not 4 or none", ["r1c1"]),
    ],
)  # fmt: skip
def test_what_an_area_has_instead_of_a_piece(genre: type[Genre], drawing: str, words: str, at: list[str]) -> None:
    found = dict(told(genre, drawing, {}))
    assert words in found, found
    assert at is None or found[words] == at


def test_an_area_of_lits_plus_may_stay_empty() -> None:
    assert not [words for words, _ in told(LitsPlus, "--- --- ---", {}) if "area" in words]


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        (".-. #.- .-.", "the arrow at r2c2 points right, where no cell is covered"),
        (".#. ..- ...", "the arrow at r2c2 points right, where no cell is covered"),
        (".#. ... ...", "the arrow at r2c2 points right, but r1c2 is covered and no farther away"),
        (".#. ..# ...", "the arrow at r2c2 points right, but r1c2 is covered and no farther away"),
        ("... ..# ...", ""),
    ],
)
def test_an_arrow_points_elsewhere(drawing: str, words: str) -> None:
    found = [words for words, _ in told(Pentopia, drawing, {"arrow": {"r2c2": ">"}}) if "arrow" in words]
    assert found == [words] * bool(words)


def test_both_directions_of_an_arrow_are_as_far() -> None:
    found = told(Pentopia, ".#... .-.#. .-... .-... .....", {"arrow": {"r2c2": "-"}})
    assert ("the arrow at r2c2 points left, but r1c2 is covered and no farther away", ["r2c2", "r1c2"]) in found
    found = told(Pentopia, "..... ..--# -.... ..... .....", {"arrow": {"r3c3": "A"}})
    assert not [words for words, _ in found if "arrow" in words]


def test_a_piece_has_no_room_for_five_cells() -> None:
    found = told(PentominoSearch, "#.-.. .-... -....", {}, {"used": "I"})
    assert ("the piece at r1c1 has at most 3 cells, not 5", ["r1c1"]) in found


def test_a_piece_occurs_too_often() -> None:
    found = told(PentominoSearch, "##### ----- #####", {}, {"used": "I"})
    assert [words for words, _ in found] == ["the pentomino I occurs twice, not once"]


def test_a_missing_piece_shows_no_spot() -> None:
    full, partial = "##### ----- -----", "####- ----- ....."
    assert told(PentominoSearch, full, {}, {"used": "II"}) == [("the pentomino I occurs once, not twice", [])]
    assert ("there is no room left for the pentomino I to occur twice", []) in told(
        PentominoSearch, partial, {}, {"used": "II"}
    )
    assert told(PentominoSearch, "##### ----- .....", {}, {"used": "II"}) == []


def test_a_group_without_room() -> None:
    board = Rect.of(1, 5)
    puzzle = Puzzle.of(Fillomino, board, {"number": {cell("r1c1"): 4, cell("r1c4"): 1}})
    state = State.of(puzzle, {"number": {cell("r1c1"): 4, cell("r1c4"): 1}})
    words = [violation.words for violation in gw.check(puzzle, state)]
    assert words == ["the group of 4s at r1c1 has room for only 3 cells"]


# -- encodings --------------------------------------------------------------------------------------------------------


def number_of_answers(puzzle: Puzzle, *, plain: bool) -> int:
    search, n = Search(puzzle, Clock(), plain=plain), 0
    with search.sat:
        while (model := search.next_assignment()) is not None:
            n += 1
            search.block(model)
    return n


def test_walls_may_touch_diagonally_around_a_hole() -> None:
    """A ring of cave cells around a hole does not cut the walls in it off: they reach the border at the hole."""
    puzzle = Puzzle.of(Cave, Rect.of(3, 4, holes=(cell("r2c2"),)), {})
    assert number_of_answers(puzzle, plain=False) == number_of_answers(puzzle, plain=True)


@pytest.mark.parametrize("size", [(3, 3, "r2c2"), (2, 3, "r1c2"), (2, 2, "r2c1")])
@pytest.mark.parametrize(
    "runs", [(0,), (8,), (5,), (1, 3), (2, 2), (1, 1, 2), (1, 1, 1, 1), ("?",), (1, "?"), ("?", "?", 2), (4, 4)]
)
def test_the_clauses_of_a_ring_exclude_what_breaks_its_clue(runs: tuple[Any, ...], size: tuple[int, int, str]) -> None:
    n_rows, n_cols, at = size
    puzzle = unchecked(Tapa, Rect.of(n_rows, n_cols), {"clue": {cell(at): runs}}, {})
    model = Tapa(puzzle)
    out = Clauses(model.variables.top, counting=True)
    assert Tapa.around.encode(model, out) == []
    assert out.top == model.variables.top
    (demand,) = Tapa.around.demands(model)
    assert isinstance(demand.what, Compound)
    for signs in product((1, -1), repeat=out.top - 1):
        known = known_from([1, *signs])
        kept = all(any(known[lit] > 0 for lit in clause) for clause in out.made)
        assert kept == (not any(demand.what.conflicts(known)))
