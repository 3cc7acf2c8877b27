"""Laws 1 to 3: what is read is written again; the stated answer is the answer; every rule is broken somewhere."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import gridwright as gw
from gridwright.authoring.cases import PROPOSED
from gridwright.board.board import Graph
from gridwright.engine.solve.clock import Clock
from gridwright.engine.solve.search import Search
from gridwright.formats.dialect import Reading
from gridwright.formats.errors import Line
from gridwright.formats.plain_text import DiagramBody, PlainText
from gridwright.formats.postscript import read_envelopes
from gridwright.formats.spf import Spf
from gridwright.language import Genre, Puzzle, State
from gridwright.language.faults import faults
from gridwright.language.puzzle import frozen_layers

from ..grouped import only_if
from .cases import PATHS, Case, case, each_case, each_genre_with_cases, of_genre

STRAYS = "@Q"
"""Characters to spoil texts with; the second is for places where any sign draws a line."""
PLACES = 8
"""Places of a diagram that are spoilt, in each format of each case."""
SMALL = 26
"""Most cells of a board that is also solved demand by demand."""


def chance(name: str, path: Path) -> random.Random:
    """A source of random numbers that differs from test to test and not from run to run."""
    return random.Random(zlib.crc32(f"{name} {path.parent.name} {path.stem}".encode()))


# -- law 1: reading and writing ---------------------------------------------------------------------------------------


GRIDS = {"plain", "sudoku", "pips-board", "pips-cells"}
"""Formats that hold a puzzle as it is, as a grid of characters. The others rename rooms or move their numbers, or are
only read: they have tests of their own."""


def other_formats(genre: type[Genre]) -> list[str]:
    return [d.format for d in genre.dialects if d.format in GRIDS]


def written(puzzle: Puzzle, format: str) -> str | None:
    """The puzzle in a format, or None where it cannot be expressed."""
    try:
        return gw.write(puzzle, format)
    except gw.WriteError:
        return None


def as_told(puzzle: Puzzle, format: str) -> Puzzle:
    """The puzzle with the words of the format: one of pips has no "at most" and no "at least"."""
    if format != "pips-board":
        return puzzle
    other = {"at most": ("less", 1), "at least": ("greater", -1)}
    conditions = tuple(
        (label, other[kind][0], value + other[kind][1]) if kind in other else (label, kind, value)
        for label, kind, value in puzzle.keys["conditions"]
    )
    return Puzzle.of(puzzle.genre, puzzle.board, puzzle.given, {**puzzle.keys, "conditions": conditions})


@each_case
def test_what_is_read_is_written_again(path: Path) -> None:
    one = case(path)
    assert gw.write(one.puzzle, "spf", one.reading.answer) == one.text, (
        f"{one}: writing what was read gives another text; check the dialect Spf and how the case is written")
    assert one.reading.warnings == (), (
        f"{one}: reading it warns, {one.reading.warnings}; write the case without what is warned about")


def solution_of(text: str) -> list[str]:
    """The strings of ``/solution`` in a text."""
    [envelope] = read_envelopes(text)
    entry = envelope.get("solution")
    assert entry is not None, "the text has no /solution"
    lines = entry.value if isinstance(entry.value, list) else [entry.value]
    return [line.text for line in lines if isinstance(line, Line)]


@each_case
def test_the_lines_of_an_answer_are_those_of_the_whole_file(path: Path) -> None:
    """They are written without it, which is much faster; numbers are as wide as the puzzle needs them."""
    one = case(path)
    only_if(one.reading.answer is not None and not isinstance(one.puzzle.board, Graph))
    for puzzle in (one.puzzle, replace(one.puzzle, source=None)):
        dialect = next(d for d in puzzle.genre.dialects if isinstance(d, Spf))
        expected = solution_of(gw.write(puzzle, "spf", one.reading.answer, printable=False))
        assert dialect.solution_lines(puzzle, one.answer) == expected, (
            f"{one}: solution_lines differs from what the whole file holds")


@each_case
def test_other_formats_tell_the_same(path: Path) -> None:
    puzzle = case(path).puzzle
    for format in other_formats(puzzle.genre):
        text = written(puzzle, format)
        if text is None:
            continue
        (again,) = gw.read_all(text)
        assert again.format == format, f"{case(path)}: the text in format {format!r} is taken for {again.format!r}"
        assert again.puzzle == as_told(puzzle, format), (
            f"{case(path)}: reading format {format!r} gives another puzzle than was written")
        assert gw.write(again.puzzle, format) == text, (
            f"{case(path)}: format {format!r} is not written again as it was read")


@each_case
def test_spf_is_written_without_its_source(path: Path) -> None:
    """What another format told, with the answer found by the solver, goes into a new file."""
    one = case(path)
    bare = Puzzle.of(one.genre, one.puzzle.board, one.puzzle.given, one.puzzle.keys)
    (again,) = gw.read_all(gw.write(bare, "spf", one.reading.answer))
    assert again.puzzle == one.puzzle, (
        f"{one}: a new file in the Standard Puzzle Format gives another puzzle when it is read")
    assert (again.answer and again.answer.marks) == (one.reading.answer and one.reading.answer.marks), (
        f"{one}: a new file in the Standard Puzzle Format gives another answer when it is read")


@each_genre_with_cases
def test_each_format_of_a_genre_can_tell_some_case(genre: type[Genre]) -> None:
    for format in other_formats(genre):
        assert any(written(one.puzzle, format) is not None for one in of_genre(genre)), (
            f"{genre.name}: no case can be written in format {format!r}; add one that can, or remove the dialect")


def spoilt(text: str, number: int, column: int, stray: str) -> str:
    """The text with a stray character in one place."""
    lines = text.split("\n")
    line = lines[number - 1]
    lines[number - 1] = line[: column - 1] + stray + line[column:]
    return "\n".join(lines)


@lru_cache(maxsize=1)
def as_read(good: str, format: str) -> Reading:
    """What an unspoilt text says."""
    (right,) = gw.read_all(good, format)
    return right


def verdict_on(text: str, good: str, format: str) -> gw.FormatError | bool:
    """Why a spoilt text is refused, or whether it says something else than the good one."""
    right = as_read(good, format)
    try:
        (again,) = gw.read_all(text, format)
    except gw.FormatError as fault:
        return fault
    told = (again.puzzle, again.answer and again.answer.marks)
    return told != (right.puzzle, right.answer and right.answer.marks)


def spoil(text: str, format: str, number: int, column: int) -> gw.FormatError | None:
    """Why a stray character is refused; None if it makes another puzzle, which is just as well."""
    for stray in STRAYS:
        said = verdict_on(spoilt(text, number, column, stray), text, format)
        if said is not False:
            return None if said is True else said
    raise AssertionError(f"a stray character goes unread in line {number}, column {column}")


def ink(one: Case, key: str) -> Iterator[tuple[int, int]]:
    """The places of a diagram's characters in the file."""
    entry = one.puzzle.source.envelope.get(key)
    for line in entry.value if entry is not None else ():
        assert isinstance(line, Line)
        yield from ((line.number, line.column_of(i)) for i in range(len(line.text)))


