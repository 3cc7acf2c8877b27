"""How the structure of a new Yagit puzzle is changed where it has another answer."""

from __future__ import annotations

import random
from itertools import islice

import gridwright as gw
from gridwright.genres.yagit import Yagit, told_apart, with_lines
from gridwright.language import Puzzle, Rect
from gridwright.language.making import Wishes


def test_a_change_keeps_the_answer_and_excludes_the_other_one() -> None:
    rng, board, n_changed = random.Random("yagit"), Rect.of(5, 5), 0
    for _ in range(40):
        sketch = with_lines(rng, board, Wishes())
        answers = list(islice(gw.all_answers(Puzzle.of(Yagit, board, sketch.given), timeout=20), 2))
        if len(answers) < 2:
            continue
        answer, sketch.other = answers
        spots = [s for s, drawn in answer.marks["line"].items() if drawn != sketch.other.marks["line"][s]]
        changed = told_apart(rng, sketch.copy(), answer, spots)
        if changed is None:
            continue
        n_changed += 1
        puzzle = Puzzle.of(Yagit, board, changed.given)
        assert not gw.check(puzzle, answer)
        assert gw.check(puzzle, sketch.other)
    assert n_changed > 10
