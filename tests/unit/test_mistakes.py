"""Typical mistakes of authors: each is an error that names the genre, the rule or layer, and what to write instead.

``MADE`` are those found when the class is created, ``RUN`` those that only the running rule shows.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import gridwright as gw
from gridwright import registry
from gridwright.authoring.trial import trial
from gridwright.language import GenreError

GENRE = '''
from gridwright.formats.layout import Chars, D, Diagram, Number, Stroke, blank, cells, clues, one_per_cell, ruled
from gridwright.formats.roles import pzpr
from gridwright.formats.spf import Spf
from gridwright.language import *
from gridwright.language.gestures import Rectangles
from gridwright.rules import apart, no_block, no_branches, one_loop

class Base(Genre):
    name = "Base"
    shade = Answer("cells", words=("shaded", "unshaded"))

class Meadow(Genre):
    name = "Meadow"
    aliases = ("Pasture",)

    def size_of(self, at):
        return 4

    number = Given("cells", Numbers(0, 4))
    shade = Answer("cells", words=("shaded", "unshaded"))
    grade = Answer("cells", (1, 2, 3), words={1: "one"})
    herds = Key(2, Numbers(1, SIDE))
    apart = apart(shade, Wording("shaded cells share no edge", "{at} are shaded and share an edge"))

    @rule("{clue} needs {n:shaded cell} around it", "{clue} needs {n:shaded cell} and {found}")
    def near(self) -> Demands:
        for at, n in self.number.items():
            around = self.board.neighbours(at)
            yield must(count(self.shade[c] for c in around) == n, (at, *around), n=n, clue=at)

    @clue_rule(number, "{at} has grade {n}")
    def graded(self, at: Spot, n: int) -> Demands:
        yield must(self.shade[at], at, n=n)

    @rule("{at} does not have grade 3")
    def low(self) -> Demands:
        for at in self.board.cells:
            yield must(self.grade[at] != 3, at)

    dialects = (
        Spf("meadow", keys=(herds,), puzzle=Diagram(cells(D), cells(), cell=Number(number) | blank),
            solution=(Diagram(ruled(), ruled(), cell=Chars(shade, {"#": True, " ": False})),
                      Diagram(cells(), cells(), cell=Number(grade)))),
    )
'''
NEAR = '@rule("{clue} needs {n:shaded cell} around it", "{clue} needs {n:shaded cell} and {found}")'
DEMAND = "yield must(count(self.shade[c] for c in around) == n, (at, *around), n=n, clue=at)"
GRADED = '@clue_rule(number, "{at} has grade {n}")'
SPF = 'Spf("meadow", keys=(herds,), puzzle='
CELLS = '("cells", words=("shaded", "unshaded"))\n    grade'
GRADE = 'Answer("cells", (1, 2, 3), words={1: "one"})'
LOW = "yield must(self.grade[at] != 3, at)"

MADE = [
    # decorators
    (NEAR, "@rule", "rule 'near': the decorator lacks its text; write @rule(\""),
    (NEAR, "@rule()", "missing 1 required positional argument: 'text'"),
    (NEAR, "@rule(5)", "the text of a rule is 5; write @rule(\""),
    (GRADED, "@clue_rule", "missing 1 required positional argument: 'text'"),
    (GRADED, "@clue_rule('number', \"{at}\")",
     "not 'number'; write @clue_rule(number, \"...\"), the layer without quotes"),
    (GRADED, "@clue_rule(number, 7)", "the text of a rule is 7; write @clue_rule(layer, \""),
    (GRADED, '@clue_rule(number, "{at}", 9)',
     "rule 'graded': no clue of layer 'number' is 9; it may have numbers from 0 to 4"),
    (f"    {NEAR}", f'    far = rule("cells are far")\n    {NEAR}',
     "rule 'far': a decorator is used without a method"),
    (NEAR, '@lemma("{at} is so", "near")', "'near' is not a rule; pass the rule itself, without quotes"),
    (NEAR, '@lemma("{clue} is so", apart)', "a lemma needs a text for the fault; write @lemma(Wording("),
    ("    dialects", "    near.considered_with('apart')\n    dialects",
     "'apart' is not a rule; pass the rule itself, without quotes"),
    ("    dialects", "    near.considered_with(shade)\n    dialects", "is not a rule; pass the rule itself"),
    # methods of rules
    (DEMAND, DEMAND.replace("yield", "return"),
     "rule 'near': its method returns a demand; write yield instead of return"),
    (DEMAND, DEMAND.replace("yield ", ""), "rule 'near': its method yields nothing; write yield must(..., at)"),
    (DEMAND, DEMAND + "\n            must(self.shade[at], at, n=n, clue=at)",
     "rule 'near': 'must(self.shade[at], at, n=n, clue=at)' makes a demand that is lost; write yield before it"),
    ("def near(self)", "def near()", "rule 'near': its method should take 1 arguments: def near(self)"),
    ("def near(self)", "def near(self, at, n)", "rule 'near': its method should take 1 arguments: def near(self)"),
    ("def graded(self, at: Spot, n: int)", "def graded(self)",
     "rule 'graded': its method should take 3 arguments: def graded(self, at, value)"),
    # texts
    ("and {found}", "and {have}", "rule 'near': no demand fills in {have} of its text; did you mean {shade}?"),
    ("{clue} needs {n:shaded cell} around", "{cleu} needs {n:shaded cell} around",
     "rule 'near': no demand fills in {cleu} of its text; did you mean {clue}?"),
    ("and {found}", "and {quux}",
     "rule 'near': no demand fills in {quux} of its text; pass its value to must(..., quux=...)"),
    ("{at} are shaded and", "{at} are {shade", "rule 'apart': the braces of its text do not match"),
    ('"{at} are shaded and share an edge"', '"{at} are shaded", mny="{at}"',
     "rule 'apart': no demand has a fault called 'mny'"),
    ('"{at} are shaded and share an edge"', "5", "rule 'apart': its text is 5, but should be a string"),
    # places
    ('Given("cells"', 'Given("cell"', "layer 'number': no places are called 'cell'; did you mean 'cells'?"),
    ('Given("cells"', "Given(size_of", "layer 'number': the function of its places should take only the model"),
    # domains
    ("Numbers(0, 4))", "range(5))", "layer 'number': range(0, 5) is not a domain; write Numbers(0, 4)"),
    ("Numbers(0, 4))", "4)", "layer 'number': 4 is not a domain; write Numbers(0, 4)"),
    ("Numbers(0, 4))", '("a", "b"))', "layer 'number': ('a', 'b') is not a domain; write OneOf(('a', 'b'))"),
    ("Numbers(0, 4))", "Numbers)",
     "layer 'number': the class Numbers is not a domain; write Numbers(...), with parentheses"),
    ("Numbers(0, 4))", 'Numbers(0, 4) | "?")', "'?' is not a domain; write Unknown('?')"),
    ("Numbers(0, 4))", '"?" | Numbers(0, 4))', "'?' is not a domain; write Unknown('?')"),
    ("Numbers(0, 4))", "ListOf(range(5)))", "range(0, 5) is not a domain; write Numbers(0, 4)"),
    ("Numbers(0, 4))", "ListOf(Numbers(0, size_of)))",
     "layer 'number': the bound 'size_of' needs a spot; write @per_spot above it"),
    ("Numbers(0, 4))", "Numbers(0, size_of))",
     "layer 'number': the bound 'size_of' needs a spot; write @per_spot above it"),
    ("Numbers(0, 4))", "Numbers(0, lambda: 4))", "layer 'number': the bound '<lambda>' should take only the model"),
    ("Numbers(0, 4))", "Numbers(0, per_spot(lambda self: 4)))",
     "layer 'number': a bound with per_spot should take the model and the spot"),
    ("Numbers(0, 4))", 'Numbers(0, "4"))', "layer 'number': the bound '4' is not a whole number"),
    ("Numbers(0, 4))", "Numbers(4, 0))",
     "layer 'number': there are no numbers from 4 to 0; write the smaller bound first"),
    ("Numbers(0, 4))", "OneOf(4))", "layer 'number': OneOf(4) has no values; write a tuple of them"),
    # other arguments of layers and keys
    ("Numbers(0, 4))", 'Numbers(0, 4), role="clues")',
     "layer 'number': its role is 'clues', but should be 'clue' or 'structure'"),
    ("Numbers(0, 4))", 'Numbers(0, 4), look="text")',
     "layer 'number': its look is 'text', but should be a Look, such as TEXT"),
    ("Numbers(0, 4))", "Numbers(0, 4), usual=lambda: ())",
     "layer 'number': its usual marks should be a function of the board"),
    (CELLS, CELLS.replace('("shaded", "unshaded")', '"shaded"'),
     "layer 'shade': its words are 'shaded', but should be two: words=("),
    (CELLS, CELLS.replace('("shaded", "unshaded")', '("shaded",)'),
     "layer 'shade': its words are ('shaded',), but should be two: words=("),
    (CELLS, CELLS.replace("words", 'verb="contains", words'),
     "layer 'shade': its verb is 'contains', but should be one of 'is', "),
    (CELLS, CELLS.replace("words", "gesture=Rectangles, words"), "layer 'shade': its gesture is <class"),
    (CELLS, CELLS.replace("words", 'closed="number", words'),
     "layer 'shade': closed is 'number', but should be a layer"),
    (GRADE, 'Answer("cells", 3)', "layer 'grade': its values are 3; write range(1, 4)"),
    (GRADE, 'Answer("cells", ())', "layer 'grade': it has no values to choose from"),
    (GRADE, 'Answer("cells", (1, 2, 2))', "layer 'grade': its values contain 2 twice"),
    (GRADE, 'Answer("cells", (n for n in (1, 2)))',
     "layer 'grade': its values are an iterator, which is empty after its first use"),
    (GRADE, 'Answer("cells", size_of)', "layer 'grade': the function of its values should take only the model"),
    (GRADE, 'Answer("cells", Numbers())',
     "an answer needs few values to choose from, not numbers from 0 on; give both bounds"),
    (GRADE, 'Answer("cells", Numbers(1, per_spot(size_of)))', "layer 'grade': its values depend on a spot"),
    (GRADE, 'Answer("cells", Numbers(1, size_of))', "layer 'grade': the bound 'size_of' needs a spot"),
    ('{1: "one"}', '{7: "seven"}', "layer 'grade': its words name 7, which is not one of its values"),
    ('{1: "one"}', '("one", "two")', "layer 'grade': its words are ('one', 'two'), but should map values to names"),
    ("Key(2, Numbers(1, SIDE))", "Key(2)", "missing 1 required positional argument: 'domain'"),
    ("Key(2, Numbers(1, SIDE))", "Key(Numbers(1, SIDE), 2)",
     "key 'herds': its default is a domain; write the default first"),
    ("Key(2, Numbers(1, SIDE))", "Key(2, range(9))", "key 'herds': range(0, 9) is not a domain; write Numbers(0, 8)"),
    ("Key(2, Numbers(1, SIDE))", "Key(2, Numbers(1, LINE_LENGTH))", "key 'herds': its values depend on a spot"),
    # kinds
    ("apart(shade, ", 'apart("shade", ',
     "rule 'apart': it is given the name 'shade' instead of the layer; write shade without quotes"),
    ("    dialects", '    around = Answer("edges")\n    loop = one_loop(around, "there is one loop")\n    dialects',
     "rule 'loop': faces=True is correct only together with a rule against branches; write no_branches(line, ...) and"),
    ("    dialects", "    high = no_block(holding(shade, 1), \"so\")\n    dialects", "holding needs a layer of values"),
    ("    dialects", "    far = apart(shade, \"{at} are apart\")\n    dialects",
     "a rule above has the name of the rule kind that is called here, and hides it; rename that rule"),
    ("    dialects", "    high = no_block(holding(grade, 4), \"so\")\n    dialects",
     "the layer never has 4; it has 1, 2, 3"),
    # comparisons
    (LOW, "yield must(self.grade[at] != 4, at)",
     "rule 'low': 'self.grade[at] != 4' compares with a value that layer 'grade' never has; it has 1, 2, 3"),
    (LOW, "yield must(self.shade[at] == 1, at)", "rule 'low': 'self.shade[at] == 1' compares a mark with a number"),
    # the class
    ('name = "Meadow"', "", "genre Meadow: it has no name; write name = \"Meadow\""),
    ('name = "Meadow"', 'name = "Meadow",', "genre Meadow: its name is ('Meadow',), but should be a string"),
    ('("Pasture",)', '("Pasture")',
     "genre Meadow: its aliases are 'Pasture', but should be a tuple; write aliases = ('Pasture',)"),
    ('("Pasture",)', "(5,)", "genre Meadow: its aliases contain 5, which should be a string"),
    ('aliases = ("Pasture",)', 'task = ("a", "b")', "genre Meadow: its task is ('a', 'b'), but should be a string"),
    ('aliases = ("Pasture",)', 'ground = "dots"', "genre Meadow: its ground is 'dots', but should be a Ground"),
    ('aliases = ("Pasture",)', "making = {}", "genre Meadow: its making is {}, but should be a Making"),
    ("    dialects", "    def shade(self):\n        return 1\n\n    dialects",
     "genre Meadow: the name 'shade' is assigned twice"),
    ("    dialects", "    number = Given('sides')\n\n    dialects",
     "genre Meadow: the name 'number' is assigned twice"),
    ("    dialects", f"    {NEAR}\n    def near(self):\n        yield must(NEVER)\n\n    dialects",
     "the name 'near' is assigned twice"),
    ("class Meadow(Genre):", "class Meadow(Base):\n    def shade(self): return 1\n\nclass Other(Genre):",
     "genre Meadow: the method 'shade' hides the layer of that name in Base; rename the method"),
    ("    dialects", "    def board(self):\n        return 1\n\n    dialects",
     "genre Meadow: the name 'board' is taken"),
    # dialects
    ("Diagram(cells(), cells(), cell=Number(grade)))),\n    )",
     "Diagram(cells(), cells(), cell=Number(grade))))\n    )",
     "its dialects should be a tuple; for a single one, write a trailing comma"),
    (SPF, 'pzpr("meadow", lambda p, g: p.Notation((), ())),\n        ' + SPF,
     "its dialects contain a tuple; write a star before a function that returns several: *pzpr(...)"),
    ("    dialects = (", "    dialects = (Spf,", "its dialects contain <class "),
    ("cell=Number(number) | blank)", "cell=blank)",
     "dialect Spf('meadow'): no diagram of the puzzle shows layer 'number'"),
    (",\n                      Diagram(cells(), cells(), cell=Number(grade)))", ",)",
     "dialect Spf('meadow'): no diagram of the solution shows layer 'grade'"),
    ("cell=Number(number) | blank)", "cell=Number(number) | blank, edge=Stroke(number))",
     "this diagram has no edges, so edge=... is never read or written; use ruled(...)"),
    ("cell=Number(number) | blank)", "cell=Number(number) | blank, side=Number(number))",
     "this diagram has no sides, so side=... is never read or written; add clues(...) to an axis"),
    ("cell=Number(number) | blank)", "cell=number)", "is no glyph; write one such as Number(layer)"),
    ("cell=Number(number) | blank)", "cell=Number(Base.__dict__['lawn']) | Number(number) | blank)",
     "dialect Spf('meadow'): its diagrams show a layer 'lawn', which the genre does not have"),
    ('{"#": True, " ": False}', '{"#": 1, " ": False}', "'#' stands for 1, which layer 'shade' never has; it may have"),
    ('{"#": True, " ": False}', '{True: "#", False: " "}',
     "True is no single character; write Chars(layer, {character: value, ...})"),
    ("keys=(herds,)", 'keys=("herds",)',
     "dialect Spf('meadow'): its keys contain 'herds', which is no Key; write the key itself"),
    ("keys=(herds,)", 'keys=(herds,), required=("herd",)',
     "dialect Spf('meadow'): it requires the key 'herd', which it does not have"),
]  # fmt: skip

RUN = [
    (DEMAND, "yield must(self.shade[0, 1], at, n=n, clue=at)",
     "rule 'near': (0, 1) is not a Spot; take the cells from self.board"),
    (DEMAND, "yield must(self.shade[Spot(-1, 1)], at, n=n, clue=at)",
     "rule 'near': (-1, 1) is off the board; take spots from self.board"),
    ("for at, n in self.number.items():", "for at in self.board.cells:\n            n = self.number[at]",
     "rule 'near': the layer has nothing at r1c2; a layer of clues contains only given clues (test 'if at in "
     "self.layer' first)"),
    (DEMAND, "yield self.shade[at]", "rule 'near': its method yields Mark("),
    (DEMAND, "yield count(self.shade[c] for c in around) == n", "rule 'near': its method yields Count("),
    (DEMAND, "yield must(True, at, n=n, clue=at)",
     "rule 'near': True is not an expression: name a mark"),
    (DEMAND, "yield must(count(self.shade[c] for c in around), at, n=n, clue=at)",
     "rule 'near': count(...) is not an expression"),
    (DEMAND, "yield must(self.shade[at] and self.shade[around[0]], at, n=n, clue=at)",
     "rule 'near': a mark is neither true nor false by itself; use &, | and ~"),
    (DEMAND, "yield must(self.shad[at], at, n=n, clue=at)",
     "rule 'near': AttributeError: 'Meadow' object has no attribute 'shad'"),
    (DEMAND, "yield must(self.shade[at], at, at, n=n, clue=at)",
     "rule 'near': TypeError: must() takes from 1 to 2 positional arguments"),
    (DEMAND, "yield must(~self.shade[at], at, n=n)",
     "rule 'near': the text has no value for {clue}; pass it to the demand, as in must(..., clue=...)"),
    (DEMAND, DEMAND.replace("yield", "assert n > 9; yield"), "rule 'near': AssertionError"),
    ("yield must(self.shade[at], at, n=n)", "yield must(self.shade[self.spot], at, n=n)",
     "rule 'graded': AttributeError: 'Meadow' object has no attribute 'spot'"),
    ("yield must(self.shade[at], at, n=n)", "yield self.shade[at]", "rule 'graded': its method yields Mark("),
    ("apart(shade, ", "apart(grade, ",
     "rule 'apart': it needs a layer of marks, and 'grade' is not one; write holding(layer, value)"),
    ("apart(shade, ", "apart(lambda self: self.shad, ",
     "rule 'apart': AttributeError: 'Meadow' object has no attribute 'shad'"),
    ("Numbers(0, 4))", "Numbers(0, lambda self: self.most))",
     "layer 'number': AttributeError: 'Meadow' object has no attribute 'most'"),
    (GRADE, 'Answer("cells", lambda self: None)',
     "layer 'grade': the function of its values returns None; write return before the values"),
    ("Numbers(0, 4))", "Numbers(0, lambda self: None))",
     "layer 'number': the function of a bound returns None, but should return a whole number"),
    ('Given("cells"', "Given(lambda self: None",
     "layer 'number': the function of its places returns None; write return before"),
    ('Given("cells"', "Given(lambda self: self.board.cels",
     "layer 'number': AttributeError: 'Rect' object has no attribute 'cels'"),
]  # fmt: skip


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], ModuleType]]:
    """Makes the genre with a change of its text."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(before: str = "", after: str = "") -> ModuleType:
        assert before in GENRE, "the table does not fit the genre"
        text = GENRE.replace(before, after, 1)
        if "lawn" in after:
            text = text.replace('    name = "Base"\n', '    name = "Base"\n    lawn = Given("cells")\n')
        (tmp_path / "mistaken_genre.py").write_text(text)
        sys.modules.pop("mistaken_genre", None)
        importlib.invalidate_caches()
        return importlib.import_module("mistaken_genre")

    yield make
    sys.modules.pop("mistaken_genre", None)