@each_case
def test_foreign_ink_is_refused_in_its_place(path: Path) -> None:
    one, rng = case(path), chance("ink", path)
    for key in ("puzzle", "solution"):
        places = list(ink(one, key))
        text = gw.write(one.puzzle, "spf") if key == "puzzle" else one.text
        for number, column in rng.sample(places, min(PLACES, len(places))):
            fault = spoil(text, "spf", number, column)
            # A key may speak of what the diagram no longer has (a region of Pips): then it is the key that is refused.
            elsewhere = fault is not None and fault.what.startswith("this is not a value of /")
            assert fault is None or elsewhere or (fault.line, fault.column) == (number, column), (
                f"{case(path)}: a stray character of /{key} in line {number}, column {column} is reported elsewhere: "
                f"{fault}")


def body(text: str, format: str) -> Iterator[tuple[int, int]]:
    """The places of a text's characters, without comments, names, difficulties and titles, which may hold anything."""
    skipped = 2 if format == "plain" else 0
    for number, line in enumerate(text.split("\n"), 1):
        if format == "plain" and (line.startswith("%") or skipped):
            skipped -= not line.startswith("%")
        elif format != "sudoku" or ": " not in line:
            yield from ((number, column) for column in range(1, len(line) + 1))


def is_drawn(genre: type[Genre]) -> bool:
    """Whether the plain text of a genre is a diagram, in which every character stands for itself."""
    return all(isinstance(part, DiagramBody) for d in genre.dialects if isinstance(d, PlainText) for part in d.parts)


