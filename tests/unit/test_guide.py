"""Pages for developers: the code, tables, links and commands of the guide for authors, the glossary, the map."""

from __future__ import annotations

import inspect
import operator
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import click
import pytest

import gridwright as gw
from gridwright import language, rules
from gridwright.authoring.__main__ import main
from gridwright.authoring.cases import proposal
from gridwright.authoring.trial import trial
from gridwright.cli import main as cli
from gridwright.formats import layout
from gridwright.formats.dialect import Dialect
from gridwright.formats.penpa import notation as penpa_notation
from gridwright.formats.puzzlekit import notation as puzzlekit_notation
from gridwright.formats.pzpr import notation as pzpr_notation
from gridwright.formats.reading import read_text
from gridwright.formats.sgt import notation as sgt_notation
from gridwright.language import Expr, Genre, Rect, Spot, State, Term, gestures
from gridwright.language.making import Making
from gridwright.making.declared import GUIDE as GUIDE_WORDS
from gridwright.making.declared import provenance_faults

from ..grouped import thorough
from ..laws.cases import FOLDER

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "add-a-genre.md"

TEXT = GUIDE.read_text("utf-8")


def section(title: str) -> str:
    """The text below a heading, up to the next one."""
    _, _, text = TEXT.partition(f"# {title}\n")
    assert text, title
    return re.split(r"\n#+ [A-Z]", text, maxsplit=1)[0]


def blocks(language: str, text: str = TEXT) -> list[str]:
    """The pieces of code in a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def lines_in(text: str) -> list[str]:
    """Lines without indentation and blank ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


WALKS = {
    "A number genre": "NextDoor", "A loop genre": "DotchiLoop", "Structure that is all the information": "RoomKeys",
}  # fmt: skip
"""Sections whose pieces of code are a whole file each, with the class of the genre."""
QUOTED = [piece for title in (
    "A shading genre", "Expressions", "A rule that is not an expression", "Rules that people consider together",
) for piece in blocks("python", section(title))]  # fmt: skip


@pytest.mark.parametrize("i", range(len(QUOTED)))
def test_the_code_of_the_guide_is_that_of_the_package(i: int) -> None:
    """Every piece occurs, line for line, in a genre or rule kind that the guide mentions, or in a genre of a test."""
    piece = lines_in(QUOTED[i])
    sources = [lines_in((ROOT / name).read_text("utf-8"))
               for name in ("gridwright/genres/heyawake.py", "gridwright/genres/killer_sudoku/__init__.py",
                            "gridwright/rules/body_sums.py", "tests/laws/test_arithmetic.py")]
    found = [source[at : at + len(piece)] for source in sources for at in range(len(source)) if source[at] == piece[0]]
    assert any(one == piece for one in found), (piece, found)


def test_all_code_of_the_guide_is_tested() -> None:
    tested = [*QUOTED, *(piece for title in (*WALKS, "Other programs") for piece in blocks("python", section(title)))]
    assert sorted(blocks("python")) == sorted(tested)


@cache
def walk(title: str) -> type[Genre]:
    """The genre that a section of the guide writes, piece by piece."""
    name = f"guide_{WALKS[title]}"
    module = sys.modules[name] = ModuleType(name)
    exec(compile("\n".join(blocks("python", section(title))), name, "exec"), module.__dict__)
    genre = getattr(module, WALKS[title])
    assert isinstance(genre, type) and issubclass(genre, Genre)
    return genre


@pytest.mark.parametrize("title", WALKS)
def test_the_linter_finds_nothing_in_the_genres_of_the_guide(title: str) -> None:
    code = "\n".join(blocks("python", section(title)))
    linter = [sys.executable, "-m", "ruff", "check", "--no-cache", "--stdin-filename", "gridwright/genres/new.py", "-"]
    assert subprocess.run(linter, input=code, capture_output=True, text=True, cwd=ROOT).stdout == "All checks passed!\n"


@pytest.mark.parametrize("title", [title if i else thorough(title) for i, title in enumerate(WALKS)])
def test_the_genres_of_the_guide_are_whole(title: str) -> None:
    """New puzzles are made of them, hints lead to the answer, every notation can write them, and rules have words."""
    genre = walk(title)
    assert trial(genre, 0.1) == []
    puzzle = gw.generate(genre, 5, seed=2, timeout=30)
    verdict = gw.solve(puzzle)
    assert verdict.status == "unique" and provenance_faults(puzzle) == []
    state = State.of(puzzle, {})
    for step in gw.explain(puzzle, timeout=30):
        state = step.applied(state)
    assert state.marks == verdict.answers[0].marks
    case = proposal(puzzle, 1)
    assert {one.rule for one in case.wrong}.union(case.missing) == {rule.name for rule in genre.rules}
    for dialect in genre.dialects:
        if dialect.format not in ("puzzlekit-json", "janko"):
            assert gw.write(puzzle, dialect.format)
    assert "<svg" in gw.draw(puzzle, verdict.answers[0]).svg()