Make = Callable[..., ModuleType]


def use(module: ModuleType) -> None:
    """All that an author tries first: a puzzle, its answer, and what is wrong with a grid."""
    meadow, board = module.Meadow, gw.Rect.of(2, 2)
    puzzle = gw.Puzzle.of(meadow, board, {"number": {gw.Spot(1, 1): 1}})
    gw.solve(puzzle, timeout=5)
    marks = {name: dict.fromkeys(board.cells, value) for name, value in (("shade", True), ("grade", 1))}
    for violation in gw.check(puzzle, gw.State.of(puzzle, marks)):
        assert "{" not in violation.words


def test_the_genre_itself_has_no_mistake(made: Make) -> None:
    use(made())


@pytest.mark.parametrize(("before", "after", "words"), MADE, ids=[f"{i}" for i in range(len(MADE))])
def test_mistakes_found_when_the_class_is_created(made: Make, before: str, after: str, words: str) -> None:
    with pytest.raises(TypeError) as refusal:
        made(before, after)
    assert words in str(refusal.value)
    if "missing 1 required" not in words:  # Python's own words for a call without an argument, at its line
        assert isinstance(refusal.value, GenreError)
        assert "mistaken_genre.py:" in str(refusal.value) and "genre Meadow: " in str(refusal.value)


