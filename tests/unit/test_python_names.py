"""The names of the package, genres that are registered, readings in place of puzzles, and words of TimeUp."""

from __future__ import annotations

import pickle
import pydoc
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.language import Answer, Demands, Given, Numbers, count, must, rule
from gridwright.registry import REGISTRY, Registry

# -- names ------------------------------------------------------------------------------------------------------------


def test_the_docstring_groups_all_names() -> None:
    described = re.findall(r"``(\w+)``", gw.__doc__ or "")
    assert sorted(described) == sorted(gw.__all__)


def test_help_lists_the_public_names_only() -> None:
    text = pydoc.plain(pydoc.render_doc(gw))
    functions = re.findall(r"^    (\w+)\(", text[text.index("\nFUNCTIONS\n") :].partition("\nDATA\n")[0], re.MULTILINE)
    classes = re.findall(r"^    class (\w+)\(", text, re.MULTILINE)
    assert sorted([*functions, *classes]) == sorted(gw.__all__)
    assert not re.search(r"\n    (HOOKS|TYPE_CHECKING|names_from|annotations)\b", text)


# -- genres of scripts ------------------------------------------------------------------------------------------------


class Beside(gw.Genre):
    """Numbers count the shaded neighbours."""

    name = "Beside Script"
    aliases = ("By the Side",)
    task = "Shade some cells, so that every number has as many shaded cells beside it."
    number = Given("cells", Numbers(0, 4))
    shade = Answer("cells", words=("shaded", "unshaded"))

    @rule("{clue} needs {n:shaded cell} beside it", reads=number)
    def beside(self) -> Demands:
        for at, n in self.number.items():
            near = self.board.neighbours(at)
            yield must(count(self.shade[c] for c in near) == n, (at, *near), clues=at, n=n, clue=at)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> type[gw.Genre]:
    registry = Registry()
    monkeypatch.setattr("gridwright.api.REGISTRY", registry)
    monkeypatch.setattr("gridwright.generation.REGISTRY", registry)
    assert gw.register(Beside) is Beside
    return Beside


def test_registered_genres_are_known_by_name(registered: type[gw.Genre]) -> None:
    assert gw.genre("beside script") is gw.genre("By-the-side") is registered
    assert registered in gw.known_genres() and len(gw.known_genres()) == len(REGISTRY.genres) + 1
    puzzle = gw.puzzle("Beside Script", ["1 .", ". 0"])
    assert gw.read(gw.write(puzzle, "json")) == puzzle
    assert gw.solve(gw.generate("beside script", 3, seed=1)).status == "unique"
    with pytest.raises(gw.UnknownGenre, match="did you mean Beside Script"):
        gw.genre("beside-scrip")


def test_a_class_that_is_defined_again_replaces_the_old_one(registered: type[gw.Genre]) -> None:
    assert gw.register(registered) is registered
    again = type("Beside", (registered,), {"__module__": __name__, "__qualname__": "Beside", "name": "Beside Script"})
    gw.register(again)
    assert gw.genre("beside script") is again and registered not in gw.known_genres()
    gw.register(gw.genre("Sudoku"))
    assert len(gw.known_genres()) == len(REGISTRY.genres) + 1


@pytest.mark.parametrize(("body", "words"), [
    ({"name": "Sudoku"}, "genre Other: 'Sudoku' is already a name of Sudoku; choose another"),
    ({"name": "Other", "aliases": ("star-battle",)}, "'star-battle' is already a name of Starbattle"),
    ({"name": "Other", "aliases": ("by the side",)}, "'by the side' is already a name of Beside Script"),
    ({}, "expected a subclass of Genre with a name of its own, found <class"),
])  # fmt: skip
def test_clashes_of_names_are_refused(registered: type[gw.Genre], body: dict[str, Any], words: str) -> None:
    known = gw.known_genres()
    with pytest.raises(gw.GenreError, match=re.escape(words)):
        gw.register(type("Other", (registered,), body))
    with pytest.raises(gw.GenreError, match="found 'Sudoku'"):
        gw.register("Sudoku")  # type: ignore[arg-type]
    assert gw.known_genres() == known


SCRIPT = Path(__file__).read_text("utf-8").partition("class Beside")[2].partition("@pytest")[0]
MADE = f"""
import multiprocessing, sys
import gridwright as gw
from gridwright.language import Answer, Demands, Given, Numbers, count, must, rule
class Beside{SCRIPT}
gw.register(Beside)
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    made = list(gw.generate_many("Beside Script", size=3, count=2, seed=1, jobs=2))
    assert made == list(gw.generate_many(Beside, size=3, count=2, seed=1))
    print(len(made))
"""


