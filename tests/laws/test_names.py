"""Law 6: names collide nowhere; every genre brings what it must; genres of other packages are found; examples work."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import warnings
import zlib
from collections import defaultdict
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import gridwright as gw
from gridwright.formats.reading import FORMATS, known_formats, read_text, write_text
from gridwright.formats.roles import LazyDialect
from gridwright.language import Expr, Genre, Puzzle
from gridwright.registry import REGISTRY, BrokenGenre, Registry, plain_name

from ..grouped import in_part, part
from .cases import FOLDER, each_genre, folder, of_genre
from .tiny import SIZES, made_up

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = 5
"""Least number of cases of a genre."""


# -- names -----------------------------------------------------------------------------------------------------------


def test_names_and_aliases_collide_nowhere() -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for genre in gw.known_genres():
        names = [plain_name(name) for name in (genre.name, *genre.aliases)]
        assert len(set(names)) == len(names), f"{genre.name} says one of its names twice"
        for name in names:
            owners[name].add(genre.__name__)
    assert [name for name, own in owners.items() if len(own) > 1] == [], "two genres have the same name or alias"


@each_genre
def test_a_genre_is_found_by_its_names(genre: type[Genre]) -> None:
    for name in (genre.name, *genre.aliases):
        assert gw.genre(name) is genre, f"{genre.name}: it is not found by {name!r}"
        assert gw.genre(name.upper().replace(" ", "-")) is genre, (
            f"{genre.name}: it is not found by {name!r} in capitals and with hyphens")


def test_dialects_collide_nowhere() -> None:
    owners: dict[tuple[object, ...], set[str]] = defaultdict(set)
    for genre in gw.known_genres():
        for dialect in genre.dialects:
            for name in dialect.names:
                owners[dialect.format, name, getattr(dialect, "version", 1)].add(genre.__name__)
    assert [name for name, own in owners.items() if len(own) > 1] == [], "two genres have the same name in one format"


def test_an_unknown_name_is_refused_with_what_is_near() -> None:
    with pytest.raises(gw.UnknownGenre) as refusal:
        gw.genre("nurikabbe")
    assert "Nurikabe" in refusal.value.near


# -- what every genre brings -----------------------------------------------------------------------------------------


@each_genre
def test_a_genre_is_told_and_has_a_dialect(genre: type[Genre]) -> None:
    assert (genre.__doc__ or "").strip() and (sys.modules[genre.__module__].__doc__ or "").strip(), (
        f"{genre.name}: its class and its module need docstrings")
    assert genre.__doc__ != Genre.__doc__, f"{genre.name}: its class needs a docstring of its own"
    assert all(name.strip() == name and plain_name(name) for name in (genre.name, *genre.aliases)), (
        f"{genre.name}: a name or alias begins or ends with a blank, or has no letters: "
        f"{(genre.name, *genre.aliases)}")
    assert any(dialect.format == "spf" for dialect in genre.dialects), f"{genre.name}: it has no dialect Spf(...)"
    assert all(dialect.names for dialect in genre.dialects), f"{genre.name}: a dialect has no name"
    assert genre.rules, f"{genre.name}: it has no rules"


MODAL = re.compile(r"\b(must|shall|should|will|would|may not|can ?not|has to|have to|need to)\b", re.IGNORECASE)


@each_genre
def test_rules_are_present_tense_facts(genre: type[Genre]) -> None:
    texts = [rule.text for rule in genre.rules]
    assert len(set(texts)) == len(texts), f"{genre.name}: two rules have the same text"
    for text in texts:
        assert text == text.strip() and not text.endswith("."), (
            f"{genre.name}: the text of a rule should have no full stop and no blanks around it: {text!r}")
        assert text[:1] == "{" or text[:1].islower() or text[:1].isdigit(), (
            f"{genre.name}: the text of a rule should begin with a small letter: {text!r}")
        assert not MODAL.search(text), (
            f"{genre.name}: the text of a rule should state a fact, without 'must' and the like: {text!r}")


@each_genre
@in_part
def test_rules_know_the_words_they_are_told_with(genre: type[Genre], share: float) -> None:
    """Every placeholder is filled in wherever a demand, or a conflict with it, is said."""
    rng = random.Random(zlib.crc32(genre.name.encode()))
    said: dict[str, int] = dict.fromkeys((rule.name for rule in genre.rules), 0)
    puzzles = [made_up(genre, rows, cols, rng) for rows, cols in SIZES for _ in range(4)]
    for puzzle in part([one.puzzle for one in of_genre(genre)] + puzzles, share, genre.name):
        model = puzzle.genre(puzzle)
        for demand in model.demands():
            if isinstance(demand.what, Expr):
                words = demand.say(puzzle.board)
                said[demand.rule.name] += 1
                assert words and "{" not in words and "}" not in words, (
                    f"{genre.name}: rule {demand.rule.name!r} is said as {words!r}")
    for one in of_genre(genre):
        for wrong in one.wrong:
            for violation in gw.check(one.puzzle, wrong.state):
                said[violation.rule] += 1
    assert [name for name, n in said.items() if not n] == [], "never said"


@each_genre
def test_placeholders_are_plain_names(genre: type[Genre]) -> None:
    """Names, with a noun or verbs at most (see ``wording``); the noun may be a word of the demand."""
    for rule in genre.rules:
        for text in (rule.text, *rule.wording.faults.values()):
            for _, name, spec, conversion in Formatter().parse(text):
                assert name is None or (name.isidentifier() and not conversion), (
                    f"{genre.name}: a name in braces should be a plain name: {text!r}")
                assert re.fullmatch(r"([a-z0-9][a-z0-9 |-]*|\{[a-z]+\})?", spec or ""), (
                    f"{genre.name}: after the colon in braces should be a noun or verbs: {text!r}")


@each_genre
def test_every_genre_has_cases(genre: type[Genre]) -> None:
    found = of_genre(genre)
    assert len(found) >= CASES, (
        f"{genre.name}: it has {len(found)} cases in tests/cases/{folder(genre)}, expected at least {CASES}")
    assert {one.genre for one in found} == {genre}, (
        f"{genre.name}: its folder tests/cases/{folder(genre)} has cases of other genres")
    assert {one.status for one in found} == {"unique", "several", "none"}, (
        f"{genre.name}: its cases should be (unique), (several) and (none), and are only "
        f"{sorted({one.status for one in found})}")
    assert sum(one.status == "unique" for one in found) >= 3, f"{genre.name}: it needs three unique cases"


def test_every_folder_of_cases_belongs_to_a_genre() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} <= {folder(g) for g in gw.known_genres()}, (
        "a folder of tests/cases is not called like the file of any genre")


@each_genre
def test_notations_are_made_of_layers_of_the_genre(genre: type[Genre]) -> None:
    """They are made when they are needed, so nothing else would notice a slip in one of a rare format."""
    for dialect in genre.dialects:
        if isinstance(dialect, LazyDialect):
            roles = dialect.roles_in(genre)
            assert roles, f"{genre.name}: its notation in {dialect.format} asks for no layer"


# -- genres of other packages ----------------------------------------------------------------------------------------

THIRD_PARTY = '''"""A genre that another package offers."""

from gridwright.language import WALL, Answer, Demands, Genre, Given, count, must, rule
from gridwright.formats.layout import Chars, Diagram, Stroke, blank, cells, ruled
from gridwright.formats.pzpr import notation as codecs
from gridwright.formats.roles import kudamono, penpa, puzzlekit, pzpr
from gridwright.formats.spf import Spf


class Stars(codecs.Codec):
    """Two stars side by side, as no other genre has them."""

    names = ("two stars",)

    def parse(self, source):
        if not source.skip("*"):
            return codecs.MISS
        if not source.skip("*"):
            raise source.error("the second star is missing", expected="'*'")
        return True

    def spell(self, value):
        return "**"


class Lonely(Genre):
    """Mark one cell of each row, but no cell with a stone."""

    name = "Lonely Marks"
    aliases = ("Hermits",)

    stone = Given("cells")
    wall = Given("links", role="structure", look=WALL)
    mark = Answer("cells")

    @rule("{at} is a stone, so it is not marked")
    def stones_bare(self) -> Demands:
        for at in self.stone:
            yield must(~self.mark[at], at)

    @rule("one cell is marked among {at}")
    def one_in_each_row(self) -> Demands:
        for row in self.board.rows:
            yield must(count(self.mark[c] for c in row) == 1, row)

    dialects = (Spf("lonely", puzzle=Diagram(ruled(), ruled(), frame=True, edge=Stroke(wall),
                                             cell=Chars(stone, {"o": True}) | blank),
                    solution=Diagram(cells(), cells(), cell=Chars(mark, {"#": True, " ": False}))),
                *pzpr("lonely hermits", lambda p, g: p.Notation(
                    (p.Along(p.MarkField(g.stone, Stars())),),
                    (p.cells(p.Words(g.stone, {"o": True}), *p.shaded(g.mark)),),
                    differs={"d": "two cells of each row are marked"})),
                penpa("lonely", lambda p, g: p.Notation(
                    p.Symbols(g.stone, p.circles("circle_L", True, True)), p.Shade(g.mark))),
                *puzzlekit("Lonely", lambda k, g: k.Notation(
                    (k.grid(k.Words(g.stone, {"o": True})),), k.solved(*k.shaded(g.mark)))),
                kudamono("lonely", lambda k, g: k.Notation("", g.wall)))
'''


def installed(folder: Path, points: str) -> None:
    """Makes a folder look like a place where a package is installed."""
    info = folder / "lonely_marks-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "lonely_marks.py").write_text(THIRD_PARTY)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lonely-marks\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[gridwright.genres]\n{points}\n")


def test_a_genre_of_another_package_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "lonely = lonely_marks:Lonely")
    monkeypatch.syspath_prepend(tmp_path)
    registry = Registry()
    lonely = registry.genre("hermits")
    assert lonely.name == "Lonely Marks" and lonely in registry.genres
    assert set(gw.known_genres()) < set(registry.genres)
    ((genre, dialect),) = registry.dialects("spf", "lonely")
    assert genre is lonely
    puzzle = Puzzle.of(lonely, gw.Rect(2, 2), {"stone": {gw.Spot(1, 1): True, gw.Spot(3, 3): True}})
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique"
    assert dialect.solution_lines(puzzle, verdict.answers[0]) == [" #", "# "]
    monkeypatch.delitem(sys.modules, "lonely_marks")


ADDRESS = "https://puzz.link/p?lonely/2/2/**h**\n"
FILE = "pzprv3\nlonely\n2\n2\no # \n# o \n"


def test_a_genre_of_another_package_has_a_notation_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads and writes addresses and files like one of ours, and with a codec that only it has."""
    installed(tmp_path, "lonely = lonely_marks:Lonely")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lonely_marks", raising=False)
    registry = Registry()
    lonely = registry.genre("lonely marks")
    puzzle = Puzzle.of(lonely, gw.Rect(2, 2), {"stone": {gw.Spot(1, 1): True, gw.Spot(3, 3): True}})
    answer = gw.solve(puzzle).answers[0]
    (of_address,) = FORMATS["puzzlink"].read_all(ADDRESS, registry, {})
    assert (of_address.puzzle, of_address.answer) == (puzzle, None)
    (of_file,) = FORMATS["pzprv3"].read_all(FILE, registry, {})
    assert (of_file.puzzle, of_file.answer) == (puzzle, answer)
    dialects = {dialect.format: dialect for dialect in lonely.dialects}
    assert FORMATS["puzzlink"].write(puzzle, dialects["puzzlink"], None) == ADDRESS.replace("\n", "/\n")
    assert FORMATS["pzprv3"].write(puzzle, dialects["pzprv3"], answer) == FILE
    for text, told in {
        "lonely/2/2/**g*1": "line 1, column 16: the second star is missing; expected '*', found '1'",
        "hermits/2/2/1": "line 1, column 13: this means nothing here; expected two stars, or a letter from g to z for "
                         "blanks, found '1'",
        "lonely/d/2/2/**": "line 1, column 8: the flag d changes the rules of Lonely Marks: two cells of each row are "
                           "marked",
    }.items():
        with pytest.raises(gw.FormatError) as fault:
            FORMATS["puzzlink"].read_all(text, registry, {})
        assert str(fault.value) == told
    (of_text,) = FORMATS["puzzlekit"].read_all("2 2\no -\n- o\n", registry, {"genre": "Lonely"})
    assert of_text.puzzle == puzzle
    assert FORMATS["puzzlekit"].write(puzzle, dialects["puzzlekit"], None) == "2 2\no -\n- o\n"
    link = FORMATS["penpa"].write(puzzle, dialects["penpa"], answer)
    (of_link,) = FORMATS["penpa"].read_all(link, registry, {})
    assert (of_link.puzzle, of_link.answer) == (puzzle, answer)
    link = "https://pedros.works/paper-puzzle-player?W=2x2&SIE=1RR&G=lonely"
    (of_link,) = FORMATS["kudamono"].read_all(link, registry, {})
    assert of_link.puzzle.given == {"wall": {gw.Spot(2, 1): True, gw.Spot(2, 3): True}}
    sys.modules.pop("lonely_marks", None)