@pytest.mark.parametrize(("before", "after", "words"), RUN, ids=[f"{i}" for i in range(len(RUN))])
def test_mistakes_found_when_the_rule_runs(made: Make, before: str, after: str, words: str) -> None:
    module = made(before, after)
    with pytest.raises(GenreError) as refusal:
        use(module)
    assert words in str(refusal.value)
    assert "genre Meadow: " in str(refusal.value)
    assert refusal.value.__cause__ is not None


def test_the_line_of_the_mistake_is_named(made: Make) -> None:
    module = made(DEMAND, "here = self.shad[at]\n            yield must(here, at, n=n, clue=at)")
    lines = Path(str(module.__file__)).read_text().splitlines()
    number = 1 + next(i for i, line in enumerate(lines) if "self.shad[at]" in line)
    with pytest.raises(GenreError) as refusal:
        use(module)
    assert str(refusal.value).startswith(f"{module.__file__}:{number}: genre Meadow: rule 'near': AttributeError: ")
    assert isinstance(refusal.value.__cause__, AttributeError)


@pytest.mark.parametrize("values", ["Numbers(1, 3)", "Numbers(1, lambda self: 3)", "OneOf((1, 2, 3))"])
def test_the_values_of_an_answer_may_be_a_domain(made: Make, values: str) -> None:
    module = made(GRADE, f'Answer("cells", {values})')
    puzzle = gw.Puzzle.of(module.Meadow, gw.Rect.of(1, 1), {})
    answers = {answer.get("grade", gw.Spot(1, 1)) for answer in gw.all_answers(puzzle)}
    assert answers == {1, 2}  # the rule 'low' excludes 3
    with pytest.raises(gw.PuzzleError, match=r"numbers? from 1 to 3"):
        gw.Puzzle.of(module.Meadow, gw.Rect.of(1, 1), {"grade": {gw.Spot(1, 1): 4}})