@each_case
def test_foreign_ink_is_refused_in_other_formats(path: Path) -> None:
    """In its place, or where its words begin; the grids of sudoku and pips are judged as a whole."""
    puzzle, rng = case(path).puzzle, chance("other ink", path)
    for format in other_formats(puzzle.genre):
        text = written(puzzle, format) or ""
        places = list(body(text, format))
        for number, column in rng.sample(places, min(PLACES, len(places))):
            fault = spoil(text, format, number, column)
            if fault is None:
                continue
            assert fault.line and fault.column, (
                f"{case(path)}: the error of format {format!r} has no line and column: {fault}")
            moved_wall = fault.code == "bad-value"  # a room that is smaller now may have a number elsewhere
            if format == "plain" and not moved_wall:
                line = text.split("\n")[number - 1]
                in_words = " " in line or not is_drawn(puzzle.genre)
                assert fault.line == number and (fault.column <= column if in_words else fault.column == column), (
                    f"{case(path)}: a stray character in line {number}, column {column} of format {format!r} is "
                    f"reported elsewhere: {fault}")


# -- law 2: verdict and answer ----------------------------------------------------------------------------------------


@each_case
def test_the_verdict_is_as_stated(path: Path) -> None:
    one = case(path)
    verdict = gw.solve(one.puzzle)
    assert verdict.status == one.status, f"{one}: /status says {one.status}, and the solver finds {verdict.status}"
    for answer in verdict.answers:
        assert gw.check(one.puzzle, answer, finished=True) == [], (
            f"{one}: the checker rejects an answer that the solver found; a rule's encoding allows more than its "
            "demands")
    if one.status == "unique":
        assert verdict.answers[0].marks == one.answer.marks, f"{one}: the solver finds another answer than /solution"
    elif one.status == "several":
        first, second = verdict.answers
        assert first.marks != second.marks, f"{one}: the solver gives the same answer twice"


@each_case
def test_the_stated_answer_is_right(path: Path) -> None:
    one = case(path)
    if one.status == "none":
        assert one.reading.answer is None, f"{one}: /status is (none), but there is a /solution"
    else:
        assert gw.check(one.puzzle, one.answer, finished=True) == [], f"{one}: the checker rejects /solution"


@each_case
def test_a_part_of_the_answer_breaks_nothing(path: Path) -> None:
    one, rng = case(path), chance("part", path)
    only_if(one.status != "none")
    for share in (0, 0.1, 0.3, 0.5, 0.7, 0.9):
        full = one.answer.marks.items()
        marks = {name: {s: v for s, v in layer.items() if rng.random() < share} for name, layer in full}
        assert gw.check(one.puzzle, State.of(one.puzzle, marks)) == [], (
            f"{one}: the checker rejects a part of /solution, though it can be completed")