OWN_FORMAT = '''

from gridwright.board.rect import Rect
from gridwright.formats.dialect import LazyFormat, OwnFormat, Reading
from gridwright.language.puzzle import Puzzle

Lonely.dialects = (*Lonely.dialects, OwnFormat(LazyFormat("stones", __name__, words=("stones!",), ending=".stones")))


class StonesFormat:
    """The rows of the board below a sign."""

    name = "stones"

    def sniff(self, text):
        return text.startswith("stones!")

    def read_all(self, text, shelf, options):
        rows = text.split()[1:]
        board = Rect(len(rows), len(rows[0]))
        stones = {at: True for at, char in zip(board.cells, "".join(rows)) if char == "o"}
        return [Reading(Puzzle.of(Lonely, board, {"stone": stones}), format=self.name)]

    def write(self, puzzle, dialect, answer):
        rows = ["".join("o" if at in puzzle.given["stone"] else "." for at in row) for row in puzzle.board.rows]
        return "\\n".join(["stones!", *rows, ""])
'''


def test_a_genre_of_another_package_brings_a_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, "lonely = lonely_marks:Lonely")
    file = tmp_path / "lonely_marks.py"
    file.write_text(file.read_text() + OWN_FORMAT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lonely_marks", raising=False)
    registry = Registry()
    monkeypatch.setattr("gridwright.hooks.HOOKS.brought_formats", registry.brought_formats)
    text = "stones!\no.\n.o\n"
    assert known_formats()["stones"].ending == ".stones"
    (reading,) = read_text(text, registry)
    assert (reading.puzzle.genre.name, reading.format) == ("Lonely Marks", "stones")
    assert reading.puzzle.given == {"stone": {gw.Spot(1, 1): True, gw.Spot(3, 3): True}}
    assert write_text(reading.puzzle, "stones") == text
    with pytest.raises(gw.WriteError, match=r"the format stones has no Nurikabe; it can be written as spf, json"):
        write_text(gw.puzzle("Nurikabe", ["1 ."]), "stones")
    sys.modules.pop("lonely_marks", None)


@pytest.mark.parametrize(
    ("point", "change", "words"),
    [
        ("lonely_marks:count", ("", ""), "'lonely_marks:count' is not a Genre with a name"),
        ("lonely_marks:Genre", ("", ""), "'lonely_marks:Genre' is not a Genre with a name"),
        ("nosuch_package:Lonely", ("", ""), "ModuleNotFoundError: No module named 'nosuch_package'"),
        ("lonely_marks:Hermits", ("", ""), "AttributeError"),
        ("lonely_marks:Lonely", ("class", "clash"), "SyntaxError"),
        ("lonely_marks:Lonely", ('Given("cells")', 'Given("cels")'), "GenreError: .*lonely_marks.py: .*'cels'"),
        ("lonely_marks:Lonely", ("count(", "1 // 0 or count("), ""),  # it breaks when it is used, not before
    ],
)  # fmt: skip
def test_a_broken_genre_of_another_package_is_left_out_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str, change: tuple[str, str], words: str
) -> None:
    installed(tmp_path, f"lonely = {point}")
    file = tmp_path / "lonely_marks.py"
    file.write_text(file.read_text().replace(*change))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lonely_marks", raising=False)
    registry = Registry()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert len(registry.genres) == len(REGISTRY.genres) + (not words)
        assert registry.genre("nurikabe").name == "Nurikabe"
    assert [warning.category for warning in told] == [BrokenGenre] * bool(words)
    told_so = f"the genre 'lonely' of the package 'lonely-marks' is ignored: .*{words}"
    assert all(re.search(told_so, str(warning.message)) for warning in told)
    sys.modules.pop("lonely_marks", None)


