"""The jobs of the worker process: hints, verdicts, new and turned puzzles. Arguments and results can be pickled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ..board.board import Spot
from ..board.rect import Rect
from ..board.symmetry import Symmetry
from ..engine.explain.hints import hint, steps
from ..engine.explain.mistakes import Mistake
from ..engine.explain.steps import Because, Step, StepMark
from ..engine.explain.techniques import Technique
from ..engine.solve.answers import common_marks, solve
from ..engine.solve.check import violations
from ..engine.solve.clock import ShouldStop, TimeUp
from ..language.genre import Genre
from ..language.layers import Layer
from ..language.look import Way
from ..language.puzzle import Puzzle, PuzzleError, State, frozen_layers
from ..language.validation import check_puzzle
from ..language.wording import listed, worded
from ..picture.places import RectPlaces, places_of
from ..walkthrough.candidates import CellCandidates, candidates_of
from ..walkthrough.folds import folded, summary
from ..walkthrough.roles import MOST_FRAMED, Mention, PlaceRole, mentions, premises, roles, told_parts, where_to_look
from .drafts import is_blank
from .position import BadPosition, key_of, marks_of, sentence, state_of

_HINT_SECONDS, _VERDICT_SECONDS = 10.0, 2.0


def hinted(puzzle: Puzzle, told: Any, level: int, *, stop: ShouldStop) -> dict[str, Any]:
    """A hint in up to three levels: whether the position is sound; where to look; what follows, and why."""
    model = puzzle.genre(puzzle)
    state = state_of(model, told)
    if level == 1:
        return _sound(puzzle, state, stop)
    try:
        step = hint(puzzle, state, timeout=_HINT_SECONDS, stop=stop)
    except TimeUp:
        return {"kind": "late", "words": worded("No step was found in {n} seconds.", n=f"{_HINT_SECONDS:g}")}
    if step is None:
        return {"kind": "nothing", "words": worded("Nothing more follows: all that the answers share is known.")}
    if isinstance(step, Mistake):
        return _mistake(model, step)
    if level == 2:
        found = where_to_look(step)
        spots = dict.fromkeys(spot for one in found for spot in one.spots)
        return {"kind": "where", "words": worded("Look at {places}.", places=listed([one.text for one in found])),
                "because": _keys(spots)}  # fmt: skip
    told = told_step(model, step, candidates_of(model, state))
    return {"kind": "step", **told, "parts": [_part(one) for one in step.because[:MOST_FRAMED]]}


def _sound(puzzle: Puzzle, state: State, stop: ShouldStop) -> dict[str, Any]:
    verdict = solve(puzzle, played=state, timeout=_HINT_SECONDS, stop=stop)
    if verdict.answers:
        return {"kind": "sound", "words": worded("No mistake so far: your marks can still be completed.")}
    if verdict.status == "none":
        return {"kind": "unsound", "words": worded("There is a mistake: your marks cannot be completed.")}
    return {"kind": "late", "words": worded("That was not found out in {n} seconds.", n=f"{_HINT_SECONDS:g}")}


def _mistake(model: Genre, found: Mistake) -> dict[str, Any]:
    spots = list(dict.fromkeys(spot for part in found.because for spot in part.at))
    wrong = [mark.spot for mark in found.marks]
    said = _said(mentions(found.words, model.board))
    return {"kind": "mistake", "words": found.words, "said": said, "because": _keys(spots), "wrong": _keys(wrong),
            "marks": [[mark.layer, _first_key(model, mark), mark.value] for mark in found.marks],
            "parts": [_part(one) for one in found.because]}  # fmt: skip


def _part(part: Because) -> dict[str, Any]:
    return {"words": sentence(part.words), "at": _keys(part.at)}


def told_step(model: Genre, step: Step, candidates: CellCandidates | None) -> dict[str, Any]:
    """A step for the page; ``said`` are its words, with the places that they name. The step enters the candidates."""
    by_role: dict[str, Sequence[Spot]] = {str(role): spots for role, spots in roles(step).items()}
    framed = {spot for role, spots in by_role.items() if role != PlaceRole.PREMISE for spot in spots}
    parts = list(told_parts(step))
    named, around = premises(step, parts)
    premise = [spot for spot in named if spot not in framed]
    by_role = {"around": around, **by_role, PlaceRole.PREMISE: premise}
    for role in [role for role in PlaceRole if len(by_role.get(role, ())) > MOST_FRAMED]:
        by_role["around"] = [*by_role["around"], *by_role.pop(role)]
    return {"words": step.words, "said": _said(parts), "technique": step.technique,
            "marks": _told_marks(model, step), "notes": _notes(step, by_role, candidates) if candidates else [],
            "roles": {role: _keys(spots) for role, spots in by_role.items() if spots}}  # fmt: skip


def _notes(step: Step, by_role: Mapping[str, Sequence[Spot]], candidates: CellCandidates) -> list[list[Any]]:
    """The candidates of the cells that a step speaks of: for each place the layer, the numbers of the values that are
    open, and those of the values that the step strikes out."""
    before, order = candidates.open, {value: i for i, value in enumerate(candidates.values)}
    out = {(mark.spot, mark.value) for mark in step.marks if mark.layer == candidates.layer.name and not mark.holds}
    candidates.enter(step.marks)
    return [[key_of(spot), [candidates.layer.name, [order[value] for value in before[spot]],
                            [order[value] for value in before[spot] if (spot, value) in out]]]
            for spot in dict.fromkeys(chain.from_iterable(by_role.values())) if spot in before]  # fmt: skip


def _said(parts: Iterable[str | Mention]) -> list[Any]:
    """Texts, and triples of a text, the places that it names, and their role."""
    return [part if isinstance(part, str) else [part.text, _keys(part.spots), part.role or ""] for part in parts]


def taught(puzzle: Puzzle, technique: Technique, *, stop: ShouldStop) -> dict[str, Any]:
    """The position on the board of a technique, with the candidates of cells that lack some, and the step to be found.
    """
    model, state = puzzle.genre(puzzle), technique.state(puzzle)
    step = hint(puzzle, state, timeout=_HINT_SECONDS, stop=stop)
    assert isinstance(step, Step), f"nothing follows on the board of {technique.name}"
    candidates = candidates_of(model, state)
    corner: dict[str, dict[str, list[int]]] = {}
    if candidates is not None:
        layer = candidates.layer.name
        out = [mark.spot for mark in step.marks if mark.layer == layer and not mark.holds]
        order = {value: i for i, value in enumerate(candidates.values)}
        left = candidates.open
        corner[layer] = {key_of(spot): [order[value] for value in left[spot]]
                         for spot in dict.fromkeys((*state.struck.get(layer, ()), *out)) if spot in left}  # fmt: skip
    return {"marks": marks_of(model, state), "corner": corner, "step": told_step(model, step, candidates)}


def _told_marks(model: Genre, step: Step) -> list[list[Any]]:
    """The marks of a step for the page: layer, place, value, and whether the place holds it."""
    return [[mark.layer, _first_key(model, mark), mark.value, mark.holds] for mark in step.marks]


def _first_key(model: Genre, mark: StepMark) -> str:
    """The first spot of the place that a mark is at."""
    place = next((place for place in model.variables.places(mark.layer) if mark.spot in place), (mark.spot,))
    return key_of(place[0])


def _keys(spots: Any) -> list[str]:
    return [key_of(spot) for spot in spots]


def forced(puzzle: Puzzle, told: Any, *, stop: ShouldStop) -> dict[str, Any]:
    """The marks that all answers share, given the marks of a position."""
    model = puzzle.genre(puzzle)
    state = state_of(model, told)
    try:
        common = common_marks(puzzle, state, timeout=_HINT_SECONDS, stop=stop)
    except TimeUp:
        return {"status": "undecided", "marks": {}}
    return {"status": "none", "marks": {}} if common is None else {"status": "ok", "marks": marks_of(model, common)}


def judged_draft(
    puzzle: Puzzle, known: Sequence[Any] = (), *, seconds: float = _VERDICT_SECONDS, stop: ShouldStop
) -> dict[str, Any]:
    """The verdict for a setter: unique with the answer; several, with their number and what would decide; none and what
    repairs it. Those ``known`` answers that still hold come first."""
    from ..engine.explain.diagnosis import diagnose

    model = puzzle.genre(puzzle)
    blank = is_blank(puzzle)
    verdict = solve(puzzle, limit=2 if blank else COUNTED + 1, timeout=seconds, stop=stop)
    found = [marks_of(model, answer) for answer in verdict.answers]
    kept = _still_answers(model, known, seconds, stop) if verdict.status != "none" else []
    answers = [*kept, *(answer for answer in found if answer not in kept)][:2]
    record: dict[str, Any] = {"status": verdict.status, "answers": answers, "seconds": round(verdict.seconds, 4),
                              "count": len(found), "exact": verdict.complete}  # fmt: skip
    if blank:
        return {**record, "blank": True}
    if verdict.status in ("unique", "undecided"):
        return record
    diagnosis = diagnose(puzzle, timeout=seconds, stop=stop, verdict=verdict)
    record["words"] = diagnosis.details
    if verdict.status == "none":
        record["clashes"] = [_part(part) for part in diagnosis.clashes]
        record["clues"] = [[layer, key_of(spot)] for layer, spot in diagnosis.clues]
    else:
        record["differ"] = [[layer, key_of(spot)] for layer, spot in diagnosis.differ]
        record["deciding"] = [[mark.layer, key_of(mark.spot), mark.value] for mark in diagnosis.deciding]
        record["total"] = sum(len(model.variables.places(name)) for name in model.answer_layers)
        record["shares"] = _shares(found[:COUNTED])
    return record


COUNTED = 100
"""At most this many answers are counted."""


def _still_answers(model: Genre, known: Sequence[Any], seconds: float, stop: ShouldStop) -> list[dict[str, Any]]:
    """The answers among some that hold for other clues, too; a mark that they lack is added."""
    found = []
    for told in known:
        try:
            state = state_of(model, told)
        except BadPosition:
            continue
        verdict = solve(model.puzzle, played=state, limit=1, timeout=seconds, stop=stop)
        found += [marks_of(model, answer) for answer in verdict.answers]
    return found


def _shares(answers: Sequence[Mapping[str, Mapping[str, Any]]]) -> dict[str, dict[str, list[list[Any]]]]:
    """For each place where some answers differ, by layer: the values and the number of answers with them."""
    found: dict[str, dict[str, list[list[Any]]]] = {}
    for layer, own in answers[0].items():
        counts = {key: Counter(answer[layer][key] for answer in answers) for key in own}
        found[layer] = {key: [list(pair) for pair in n.most_common()] for key, n in counts.items() if len(n) > 1}
    return found


def needless_clues(puzzle: Puzzle, *, stop: ShouldStop) -> dict[str, Any]:
    """The clues of a unique puzzle that can be omitted, each by itself."""
    from ..engine.explain.diagnosis import diagnose

    diagnosis = diagnose(puzzle, timeout=_HINT_SECONDS, stop=stop)
    return {"words": diagnosis.words, "clues": [[layer, key_of(spot)] for layer, spot in diagnosis.needless]}


def filled_up(puzzle: Puzzle, seed: str, symmetry: Symmetry, *, stop: ShouldStop) -> Puzzle:
    """The puzzle with additional clues that make it unique; on an empty board, a new puzzle."""
    from .. import generate
    from ..making.setting import complete, file_format

    board = puzzle.board
    if is_blank(puzzle) and isinstance(board, Rect) and not board.holes:
        return generate(puzzle.genre, board.n_rows, board.n_cols, symmetry=None if symmetry == "none" else symmetry,
                        seed=seed, timeout=_MAKING_SECONDS, stop=stop)  # fmt: skip
    formats = (file_format(puzzle),)
    return complete(puzzle, seed=seed, symmetry=symmetry, formats=formats, timeout=_MAKING_SECONDS, stop=stop)


def minimised(puzzle: Puzzle, seed: str, symmetry: Symmetry, *, stop: ShouldStop) -> Puzzle:
    """The puzzle without the clues that it does not need."""
    from ..making.setting import file_format, minimise

    formats = (file_format(puzzle),)
    return minimise(puzzle, seed=seed, symmetry=symmetry, formats=formats, timeout=_MAKING_SECONDS, stop=stop)


_MAKING_SECONDS = 60.0


def generated(
    genre: str, rows: int | None, cols: int | None, difficulty: str | None, symmetry: str | None,
    seed: str | None = None, *, stop: ShouldStop, progress: Callable[[dict[str, Any]], None],
) -> Puzzle:
    """A new puzzle. ``progress`` is called for each draft that is tried."""
    from .. import generate

    def report(number: int, nearest: str) -> None:
        progress({"drafts": number, "nearest": nearest})

    return generate(genre, rows, cols, difficulty=difficulty, symmetry=symmetry, seed=seed, timeout=_MAKING_SECONDS,
                    stop=stop, progress=report)  # fmt: skip


def daily(
    genre: str, day: str, *, stop: ShouldStop, progress: Callable[[dict[str, Any]], None]
) -> Puzzle:
    """The puzzle of a genre for a day, as YYYY-MM-DD: the same for everybody who has this version.

    It is easy, and medium at weekends, unless such puzzles of the genre are rare. Raises TimeUp rather than return what
    another computer, with more time, would not.
    """
    from datetime import date

    from ..making.effort import MakingError

    def report(told: dict[str, Any]) -> None:
        if told["drafts"] > _DRAFTS:
            raise _TooRare
        progress(told)

    usual = ("easy", "medium") if date.fromisoformat(day).isoweekday() <= _FRIDAY else ("medium", "easy")
    seed = f"{day} {genre}"
    for difficulty in usual:
        try:
            made = generated(genre, None, None, difficulty, None, seed, stop=stop, progress=report)
        except (MakingError, _TooRare):
            continue
        if made.about.difficulty != difficulty:
            raise TimeUp(_MAKING_SECONDS)
        return made
    return generated(genre, None, None, None, None, seed, stop=stop, progress=progress)


_FRIDAY, _DRAFTS = 5, 4
"""The last working day, and the drafts that are tried for a difficulty: later ones take much longer."""


class _TooRare(Exception):
    """No draft has come out as hard as it should."""


def printed(puzzles: list[Puzzle], answers: bool, *, stop: ShouldStop) -> bytes:
    """A booklet of some puzzles as PDF, with the answers that are found in time if ``answers``."""
    from io import BytesIO

    from ..picture.booklet import Booklet, Layout

    out = BytesIO()
    book = Booklet(out, Layout(answers=answers))
    for puzzle in puzzles:
        found = solve(puzzle, timeout=_VERDICT_SECONDS, stop=stop).answers if answers else []
        book.add(puzzle, found[0] if found else None)
    book.save()
    return out.getvalue()


def rated(puzzle: Puzzle, *, stop: ShouldStop) -> dict[str, Any]:
    """The difficulty of a puzzle, or why it is unknown."""
    from ..engine.explain.rating import rate

    rating = rate(puzzle, timeout=_HINT_SECONDS, stop=stop)
    return {"label": rating.label, "score": rating.score, "complete": rating.complete,
            "unrated": rating.unrated, "why": rating.why}


def prepare() -> None:
    """Imports what jobs need besides this module, so that the first job is not slower."""
    from .. import registry
    from ..engine.explain import diagnosis, rating

    del registry, diagnosis, rating


def explained(puzzle: Puzzle, told: Any, *, stop: ShouldStop) -> dict[str, Any]:
    """The steps from a position to the answer, for a replay."""
    model = puzzle.genre(puzzle)
    state = state_of(model, told)
    found: list[Step] = []
    complete = True
    try:
        for step in steps(puzzle, state, timeout=_HINT_SECONDS, stop=stop):
            found.append(step)
    except TimeUp:
        complete = False
    except ValueError as fault:
        return {"steps": [], "folds": [], "complete": False, "words": sentence(str(fault))}
    groups = [(group[0], group[-1], [found[n - 1] for n in group]) for group in folded(found) if len(group) > 1]
    candidates = candidates_of(model, state)
    return {"steps": [told_step(model, step, candidates) for step in found], "complete": complete,
            "folds": [[first, last, summary(model, some)] for first, last, some in groups]}  # fmt: skip


# -- turning and mirroring ---------------------------------------------------------------------------------------------


class _Turn(NamedTuple):
    """The images of a spot (from doubled coordinates, and twice the rows and columns) and of a direction; whether rows
    become columns."""

    spot: Callable[[int, int, int, int], tuple[int, int]]
    way: Callable[[Way], Way]
    swaps: bool


TURNS: Mapping[str, _Turn] = {
    "quarter": _Turn(lambda y, x, rows, _: (x, rows - y), lambda way: (way[1], -way[0]), True),
    "mirror": _Turn(lambda y, x, _, cols: (y, cols - x), lambda way: (way[0], -way[1]), False),
    "diagonal": _Turn(lambda y, x, _, __: (x, y), lambda way: (way[1], way[0]), True),
}
"""A quarter turn clockwise; a reflection left to right; one across the main diagonal. The names are those of
``SYMMETRIES``."""

_UP, _RIGHT, _DOWN, _LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
_RISING, _FALLING = ((-1, 1), (1, -1)), ((-1, -1), (1, 1))
_ARMS: Mapping[str, frozenset[Way]] = {glyph: frozenset(ways) for glyph, ways in {
    "→": (_RIGHT,), "←": (_LEFT,), "↑": (_UP,), "↓": (_DOWN,), "↔": (_LEFT, _RIGHT), "↕": (_UP, _DOWN),
    "↖": ((-1, -1),), "↗": ((-1, 1),), "↙": ((1, -1),), "↘": ((1, 1),), "╱": _RISING, "╲": _FALLING,
    "─": (_LEFT, _RIGHT), "−": (_LEFT, _RIGHT), "│": (_UP, _DOWN), "|": (_UP, _DOWN), "┌": (_RIGHT, _DOWN),
    "┐": (_LEFT, _DOWN), "└": (_UP, _RIGHT), "┘": (_UP, _LEFT), "┬": (_LEFT, _RIGHT, _DOWN), "├": (_UP, _RIGHT, _DOWN),
    "┤": (_UP, _LEFT, _DOWN), "┴": (_UP, _LEFT, _RIGHT),
}.items()}  # fmt: skip
"""The directions of the arms of a glyph."""
_SECONDS = 2.0


def turned(puzzle: Puzzle, how: str, *, stop: Callable[[], bool] | None = None) -> Puzzle:
    """A puzzle after one of ``TURNS``.

    Raises ValueError for boards that are not rectangles of squares, and for genres whose rules or clues depend on
    directions in an unknown way. To find these, the answers of each puzzle are turned and checked against the other.
    """
    turn = TURNS.get(how)
    if turn is None:
        raise ValueError(f"a puzzle cannot be turned by {how!r}; expected one of {', '.join(TURNS)}")
    board, places = puzzle.board, places_of(puzzle.board, puzzle.genre.ground.cell)
    if not isinstance(board, Rect) or not isinstance(places, RectPlaces) or places.breadth != 1:
        raise ValueError(worded("this board cannot be turned: it is not a rectangle of squares"))
    made = _turned(puzzle, board, turn)
    try:
        check_puzzle(made)
    except PuzzleError as fault:
        words = worded("{genre} cannot be turned this way: {fault}", genre=puzzle.genre.name, fault=fault)
        raise ValueError(words) from None
    back = {"quarter": (turn, turn, turn)}.get(how, (turn,))
    if not (_fits(puzzle, made, (turn,), stop) and _fits(made, puzzle, back, stop)):
        raise ValueError(worded(
            "this puzzle cannot be turned this way: its rules or clues depend on how {genre} is read",
            genre=puzzle.genre.name,
        ))  # fmt: skip
    return made


def _turned(puzzle: Puzzle, board: Rect, turn: _Turn) -> Puzzle:
    ends = 2 * board.n_rows, 2 * board.n_cols

    def at(spot: Spot) -> Spot:
        return Spot(*turn.spot(spot.y, spot.x, *ends))

    size = (board.n_cols, board.n_rows) if turn.swaps else (board.n_rows, board.n_cols)
    model = puzzle.genre.as_told(puzzle)
    given = {name: _layer(model, name, own, at, turn) for name, own in puzzle.given.items()}
    new = Rect.of(*size, map(at, board.holes))
    return Puzzle(puzzle.genre, new, frozen_layers(given), puzzle.keys, puzzle.about)


def _layer(
    model: Genre, name: str, own: Mapping[Spot, Any], at: Callable[[Spot], Spot], turn: _Turn
) -> dict[Spot, Any]:
    layer = model.layers[name]
    return {
        at(spot): _value(layer, value, turn, layer.on == "links" and _is_swapped(model, spot, at))
        for spot, value in own.items()
    }


def _is_swapped(model: Genre, link: Spot, at: Callable[[Spot], Spot]) -> bool:
    """Whether a turn exchanges the order of a link's cells."""
    first, second = model.board.ends(link)
    return (at(first) < at(second)) != (first < second)


