"""Genres are found by their names without importing them all; what the index gets wrong harms nobody."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gridwright as gw
from gridwright.formats.reading import read_text
from gridwright.genres import _index
from gridwright.genres._index import INDEX
from gridwright.genres.hashi import Hashi
from gridwright.registry import REGISTRY, GenreEntry, Index, Registry, UnknownGenre

from ..laws.test_names import installed

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def changed(**files: tuple[GenreEntry, ...] | None) -> Index:
    """The index with other entries for some files; None leaves a file out."""
    other: dict[str, tuple[Any, ...] | None] = {**INDEX, **files}
    return {file: entries for file, entries in other.items() if entries is not None}


def test_the_index_is_up_to_date() -> None:
    known = Path(_index.__file__).read_text(encoding="utf-8")
    assert REGISTRY.index_text() == known, "run: python docs/tables.py"


def test_entries_tell_what_the_genres_say() -> None:
    assert REGISTRY.entries == tuple(map(GenreEntry.of, gw.known_genres()))
    assert Registry({}).entries == REGISTRY.entries


IMPORTED = """
import sys
import gridwright as gw
{}
names = (name for name in sys.modules if name.startswith("gridwright.genres.") and "._" not in name)
print(*sorted(name for name in names if name.count(".") == 2 or name.endswith((".notation", ".drawing"))))
"""


@pytest.mark.parametrize(
    ("asked", "files"),
    [
        ("gw.genre('Hashikake')", "hashi"),
        ("gw.read('examples/hashi.spf')", "hashi"),
        ("gw.read('examples/fences.txt')", "fences"),
        ("gw.read('examples/sudoku.sdk')", "sudoku"),
        ("gw.read('examples/pips_board.txt')", "pips pips.notation"),  # a format that the genre brings along
        ("gw.write(gw.read('examples/pips_cells.txt'), 'spf')", "pips pips.notation"),
        ("gw.read('tests/spf_samples/fillomino_graph.spf')", "fillomino"),
        ("gw.read('tests/spf_samples/narrow_cave.spf')", "cave narrow_cave"),  # a variant and its base
        ("gw.read('nurikabe/3/3/2')", "nurikabe"),
        ("gw.read('sudoku/4/4/1u')", "sudoku sudoku.notation"),  # what only its notations need, not its drawings
        ("gw.read('compass/2/2/1234')", "compass"),  # no drawings either
    ],
)
def test_what_is_not_asked_for_is_not_imported(asked: str, files: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED.format(asked)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [f"gridwright.genres.{file}" for file in files.split()]


@pytest.mark.parametrize(
    "index",
    [
        {},
        changed(hashi=None),
        changed(hashi=()),
        changed(hashi=(GenreEntry("Hochi", (), {"spf": ("hochi",)}),)),
        changed(abcd=(GenreEntry("Hashi", ("Bridges",), {"spf": ("hashi",), "plain": ("hashiwokakero",)}),)),
        changed(hashi=None, gone=(GenreEntry("Hashi", (), {"spf": ("hashi",)}),)),
    ],
    ids=["empty", "a new file", "no genre", "other names", "another file's names", "a file that is gone"],
)
def test_what_the_index_gets_wrong_is_found_all_the_same(index: Index) -> None:
    registry = Registry(index)
    assert registry.genre("hashi") is registry.genre("Chopsticks") is Hashi
    assert [genre for genre, _ in registry.dialects("spf", "hashi")] == [Hashi]
    assert [genre for genre, _ in registry.dialects("plain", "hashiwokakero")] == [Hashi]
    assert {genre for genre, _ in registry.dialects("plain")} == {genre for genre, _ in REGISTRY.dialects("plain")}


def test_texts_are_read_alike_with_and_without_the_index() -> None:
    def told(text: str, registry: Registry) -> list[tuple[object, ...]]:
        return [(r.puzzle, r.answer, r.warnings, r.format) for r in read_text(text, registry)]

    bare = Registry({})
    for path in EXAMPLES.iterdir():
        text = path.read_text(encoding="utf-8")
        assert told(text, REGISTRY) == told(text, bare)


def test_names_in_formats_that_nobody_has() -> None:
    assert list(REGISTRY.dialects("spf", "hochi")) == []
    assert list(REGISTRY.dialects("nothing")) == []
    assert REGISTRY.near("spf", "hachi") == ["hashi"]
    assert Registry({}).near("spf", "hachi") == ["hashi"]


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("sudku", "Sudoku"), ("nuri", "Nurikabe"), ("minesweper", "Minesweeper"), ("hitory", "Hitori"),
        ("Slither-lnk", "Fences"), ("rect", "Shikaku"),
    ],
)  # fmt: skip
def test_names_with_a_slip_or_begun_are_guessed(asked: str, near: str) -> None:
    with pytest.raises(UnknownGenre) as refusal:
        REGISTRY.genre(asked)
    assert refusal.value.near[0] == near


@pytest.mark.parametrize("asked", ["tetris", "puzzle", "crossword", "battleship", "hidato", "test", "", "x", "n", "li"])
def test_no_far_fetched_names_are_guessed(asked: str) -> None:
    with pytest.raises(UnknownGenre) as refusal:
        REGISTRY.genre(asked)
    assert refusal.value.near == []


@pytest.fixture
def lonely(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of another package's genre."""
    installed(tmp_path, "lonely = lonely_marks:Lonely")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("lonely_marks", None)
    yield tmp_path / "lonely_marks.py"
    sys.modules.pop("lonely_marks", None)


def test_entries_of_another_package(lonely: Path) -> None:
    registry = Registry()
    (entry,) = (entry for entry in registry.entries if entry not in REGISTRY.entries)
    names: dict[str, tuple[str, ...]] = {"spf": ("lonely",), "penpa": ("lonely",), "kudamono": ("lonely",)}
    names |= dict.fromkeys(("puzzlink", "pzprv3"), ("lonely", "hermits"))
    names |= dict.fromkeys(("puzzlekit", "puzzlekit-json", "janko"), ("Lonely",))
    assert entry == GenreEntry("Lonely Marks", ("Hermits",), names)


def test_our_own_genres_come_first(lonely: Path) -> None:
    """Another package may add a dialect under a name that we have; ours is asked first."""
    text = lonely.read_text().replace('Spf("lonely"', 'Spf("hashi", version=3').replace('("Hermits",)', '("Bridges",)')
    lonely.write_text(text)
    registry = Registry()
    assert registry.genre("Bridges") is Hashi
    assert [genre.name for genre, _ in registry.dialects("spf", "hashi")] == ["Hashi", "Lonely Marks"]


def test_what_a_genre_is_called_elsewhere_leads_to_its_name_in_a_format() -> None:
    assert REGISTRY.near("spf", "Slitherlink") == ["fences"]
    assert REGISTRY.near("plain", "Light Up")[0] == "akari"
    assert "lits_plus" in REGISTRY.near("spf", "LITS+")
    with pytest.raises(gw.FormatError, match=r"line 2, column 7: .* expected 'slalom', found 'gokigen'"):
        gw.read("<<\n/type (gokigen)\n/X 2\n/Y 2\n>>\n", "spf")


@pytest.mark.parametrize(("name", "genre"), [("LITS+", "LITS plus"), ("lits", "LITS"), ("lits_plus", "LITS plus")])
def test_a_plus_sign_counts(name: str, genre: str) -> None:
    assert gw.genre(name).name == genre