@each_case
def test_the_plain_encoding_agrees(path: Path) -> None:
    one = case(path)
    only_if(len(one.puzzle.board.cells) <= SMALL)
    found: list[State] = []
    search = Search(one.puzzle, Clock(), plain=True)
    with search.sat:
        while len(found) < 2 and (model := search.next_assignment()) is not None:
            found.append(search.model.variables.state(model))
            search.block(model)
    assert ("none", "unique", "several")[len(found)] == one.status, (
        f"{one}: /status says {one.status}, and solving demand by demand finds {len(found)} answers (2: at least two)")
    if one.status == "unique":
        assert found[0].marks == one.answer.marks, (
            f"{one}: solving demand by demand finds another answer than /solution")


@each_case
def test_common_marks(path: Path) -> None:
    one = case(path)
    common = gw.common_marks(one.puzzle)
    if one.status == "none":
        assert common is None, f"{one}: marks are common to all answers, though /status is (none)"
        return
    assert common is not None, f"{one}: common_marks finds no answer, though /status is ({one.status})"
    if one.status == "unique":
        assert common.marks == one.answer.marks, f"{one}: the marks common to all answers should be the only answer"
    else:
        shared = {name: dict(layer) for name, layer in common.marks.items()}
        assert frozen_layers(shared) != one.answer.marks, (
            f"{one}: all marks of /solution are common to all answers, though there are several")
        assert all(one.answer.get(name, s) == v for name, layer in shared.items() for s, v in layer.items()), (
            f"{one}: a mark common to all answers is not in /solution")


# -- law 3: every rule is broken somewhere
# ------------------------------------------------------------------------------


@each_case
def test_wrong_answers_break_the_stated_rules(path: Path) -> None:
    one = case(path)
    for wrong in one.wrong:
        found = gw.check(one.puzzle, wrong.state)
        assert {v.rule for v in found} == wrong.rules, (
            f"{one}: a wrong answer should break {sorted(wrong.rules)}, and breaks "
            f"{sorted({v.rule for v in found})}: {found}")
        assert wrong.places <= {s for v in found for s in v.at} | places_of_broken_demands(wrong.state), (
            f"{one}: the wrong answer for {sorted(wrong.rules)} names places that no violation shows: {found}")
        assert gw.check(one.puzzle, wrong.state, finished=True) == found, (
            f"{one}: the wrong answer for {sorted(wrong.rules)} has other violations as a finished answer; fill in "
            "all its marks")
        for violation in found:
            assert violation.words.strip() and not set("{}") & set(violation.words), (
                f"{one}: a violation of {violation.rule!r} is empty or has braces: {violation.words!r}")


def places_of_broken_demands(state: State) -> set[gw.Spot]:
    """Where the demands lie that a state breaks: a fault shows only what is to blame."""
    model = state.puzzle.genre(state.puzzle)
    known = model.variables.known(state)
    return {spot for demand in model.demands() if any(faults(demand, known, model)) for spot in demand.at}


@each_case
def test_wrong_answers_that_were_proposed_have_been_reviewed(path: Path) -> None:
    assert PROPOSED not in case(path).text, (
        f"{case(path)}: nobody has reviewed it; look at each wrong answer, then delete the line '% Proposed ...'")


@each_genre_with_cases
def test_every_rule_is_broken_alone_in_some_case(genre: type[Genre]) -> None:
    broken = {wrong.rules for one in of_genre(genre) for wrong in one.wrong}
    assert {frozenset((rule.name,)) for rule in genre.rules} <= broken, (
        f"{genre.name}: these rules lack a wrong answer that breaks no other rule: "
        f"{sorted({rule.name for rule in genre.rules} - {name for one in broken if len(one) == 1 for name in one})}")


