"""Paths between equal labels: what only the whole board shows is seen without trying paths one by one."""

import pytest

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect

SIDE = 20


def arukone(labels: dict[str, list[tuple[int, int]]], side: int = SIDE) -> gw.Puzzle:
    """A square puzzle; the places of each label are (row, column), from 0."""
    given = {Spot(2 * row + 1, 2 * col + 1): label for label, places in labels.items() for row, col in places}
    return gw.Puzzle.of(gw.genre("Arukone"), Rect.of(side, side), {"label": given})


def rounds(puzzle: gw.Puzzle) -> tuple[str, int]:
    """The verdict's status, and how many grids were looked at for it."""
    verdict = gw.solve(puzzle, timeout=10)
    return verdict.status, verdict.effort.rounds


def joined_to(cell: Spot, answer: gw.State) -> set[Spot]:
    """The cells of the path that a cell is on."""
    board, drawn = answer.puzzle.board, answer.marks["path"]
    path = {cell}
    queue = [cell]
    for here in queue:
        for near in board.neighbours(here):
            if drawn[board.link(here, near)] and near not in path:
                path.add(near)
                queue.append(near)
    return path


def test_paths_that_must_cross() -> None:
    """From top to bottom and from left to right: each way of drawing one cuts the other's ends apart."""
    assert rounds(arukone({"A": [(0, 9), (19, 9)], "B": [(9, 0), (9, 19)]})) == ("none", 1)


def test_ends_in_turn_round_the_border() -> None:
    """A and C could be joined round B's one end, but both of B's lie on the border."""
    around = {"A": [(0, 3), (19, 15)], "B": [(0, 10), (19, 3)], "C": [(8, 8), (8, 12)]}
    assert rounds(arukone(around)) == ("none", 1)


def test_an_end_inside_may_be_passed_on_either_side() -> None:
    assert rounds(arukone({"A": [(0, 9), (19, 9)], "B": [(9, 5), (9, 14)]}))[0] == "several"


@pytest.mark.parametrize("n", [1, 3])
def test_no_pairing_of_an_odd_number(n: int) -> None:
    places = [(1, 1), (1, 3), (3, 1)]
    assert rounds(arukone({"A": places[:n], "B": [(4, 4), (4, 0)]}, 5))[0] == "none"


def test_four_of_a_label_pair_off_as_they_can() -> None:
    """B goes from border to border, with two of A on either side: these are joined."""
    puzzle = arukone({"A": [(0, 0), (3, 0), (0, 3), (3, 3)], "B": [(0, 1), (3, 2)]}, 4)
    answers = list(gw.all_answers(puzzle))
    assert len(answers) > 1
    for answer in answers:
        assert not gw.check(puzzle, answer, finished=True)
        assert Spot(7, 1) in joined_to(Spot(1, 1), answer)