class OneGenre:
    """A shelf with one genre."""

    def __init__(self, genre: type[Genre]) -> None:
        self.only = genre

    def dialects(self, format: str, name: str | None = None) -> Iterable[tuple[type[Genre], Dialect]]:
        return [(self.only, one) for one in self.only.dialects if one.format == format and name in (None, *one.names)]

    def genre(self, name: str) -> type[Genre]:
        return self.only

    def near(self, format: str, name: str) -> list[str]:
        return []


def test_the_puzzles_of_the_guide_have_one_answer() -> None:
    (text,) = blocks("text", section("A number genre"))
    (reading,) = read_text(text, OneGenre(walk("A number genre")), "spf")
    assert reading.answer is not None
    assert [answer.marks for answer in gw.all_answers(reading.puzzle)] == [reading.answer.marks]
    (link,) = re.findall(r"`(https://puzz\.link/\S+)`", section("A loop genre"))
    (reading,) = read_text(link, OneGenre(walk("A loop genre")), "puzzlink")
    assert gw.solve(reading.puzzle).status == "unique"


def test_the_link_of_the_guide_is_read_and_written() -> None:
    (code,) = blocks("python", section("Other programs"))
    exec(code, {})


def column(title: str, head: str, number: int = 0) -> list[str]:
    """The code in a column of the tables of a section whose first column is called ``head``."""
    tables = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[-|]+\n((?:\|.*\n?)+)", section(title), re.MULTILINE)
    assert tables, (title, head)
    rows = [row.replace(r"\|", "&#124;").split("|")[number + 1] for row in "".join(tables).splitlines()]
    return [code.replace("&#124;", "|") for row in rows for code in re.findall(r"`(.+?)`", row)]


CELL, OTHER = Spot(1, 1), Spot(1, 3)
FUNCTIONS = ("tallies", "pairs", "sums", "graph", "heads", "kinds", "follow")


def test_the_expressions_of_the_guide_are_expressions() -> None:
    """The code in the first column of the table evaluates to expressions, and uses every function that makes them."""
    codes = column("Expressions", "expression")
    marks = {CELL: language.Mark(2), OTHER: language.Mark(3)}
    terms = {spot: Term({n: language.Mark(first + n) for n in range(1, 5)}) for spot, first in ((CELL, 3), (OTHER, 7))}
    names = {
        **{name: getattr(language, name) for name in language.__all__},
        "self": SimpleNamespace(shade=marks, number=terms), "cell": CELL, "other": OTHER, "a": marks[CELL],
        "b": marks[OTHER], "items": list(marks.values()), "others": list(marks.values()),
        "values": list(terms.values()), "accepts": operator.lt,
    }  # fmt: skip
    assert len(codes) > 20
    assert all(isinstance(eval(code, names), Expr) for code in codes)
    for name in ("all_of", "any_of", "count", "total", "different", "ALWAYS", "NEVER", "sum", "abs"):
        assert any(name in code for code in codes)


def declared() -> dict[str, Any]:
    """Layers of every kind that the tables of the guide mention, by their names."""
    layers: dict[str, Any] = {
        "wall": language.Given("links", role="structure", look=language.WALL),
        "number": language.Given("cells", language.Numbers(0, 9)), "stone": language.Given("cells"),
        "circle": language.Given("cells", language.OneOf(("white", "black"))), "dot": language.Given("links"),
        "clue": language.Given("sides", language.Numbers(0, 9)),
        "lists": language.Given("sides", language.ListOf(language.Numbers(1, 9), 0, 9)),
        "shade": language.Answer("cells"), "star": language.Answer("cells"), "loop": language.Answer("links"),
        "border": language.Answer("links"), "digit": language.Answer("cells", range(1, 10)),
        "stars": language.Key(1, language.Numbers(1, 9)), "gap": language.Key(1, language.Numbers(1, 9)),
    }  # fmt: skip
    for name, layer in layers.items():
        layer.__set_name__(Genre, name)
    return layers


def test_the_tables_of_the_guide_name_what_there_is() -> None:
    """Their code is run: places of boards, domains, rule kinds, parts of diagrams, looks and gestures."""
    board = Rect.of(3, 3)
    own: dict[str, Any] = {
        "text": "a fact", "accepts": bool, "sample": lambda _: "", **dict.fromkeys(FUNCTIONS, list), "board": board,
        "cell": CELL, "other": OTHER, "link": Spot(1, 2), "corner": Spot(2, 2), "side": Spot(-1, 1), "centre": None,
        "lines": None, "values": {},
    }  # fmt: skip
    names = {**vars(layout), **vars(gestures), **vars(rules), **vars(language), **declared(), **own}
    tables = [("Places", "expression"), ("Domains", "domain"), ("Rule kinds", "kind"), ("SPF", "band"),
              ("SPF", "content"), ("Looks and gestures", "look"), ("Looks and gestures", "gesture")]
    for title, head in tables:
        for code in column(title, head):
            assert eval(code, names) is not None, code
    for place in column("Places", "places"):
        assert hasattr(board, place.strip('"'))