@each_case
def test_a_missing_mark_is_told(path: Path) -> None:
    one, rng = case(path), chance("missing", path)
    only_if(one.status != "none")
    for name, layer in one.answer.marks.items():
        free = sorted(layer.keys() - one.puzzle.given.get(name, {}).keys())  # given marks belong to every state
        if not free:
            continue
        gone = rng.choice(free)
        marks = {**one.answer.marks, name: {s: v for s, v in layer.items() if s != gone}}
        found = gw.check(one.puzzle, State.of(one.puzzle, marks), finished=True)
        words = f"{one.puzzle.board.name(gone)} is not filled in"
        assert [(v.rule, v.at, v.words) for v in found] == [("finished", (gone,), words)], (
            f"{one}: without the mark of {name!r} at {one.puzzle.board.name(gone)} only that should be reported, and "
            "nothing else")
        assert gw.check(one.puzzle, State.of(one.puzzle, marks)) == [], (
            f"{one}: a position without one mark of the answer is rejected")


@each_case
def test_a_changed_given_is_told(path: Path) -> None:
    one = case(path)
    model = one.genre(one.puzzle)
    only_if(one.status != "none")
    for name, spot, value in model.variables.given_marks():
        other = (not value) if name in model.marks else next(v for v in model.terms[name][spot].marks if v != value)
        marks = {**one.answer.marks, name: {**one.answer.marks[name], spot: other}}
        found = gw.check(one.puzzle, State.of(one.puzzle, marks))
        held = model.layers[name].say(value, puzzle=one.puzzle)  # type: ignore[attr-defined]
        words = f"{one.puzzle.board.name(spot)} {held}, as given, and may not change"
        assert [(v.at, v.words) for v in found if v.rule == "given"] == [((spot,), words)], (
            f"{one}: a given of {name!r} was changed at {one.puzzle.board.name(spot)}, which should be reported as "
            "given")


@each_case
def test_what_cannot_stand_there_is_told(path: Path) -> None:
    """A mark of no known layer's spot, and a value that no spot takes."""
    one = case(path)
    only_if(one.status != "none")
    nowhere = gw.Spot(-1, -1)
    for name, layer in one.answer.marks.items():
        marks = {**one.answer.marks, name: {**layer, nowhere: next(v for v in layer.values())}}
        if marks[name][nowhere] is not False:
            found = gw.check(one.puzzle, State.of(one.puzzle, marks))
            where = "r0c0" if isinstance(one.puzzle.board, gw.Rect) else one.puzzle.board.name(nowhere)
            words = f"nothing can be marked at {where}"
            assert [(v.rule, v.at, v.words) for v in found] == [("value", (nowhere,), words)], (
                f"{one}: a mark of {name!r} off the board should be reported, and nothing else")
        if name in one.genre(one.puzzle).terms:
            spot = min(layer)
            marks = {**one.answer.marks, name: {**layer, spot: "nothing"}}
            found = gw.check(one.puzzle, State.of(one.puzzle, marks))
            words = f"nothing is not allowed at {one.puzzle.board.name(spot)}"
            assert ("value", (spot,), words) in {(v.rule, v.at, v.words) for v in found}, (
                f"{one}: a value that layer {name!r} never has should be reported")


def test_different_marks_along_one_place_are_told() -> None:
    """Of the genres here only Hashi has places of several spots: a bridge is the same on all links that it crosses."""
    told = 0
    for path in PATHS:
        one, rng = case(path), chance("torn", path)
        if one.status == "none":
            continue
        board, model = one.puzzle.board, one.genre(one.puzzle)
        for name, layer in one.answer.marks.items():
            for place in (place for place in model.variables.places(name) if len(place) > 1):
                spot = rng.choice(place)
                other = next(value for value in model.terms[name][spot].marks if value != layer[spot])
                state = State.of(one.puzzle, {**one.answer.marks, name: {**layer, spot: other}})
                start, end = board.name(board.ends(place[0])[0]), board.name(board.ends(place[-1])[1])
                words = f"the {name} from {start} to {end} changes on the way"
                found = {(v.rule, v.at, v.words) for v in gw.check(one.puzzle, state)}
                assert ("value", place, words) in found, (
                    f"{one}: different marks of {name!r} along one place should be reported")
                told += 1
    assert told, "no genre has places of several spots"