def _value(layer: Layer, value: Any, turn: _Turn, swapped: bool) -> Any:
    """A clue after a turn, which may change its direction."""
    if layer.look.traits.turned is not None:
        return layer.look.traits.turned(value, turn.way, swapped)
    return _glyph(layer.look.glyphs, value, turn) if isinstance(value, str) else value


def _glyph(glyphs: Mapping[Any, str], value: str, turn: _Turn) -> str:
    """The value whose glyph looks like the turned one; the same value if there is none."""
    arms = _ARMS.get(glyphs.get(value, ""))
    if arms is None:
        return value
    wanted = frozenset(map(turn.way, arms))
    alike = [one for one, glyph in glyphs.items() if _ARMS.get(glyph) == arms]
    found = [one for one, glyph in glyphs.items() if _ARMS.get(glyph) == wanted]
    return str(found[alike.index(value)]) if len(found) == len(alike) else value


def _fits(puzzle: Puzzle, other: Puzzle, turns: tuple[_Turn, ...], stop: Callable[[], bool] | None) -> bool:
    """Whether the turned answers of a puzzle are answers of another; true if none is found in time."""
    try:
        answers = solve(puzzle, timeout=_SECONDS, stop=stop).answers
    except TimeUp:
        return True
    model = other.genre(other)
    for answer in answers:
        told = Puzzle(puzzle.genre, puzzle.board, frozen_layers(answer.marks), puzzle.keys, puzzle.about)
        for turn in turns:
            assert isinstance(told.board, Rect)
            told = _turned(told, told.board, turn)
        if violations(model, State.of(other, told.given)):
            return False
    return True