def test_the_command_line_survives_a_broken_genre(tmp_path: Path) -> None:
    installed(tmp_path, "lonely = nosuch_package:Lonely")
    paths = os.pathsep.join((str(tmp_path), str(EXAMPLES.parent)))
    done = subprocess.run(
        [sys.executable, "-m", "gridwright", "genres"], cwd=EXAMPLES.parent, capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert "Nurikabe" in done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("gridwright:0: BrokenGenre: the genre 'lonely' of the package 'lonely-marks' is ignored: ")


# -- examples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_examples_are_read_and_unique(path: Path) -> None:
    for reading in gw.read_all(path):
        assert reading.warnings == (), f"{path}: reading it warns, {reading.warnings}"
        verdict = gw.solve(reading.puzzle)
        assert verdict.status == "unique", f"{path}: an example should be unique, and is {verdict.status}"
        assert reading.answer is None or reading.answer.marks == verdict.answers[0].marks, (
            f"{path}: the stored answer is not the answer")
        assert max(map(len, str(reading.puzzle).splitlines())) <= 80, f"{path}: as text it is wider than 80 characters"


WITH_EXAMPLES = {"spf", "plain", "sudoku", "pips-board", "pips-cells"}
"""The formats of which there are examples."""


@cache
def examples() -> dict[type[Genre], set[str]]:
    """The formats in which there are examples of genres."""
    told: dict[type[Genre], set[str]] = defaultdict(set)
    for path in EXAMPLES.iterdir():
        for reading in gw.read_all(path):
            told[reading.puzzle.genre].add(reading.format)
    return told


@each_genre
def test_a_genre_has_an_example_in_each_of_these_formats(genre: type[Genre]) -> None:
    """Formats of other programs need none."""
    wanted = {dialect.format for dialect in genre.dialects} & WITH_EXAMPLES
    assert examples().get(genre, set()) == wanted, f"examples/ should hold {genre.name} in: {', '.join(wanted)}"


@pytest.mark.parametrize("genre", REGISTRY.genres, ids=lambda genre: genre.name)
def test_the_rules_are_told_in_a_sentence_or_two(genre: type[Genre]) -> None:
    assert genre.task.endswith("."), f"{genre.name}: its task should end with a full stop"
    assert 20 < len(genre.task) <= 300, f"{genre.name}: its task has {len(genre.task)} characters, expected 21 to 300"
    assert sum(other.task == genre.task for other in REGISTRY.genres) == 1, (
        f"{genre.name}: another genre has the same task")