def test_the_values_of_an_answer_may_depend_on_the_board(made: Make) -> None:
    module = made(GRADE, 'Answer("cells", Numbers(1, CELLS))')
    puzzle = gw.Puzzle.of(module.Meadow, gw.Rect.of(1, 2), {})
    cell = gw.Spot(1, 1)
    assert {answer.get("grade", cell) for answer in gw.all_answers(puzzle)} == {1, 2}
    wide = gw.Puzzle.of(module.Meadow, gw.Rect.of(1, 1200), {"grade": {cell: 1200}})
    assert wide.given["grade"][cell] == 1200  # more values than are enumerated elsewhere


def test_errors_of_others_are_left_alone(made: Make) -> None:
    """A function of the caller that fails while a rule runs is no mistake of the genre."""
    module = made(DEMAND, "from gridwright.logic.ticks import tick; tick()\n            " + DEMAND)
    puzzle = gw.Puzzle.of(module.Meadow, gw.Rect.of(2, 2), {"number": {gw.Spot(1, 1): 1}})

    def stop() -> bool:
        raise ValueError("not now")

    with pytest.raises(ValueError, match=r"^not now$"):
        gw.solve(puzzle, stop=stop)


# -- on the command line ----------------------------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Offers the genre as another package does, with a change of its text, and runs a command on a puzzle of it."""

    def run(before: str, after: str, *args: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "mistaken_genre.py").write_text(GENRE.replace(before, after, 1))
        info = tmp_path / "mistaken_genre-1.0.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mistaken-genre\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("[gridwright.genres]\nmeadow = mistaken_genre:Meadow\n")
        puzzle = "/format 1\n/type (meadow)\n/X 2\n/Y 2\n/puzzle [\n(1 )\n(  ) ]\n"
        (tmp_path / "one.spf").write_text(f"%!PS\n<<\n{puzzle}>>\n")
        path = os.pathsep.join((str(tmp_path), str(Path(gw.__file__).parents[1])))
        return subprocess.run(
            [sys.executable, "-m", "gridwright", *args, "one.spf"], capture_output=True, text=True, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path}, timeout=60, check=False)

    return run


Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_an_error_in_a_rule_is_one_line(installed: Run, tmp_path: Path) -> None:
    told = installed(DEMAND, "here = self.shad[at]\n            yield must(here, at, n=n, clue=at)", "solve")
    lines = GENRE.replace(DEMAND, "here = self.shad[at]", 1).splitlines()
    number = 1 + next(i for i, line in enumerate(lines) if "self.shad[at]" in line)
    assert told.returncode == 2 and told.stdout == ""
    assert told.stderr == (f"one.spf: {tmp_path / 'mistaken_genre.py'}:{number}: genre Meadow: rule 'near': "
                           "AttributeError: 'Meadow' object has no attribute 'shad'\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_its_traceback_is_shown_with_debug(installed: Run, jobs: str) -> None:
    told = installed(DEMAND, "yield must(self.shad[at], at)", "solve", "--debug", "--jobs", jobs)
    first, second, *_ = told.stderr.splitlines()
    assert "rule 'near'" in first and second == "Traceback (most recent call last):"
    assert "yield must(self.shad[at], at)" in told.stderr
    assert told.returncode == 2


@pytest.mark.parametrize("args", [
    ("convert", "--to", "json"), ("draw", "-o", "drawn.svg"), ("generate", "Meadow", "2x2", "--overwrite", "-o"),
])  # fmt: skip
def test_errors_in_other_commands(installed: Run, args: tuple[str, ...]) -> None:
    told = installed("Numbers(0, 4))", "Numbers(0, lambda self: self.most))", *args)
    assert told.returncode == 2
    assert "genre Meadow: layer 'number': AttributeError: 'Meadow' object has no attribute 'most'" in told.stderr
    assert "Traceback" not in told.stderr and "internal error" not in told.stderr


def test_a_genre_of_the_folder_that_cannot_be_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any error while the module runs, with the class and the line."""
    folder = tmp_path / "half_a_folder"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "done.py").write_text("from gridwright.language import Genre\n\nclass Half(Genre):\n    name = nmae\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_FOLDER", "half_a_folder")
    with pytest.raises(GenreError) as refusal:
        registry._genres_in("done")
    assert str(refusal.value) == f"{folder / 'done.py'}:4: genre Half: NameError: name 'nmae' is not defined"
    assert isinstance(refusal.value.__cause__, NameError)


# -- the trial --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after", "words"), RUN, ids=[f"{i}" for i in range(len(RUN))])
def test_a_trial_finds_what_shows_when_a_rule_runs(made: Make, before: str, after: str, words: str) -> None:
    faults = trial(made(before, after).Meadow, 0)
    assert any(words.partition(" at r1c2")[0] in fault for fault in faults), faults


def test_a_trial_of_a_genre_without_mistakes(made: Make) -> None:
    assert trial(made().Meadow, 0) == []


def test_a_trial_finds_layers_that_notations_lack(made: Make) -> None:
    notation = '*pzpr("meadow", lambda p, g: p.Notation((p.numbers(g.nmber),), ())),\n        '
    (fault,) = trial(made(SPF, notation + SPF).Meadow, 0)
    assert re.fullmatch(r".*mistaken_genre.py:[0-9]+: genre Meadow: no layer or key is called 'nmber'; "
                        r"did you mean 'number'\?", fault), fault


def test_a_trial_finds_names_that_are_taken(made: Make) -> None:
    assert trial(made('("Pasture",)', '("number link",)').Meadow, 0) == [
        "genre Meadow: the name 'number link' already belongs to Arukone; choose another"]