@pytest.mark.thorough
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_several_processes_make_puzzles_of_a_script(method: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(MADE)
    run = subprocess.run([sys.executable, script, method], capture_output=True, text=True, timeout=100)
    assert (run.stdout, run.stderr) == ("2\n", "")


def test_other_processes_do_not_know_every_genre() -> None:
    class Local(Beside):
        name = "Local"

    with pytest.raises(gw.MakingError, match=r"other processes do not know Local: .*; use jobs=1, or define"):
        next(gw.generate_many(Local, size=3, jobs=2))
    command = [sys.executable, "-", "spawn"]
    typed_in = subprocess.run(command, input=MADE, capture_output=True, text=True, timeout=100)
    assert typed_in.stderr.endswith("MakingError: other processes do not know Beside Script, which is defined "
                                    "interactively; use jobs=1, or define the class in a file\n")


# -- readings in place of puzzles -------------------------------------------------------------------------------------

PUZZLE = gw.puzzle("Nurikabe", ["2 . . .", ". . . .", ". . . 3", "1 . . ."])
ANSWER = gw.solve(PUZZLE).answers[0]
CALLS: dict[str, Any] = {
    "solve": lambda one: gw.solve(one).answers, "check": lambda one: gw.check(one, ANSWER, finished=True),
    "count": lambda one: gw.count(one).number, "all_answers": lambda one: list(gw.all_answers(one)),
    "common_marks": gw.common_marks, "draw": lambda one: gw.draw(one).svg(), "rate": gw.rate, "hint": gw.hint,
    "explain": lambda one: str(gw.explain(one)), "mistakes": lambda one: gw.mistakes(one, gw.State.of(PUZZLE, {})),
    "diagnose": gw.diagnose, "minimise": gw.minimise, "complete": gw.complete,
    "state": lambda one: gw.state(one, sea={"r1c1": False}), "write": lambda one: gw.write(one, "json", ANSWER),
    "solve_many": lambda one: next(gw.solve_many([one])).answers,
    "elsewhere": lambda one: next(gw.solve_many([one], executor=ThreadPoolExecutor(1))).answers,
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_a_reading_stands_for_its_puzzle(call: str) -> None:
    found = CALLS[call](PUZZLE)
    assert found is not None and CALLS[call](gw.Reading(PUZZLE)) == found


def test_a_reading_is_written_with_its_answer() -> None:
    reading = gw.Reading(PUZZLE, ANSWER)
    assert gw.write(reading, "json") == gw.write(PUZZLE, "json", ANSWER) != gw.write(PUZZLE, "json")
    other = gw.state(PUZZLE, sea={"r1c1": False})
    assert gw.write(reading, "json", other) == gw.write(PUZZLE, "json", other)


def test_the_structure_of_a_reading_is_kept() -> None:
    rooms = gw.puzzle("Heyawake", wall=["AABB", "AABB", "CCDD", "CCDD"])
    made = gw.generate("Heyawake", structure=gw.Reading(rooms), seed=1)
    assert made.given["wall"] == rooms.given["wall"] and made == gw.generate("Heyawake", structure=rooms, seed=1)


def test_readings_by_name_and_other_things() -> None:
    assert gw.solve(puzzle=gw.Reading(PUZZLE)).answers == (ANSWER,)
    with pytest.raises(TypeError, match="must be a Puzzle or a Reading, not State; it has one, as its attribute"):
        gw.solve(ANSWER)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="puzzle must be a Puzzle or a Reading, not list"):
        next(gw.solve_many([[]]))  # type: ignore[list-item]


# -- when the time is up ----------------------------------------------------------------------------------------------


def test_words_when_the_time_is_up() -> None:
    with pytest.raises(gw.TimeUp, match=r"^no result within 0 seconds; a longer timeout may give one$"):
        gw.check(PUZZLE, ANSWER, timeout=0)
    with pytest.raises(gw.TimeUp, match=r"^stopped without a result, because stop\(\) returned True$"):
        gw.common_marks(PUZZLE, stop=lambda: True)
    with pytest.raises(gw.TimeUp, match=r"^no result within 0 seconds"):
        gw.read_all("123434122143432.\n" * 50, "sudoku", timeout=0)
    late = gw.TimeUp(2.5, "no room for the ships")
    assert str(late).endswith("within 2.5 seconds; a longer timeout may give one (until then: no room for the ships)")
    assert str(pickle.loads(pickle.dumps(late))) == str(late)
    assert str(gw.TimeUp())


# -- arguments of other types -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("thing", [5, None, Exception, ["Sudoku"]], ids=repr)
def test_what_is_no_genre(thing: Any) -> None:
    calls = (gw.genre, gw.generate, gw.generate_many, lambda one: gw.puzzle(one, ["2 . ."]))
    for call in calls:
        with pytest.raises(TypeError, match=r"^a genre is a name or a subclass of Genre, not "):
            call(thing)


def test_what_is_no_puzzle_or_no_grid() -> None:
    with pytest.raises(TypeError, match=r"^puzzle must be a Puzzle or a Reading, not list"):
        gw.state([[1]], [[1]])  # type: ignore[arg-type]
    with pytest.raises(gw.PuzzleError, match=r"size of the board is missing; .*, found number=\[1, 2, 3, 4\]$"):
        gw.puzzle("Sudoku", [1, 2, 3, 4])