def test_what_is_imported_is_where_the_guide_says() -> None:
    modules = column("The next half hour", "module")
    assert len(modules) > 8
    rows = re.findall(r"^\| `([\w.]+)` \| (.*) \|$", section("The next half hour"), re.MULTILINE)
    assert [module for module, _ in rows] == modules
    for module, names in rows:
        here = import_module(f"gridwright.{module}")
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(here, name), f"{module}: {name}"


@pytest.mark.parametrize(("head", "number", "name", "parts"), [
    ("in `pzpr`", 1, "p", pzpr_notation), ("in `pzpr`", 2, "p", pzpr_notation),
    ("elsewhere", 1, "p", penpa_notation), ("elsewhere", 2, "k", puzzlekit_notation),
    ("in `sgt`", 1, "s", sgt_notation),
])  # fmt: skip
def test_the_notations_of_the_guide_exist(head: str, number: int, name: str, parts: ModuleType) -> None:
    """Every part in the tables can be made of layers."""
    layers = SimpleNamespace(**declared())
    codes = [code for code in column("Other programs", head, number) if code.lstrip("*").startswith(f"{name}.")]
    assert len(codes) > 5
    for code in codes:
        assert eval(f"[{code}]", {name: parts, "g": layers}), code


def test_the_fields_of_the_guide_exist() -> None:
    fields = Making.__dataclass_fields__
    assert [name for name in column("New puzzles", "argument") if name not in fields] == []


def test_the_links_of_the_guide_lead_somewhere() -> None:
    """To headings of the page, and to files."""
    titles = re.findall(r"^#+ (.+)", TEXT, re.MULTILINE)
    headings = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
    for link in re.findall(r"\]\((.+?)\)", TEXT):
        path, _, heading = link.partition("#")
        assert (GUIDE.parent / path).exists() if path else heading in headings, link
    for path in re.findall(r"`(gridwright/[\w/]+\.py|tests/[\w/]+\.py)`", TEXT):
        assert (ROOT / path).exists() or "lone_cells" in path, path
    for path in re.findall(r"`(\w+(?:\.py|/))`", section("The next half hour")):
        assert (ROOT / "gridwright" / "genres" / path).exists(), path


def test_the_commands_of_the_guide_exist() -> None:
    shell = "\n".join(blocks("sh"))
    for command, arguments in re.findall(r"^gridwright (\w+) (.*)", shell, re.MULTILINE):
        assert command in cli.list_commands(click.Context(cli)) and arguments
    for arguments in re.findall(r"^python -m gridwright\.authoring (.*?)(?:  #|$)", shell, re.MULTILINE):
        assert set(re.findall(r"--\w+", arguments)) <= {option for one in main.params for option in one.opts}
    for script in re.findall(r"python ((?:docs|research)/\S+\.py)", shell):
        assert (ROOT / script).is_file()
    for module in re.findall(r"python -m (tests\.\S+)", shell):
        assert ROOT.joinpath(*module.split(".")).with_suffix(".py").is_file()


def test_the_guide_explains_what_errors_about_new_puzzles_refer_to() -> None:
    assert GUIDE_WORDS.startswith("see 'New puzzles' in docs/add-a-genre.md")
    text = section("New puzzles")
    assert all(f"`{name}`" in text for name in ("sketch", "told", "change", "fill", "givens", "making"))


def test_the_wrong_answer_of_the_guide_is_one_of_a_case() -> None:
    (piece,) = blocks("postscript")
    texts = [path.read_text("utf-8") for path in (FOLDER / "heyawake").glob("*.spf")]
    assert any(piece.removesuffix(" ] ]\n") in text for text in texts)


# -- other pages for developers ---------------------------------------------------------------------------------------


def test_the_map_of_folders_is_complete() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([\w/.]+)`", text))
    for folder, prefix in ((ROOT / "gridwright", ""), (ROOT / "tests", "tests/")):
        here = {f"{prefix}{path.name}" for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"}
        assert here - named == set()


def test_the_glossary_names_what_there_is() -> None:
    """Few terms, and each of the last column's names in the module that defines it."""
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    assert 40 < len(re.findall(r"^\| \*\*", text, re.MULTILINE)) <= 60
    for cell in re.findall(r"\| ([^|]*) \|$", text, re.MULTILINE):
        for path, names in re.findall(r"`([\w/]+)\.py`(?: \((.*?)\))?", cell):
            module = import_module(f"gridwright.{path.replace('/', '.')}")
            for name in re.findall(r"`([\w.]+)`", names):
                owner, _, own = name.rpartition(".")
                source = inspect.getsource(getattr(module, owner) if owner else module)
                assert re.search(rf"\b{own}\b", source), f"{path}.py: {name}"


STUMBLED_OVER = re.compile(r"(?i)\b(untold|at sight|as told|betrays?|so many|tells? how|of those of|that of those)\b")
"""Words over which readers of the pages and rules stumbled."""


def test_pages_and_rules_are_in_plain_words() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    texts = {page.name: page.read_text("utf-8") for page in pages}
    texts |= {genre.name: f"{genre.task} {genre.__doc__}" for genre in gw.known_genres() if genre.is_built_in}
    assert len(texts) > 64 + 10
    assert {name: found[0] for name, text in texts.items() if (found := STUMBLED_OVER.search(text))} == {}
