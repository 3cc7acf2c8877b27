"""Addresses of puzz.link and files of pzprjs: the codes, what is refused and how, and that nothing is lost.

The addresses are made up, or written here. What pzprjs itself writes is compared in ``tests/interchange``.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache, partial
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gridwright as gw
from gridwright.board.board import Spot
from gridwright.board.rect import Rect
from gridwright.formats.dialect import Reading
from gridwright.formats.errors import Line
from gridwright.formats.reading import is_link, recognised, write_lossy
from gridwright.formats.roles.codecs import NUMBER, Cursor, Named
from gridwright.registry import REGISTRY
from tests.timing import assert_within

from ..grouped import SHARE, examples, some_by_default, thorough

ROOT = Path(__file__).parents[2]
NAMES = sorted({entry.formats["puzzlink"][0] for entry in REGISTRY.entries if "puzzlink" in entry.formats})
TOLD = [genre for genre in REGISTRY.genres if any(dialect.format == "puzzlink" for dialect in genre.dialects)]


def layer(address: str, name: str) -> dict[str, Any]:
    """A layer of the puzzle of an address, by the names of the spots."""
    puzzle = gw.read(address)
    return {puzzle.board.name(spot): value for spot, value in puzzle.given.get(name, {}).items()}


def fault_of(text: str) -> gw.FormatError:
    with pytest.raises(gw.FormatError) as caught:
        gw.read_all(text.encode())
    return caught.value


def refusal(puzzle: gw.Puzzle, format: str, answer: gw.State | None = None) -> str:
    with pytest.raises(gw.WriteError) as caught:
        gw.write(puzzle, format, answer)
    return str(caught.value).partition(";")[0]


# -- what an address is ----------------------------------------------------------------------------------------------

SLITHER = "slither/2/2/21g3"


@pytest.mark.parametrize("text", [
    SLITHER, f"https://puzz.link/p?{SLITHER}", f"http://pzv.jp/p.html?{SLITHER}", f"pzprxs.vercel.app/p?{SLITHER}",
    f"https://example.org/pzpr/p.html?{SLITHER}", "https://puzz.link/p?slither_edit/2/2/21g3",
    "https://puzz.link/p?slither_play/2/2/21g3", "https://puzz.link/p?type=editor&slither/2/2/21g3",
    "https://puzz.link/p?slitherlink/2/2/21g3", f"https://puzz.link/p?{SLITHER}/", f"  https://puzz.link/p?{SLITHER}  ",
    f"HTTPS://PUZZ.LINK/p?{SLITHER}", f"https://puzz.link/p.html?{SLITHER}", f"www.pzv.jp/p.html?{SLITHER}",
    f"https://puzz.link/p?fbclid=Iw-3_x&{SLITHER}", f"<https://puzz.link/p?{SLITHER}>",
    f"view-source:https://puzz.link/p?{SLITHER}",
    f"https://web.archive.org/web/2019/http://pzv.jp/p.html?{SLITHER}", "https://puzz.link/p?slither%2F2%2F2%2F21g3",
])  # fmt: skip
def test_all_forms_of_an_address(text: str) -> None:
    puzzle = gw.read(text)
    assert (puzzle.genre.name, puzzle.board) == ("Fences", Rect.of(2, 2))
    assert puzzle.given["number"] == {Spot(1, 1): 2, Spot(1, 3): 1, Spot(3, 3): 3}
    assert is_link(text)
    assert recognised(text + "\n") == "puzzlink"
    assert gw.write(puzzle, "puzzlink") == "https://puzz.link/p?slither/2/2/26d\n", "a number takes blanks along"


@pytest.mark.parametrize("tail", [".0", "g", "&id=77", "%22", "%22%20", "#solution", "/?utm_source=x", "//", "zz/9"])
@pytest.mark.parametrize("address", [SLITHER, "https://puzz.link/p?lits/2/2/o0", "http://pzv.jp/p.html?nurikabe/2/1/12"])
def test_what_follows_the_board_is_ignored_with_a_warning(address: str, tail: str) -> None:
    (reading,) = gw.read_all(address + tail)
    assert reading.warnings == (f"{tail.strip('/') or '/'!r} after the board was ignored",)
    assert reading.puzzle == gw.read(address)
    assert gw.write(reading.puzzle, "puzzlink") == gw.write(gw.read(address), "puzzlink")


def test_quotes_before_the_name_are_no_part_of_it() -> None:
    assert gw.read("https://puzz.link/p?%22slither/2/2/21g3%22") == gw.read(SLITHER)


@pytest.mark.parametrize(("address", "genre"), [
    ("bijutsukan/2/2/ga", "Akari"), ("lightup/2/2/ga", "Akari"), ("numberlink/2/2/1h1", "Arukone"),
    ("fillomino01/2/2/2i", "Fillomino"), ("hakyukoka/2/2/001i", "Ripple Effect"),
])  # fmt: skip
def test_other_ids_of_a_genre(address: str, genre: str) -> None:
    found = gw.read(f"http://pzv.jp/p.html?{address}")
    assert found.genre.name == genre
    assert address.partition("/")[2] in gw.write(found, "puzzlink"), "the usual id is written"


def test_a_file_with_such_a_name_is_read_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slither/2/2").mkdir(parents=True)
    (tmp_path / "slither/2/2/21g3").write_text("nurikabe\nno link\n2 1\n1.\n")
    monkeypatch.chdir(tmp_path)
    assert gw.read(SLITHER).genre.name == "Nurikabe"


@pytest.mark.parametrize("text", ["puzzles/fences.spf", "data/10/x.txt", "example.org/", "*.spf", "what?"])
def test_names_of_files_are_no_links(text: str) -> None:
    assert not is_link(text)


def test_a_text_of_addresses_and_comments() -> None:
    text = (
        "# first the easy ones\n"
        f"https://puzz.link/p?{SLITHER}\n"
        "\n"
        "By a friend (http://pzv.jp/p.html?mashu/2/2/00), May 2024\n"
        "% nothing here: https://puzz.link/p?nurikabe/2/2/1i\n"
        "nurikabe/3/3/1g2\n"
        "g3g4g\n"
        "hard\n"
    )
    found = gw.read_all(text)
    assert [reading.puzzle.genre.name for reading in found] == ["Fences", "Masyu", "Nurikabe"]
    assert list(found[2].puzzle.given["clue"].values()) == [1, 2, 3, 4], "the address goes on in the next line"


def test_a_sudoku_that_tells_where_it_comes_from_is_no_address() -> None:
    text = "url: https://puzz.link/p?sudoku/4/4/p\n\n1.3.\n..2.\n.1..\n4...\n"
    assert gw.read_all(text)[0].format == "sudoku"
    assert gw.read_all("lits/4/4/000000\n")[0].format == "puzzlink", "16 characters are no sudoku"


def test_an_address_may_hold_a_whole_file() -> None:
    text = "https://puzz.link/p?pzprv3/nurikabe/1/3/2%20.%20%23%20/"
    (reading,) = gw.read_all(text)
    assert reading.format == "pzprv3"
    assert reading.answer is not None
    assert reading.answer.marks["sea"] == {Spot(1, 1): False, Spot(1, 3): False, Spot(1, 5): True}


# -- the codes -------------------------------------------------------------------------------------------------------


def test_numbers_of_all_lengths() -> None:
    numbers = gw.read("shikaku/120/120/5-10+100=000.i*0000").given["number"]
    assert list(numbers.values()) == [5, 16, 256, 4096, "?", 12240]
    assert list(numbers)[-1] == Spot(1, 17)
    assert list(layer("hitori/2/2/-105-zzz", "number").values()) == [36, 5, 1295, 35]


@pytest.mark.parametrize(("number", "code"), [
    (0, "0"), (15, "f"), (16, "-10"), (255, "-ff"), (256, "+100"), (999, "+3e7"), (4095, "+fff"), (4096, "=000"),
    (8191, "=fff"), (8192, "@000"), (12239, "@fcf"), (12240, "*0000"), (77775, "*ffff"), (77776, "$00000"),
])  # fmt: skip
def test_numbers_are_written_in_the_shortest_form(number: int, code: str) -> None:
    assert NUMBER.spell(number) == code


def test_small_numbers_take_blanks_along() -> None:
    assert layer("slither/5/1/3.g0", "number") == {"r1c1": 3, "r1c4": 0}, "a clue without a number tells nothing"
    assert layer("slither/6/1/8b0", "number") == {"r1c1": 3, "r1c3": 1, "r1c6": 0}
    assert layer("lightup/3/1/.8", "wall") == {"r1c1": None, "r1c2": 3}


def test_borders_begin_anew_for_the_level_ones() -> None:
    assert set(layer("lits/2/2/o0", "wall")) == {"r1c1-r1c2", "r2c1-r2c2"}
    assert set(layer("lits/2/2/0o", "wall")) == {"r1c1-r2c1", "r1c2-r2c2"}


def test_room_numbers_stand_in_the_leftmost_column() -> None:
    # The room of the whole board but r1c1 begins at r1c2 and shows its number at r2c1.
    assert layer("heyawake/2/2/gg12", "number") == {"r1c1": 1, "r2c1": 2}


def test_outside_numbers_run_from_the_grid_outwards() -> None:
    told = {Spot(-1, 1): (1, 2), Spot(-1, 3): (1,), Spot(3, -1): (2,), Spot(5, -1): (1,)}
    runs = gw.read("nonogram/3/3/21g1j2g1").given["clue"]
    assert {side: own for side, own in runs.items() if own} == told
    assert len(runs) == 6, "a line without numbers has no shaded cell"
    assert gw.read("coral/3/3/21g1j2g1").given["hint"] == told, "in a coral nothing is known about it"


def test_black_circles_are_the_ends_of_a_snake() -> None:
    lone = gw.read("snake/3/3/200k")
    assert lone.given["number"] == {Spot(1, 5): 1}
    assert gw.solve(lone, limit=100).answers[0].get("number", Spot(1, 5)) == 1
    both = gw.read("snake/3/3/20i311i")
    assert both.given["number"] == {Spot(1, 5): 1, Spot(5, 1): 5}, "the length is the sum of the hints above"
    assert both.keys["max"] == 5
    for puzzle in (lone, both):
        answer = gw.solve(puzzle, limit=1).answers[0]
        for format in ("puzzlink", "pzprv3", "penpa"):
            assert gw.read(gw.write(puzzle, format)) == puzzle
        for format in ("pzprv3", "penpa"):
            assert gw.read_all(gw.write(puzzle, format, answer))[0].answer == answer
    assert fault_of("snake/3/3/20ik\n").code == "variant", "nothing tells the number of the second end"
    assert fault_of("snake/3/3/100k\n").code == "variant", "a white circle is no end"


def test_the_first_of_two_sums_goes_down() -> None:
    clues = layer("kakuro/3/2/l3Akl-12-", "clue")
    assert clues["r2c4"] == (20, 3)
    assert (clues["r1c2"], clues["r1c3"], clues["r2c1"]) == ((None, None), (None, 1), (2, None))


@pytest.mark.parametrize(("address", "layer_name", "told"), [
    ("tapa/4/1/.hac", "clue", {"r1c1": ("?",), "r1c4": (2, "?")}),
    ("tapa/3/1/d2acg", "clue", {"r1c1": (1, "?", 1, "?"), "r1c2": (2, "?")}),
    ("nonogram/3/2/.1ghkh", "clue", {"the top of column 1": ("?",), "the top of column 2": (1,)}),
    ("nonogram/3/1/hg1.", "clue", {"the left of row 1": ("?", 1)}),
    ("coral/3/1/hg1.", "hint", {"the left of row 1": ("?", 1)}),
])  # fmt: skip
def test_numbers_that_are_question_marks(address: str, layer_name: str, told: dict[str, tuple[Any, ...]]) -> None:
    puzzle = gw.read(address)
    assert {name: value for name, value in layer(address, layer_name).items() if value} == told
    for format in ("puzzlink", "pzprv3"):
        assert gw.read(gw.write(puzzle, format)) == puzzle


def test_an_address_too_short_leaves_the_rest_empty() -> None:
    assert layer("nurikabe/3/3/2", "clue") == {"r1c1": 2}
    assert layer("nurikabe/3/3", "clue") == {}


# -- what is refused -------------------------------------------------------------------------------------------------

REFUSED = {
    "slither/f/2/2/21g3": ("variant", "the loop passes all grid points"),
    "slither/q/2/2/21g3": ("variant", "the flag q is not known"),
    "slither/v:/2/2/21g3": ("variant", "variant"),
    "v:anything/slither/2/2/21g3": ("variant", "variant"),
    "mashu/f/2/2/00": ("variant", "the line passes all cells"),
    "fillomino/t/2/2/i": ("variant", "all numbers are 1, 2 or 3"),
    "magnets/a/2/2/zz": ("variant", "Antimagnets"),
    "pentopia/t/5/5/z//p": ("variant", "pieces may cover arrows"),
    "pentopia/5/5/zk//t": ("variant", "the twelve pentominoes"),
    "yajilin/o/2/2/11a": ("variant", "outside the loop"),
    "yajilin/2/2/05a": ("variant", "number without an arrow"),
    "arukone/2/2/12i": ("variant", "the line passes all cells"),
    "lits/d/2/2/aabb": ("variant", "old applet"),
    "snake/3/3/100k": ("variant", "circle"),
    "trainstations/3/3/.o": ("variant", "clue without a number"),
    "aquarium/3/2/68/k": ("variant", "the flag r"),
    "curvedata/3/3/0o/b000/1/1/": ("variant", "given borders"),
    "nosuchgenre/2/2/": ("unknown-genre", "no genre of this name"),
    "slither/0/2/": ("malformed", "no cells"),
    "slither/99999/99999/": ("too-large", "too large"),
    "slither/2/2/2X": ("malformed", "means nothing here"),
    "nurikabe/2/2/-1": ("malformed", "not a number"),
    "starbattle/2/2/": ("too-short", "the number of stars"),
    "sudoku/5/5/": ("bad-size", "no boxes"),
    "https://puzz.link/p?slither": ("no-puzzle", "address of an opened puzzle"),
    "https://puzz.link/p?": ("no-puzzle", "address of an opened puzzle"),
    "https://puzz.link/db/?type=lits": ("no-puzzle", "address of an opened puzzle"),
    "https://puzz.link/rules.html?slither": ("no-puzzle", "address of an opened puzzle"),
}


def test_what_is_expected_within_a_compass_and_before_one() -> None:
    """Between its four numbers no letter can stand for blanks."""
    assert fault_of("compass/2/2/1g\n").expected == "a number or a dot"
    assert fault_of("compass/2/2/+\n").expected == "3 hexadecimal digits behind '+'"
    assert fault_of("compass/2/2/A\n").expected == "a number, a dot, or a letter from g to z for blanks"
    assert (fault_of("compass/2/2/12\n").code, fault_of("compass/2/2/12\n").column) == ("too-short", 15)


@pytest.mark.parametrize("address", REFUSED)
def test_refusals_tell_the_rule_and_the_place(address: str) -> None:
    code, words = REFUSED[address]
    fault = fault_of(address + "\n")
    assert fault.code == code
    assert words in str(fault)
    assert fault.line == 1
    assert fault.column


def test_a_value_outside_the_domain_is_told_at_its_place() -> None:
    fault = fault_of("# two\nnurikabe/2/2/1h-ff\n")
    assert (fault.line, fault.column, fault.code) == (2, 16, "bad-value")


def test_a_name_like_another_is_told() -> None:
    assert "slither" in str(fault_of("https://puzz.link/p?slitter/2/2/i\n"))


def test_sizes_are_checked_before_anything_is_made() -> None:
    for text in ("nurikabe/70001/1/", "hashi/999999999/999999999/z", "pzprv3\nnurikabe\n999999999\n999999999\n"):
        assert fault_of(text).code == "too-large"
        assert_within(0.1, partial(fault_of, text))


BOMBS: dict[str, Callable[[], str]] = {
    "one long address": lambda: "slither/100/100/" + "g" * 5_000_000,
    "many lines of an address": lambda: "slither/100/100/g\n" + ("g1" * 50 + "\n") * 11_000,
    "many slashes": lambda: "pzprv3/nurikabe/10/10/" + "/" * 5_000_000,
    "many items": lambda: "pzprv3/nurikabe/10/10/" + ". " * 2_000_000,
    "many shapes": lambda: "pzprv3/curvedata/10/10/999999999/",
    "nested notes": lambda: "pzprv3\nslither\n99\n99\nx \n" + 'info:{"a":' + "[" * 2_000_000,
    "a long name": lambda: "https://puzz.link/p?" + "a" * 2_000_000,
    "a long host": lambda: "https://" + "a." * 1_000_000 + "/p?slither/1/1/",
}


@pytest.mark.parametrize("bomb", some_by_default(BOMBS, SHARE, "addresses", name=str))
def test_bombs_are_refused_in_time_and_memory(bomb: str) -> None:
    text = BOMBS[bomb]()
    tracemalloc.start()
    try:
        start = time.process_time()
        for format in (None, "puzzlink", "pzprv3"):
            with pytest.raises(gw.FormatError):
                gw.read_all(text.encode(), format)
        assert time.process_time() - start < 10, "three times, and slowed down by tracing"
        assert tracemalloc.get_traced_memory()[1] < 200_000_000 + 4 * len(text)
    finally:
        tracemalloc.stop()


def test_neighbouring_islands_are_warned_of() -> None:
    (reading,) = gw.read_all("hashi/3/3/11m")
    assert "r1c1 and r1c2" in reading.warnings[0]
    assert gw.read_all("hashi/3/3/1g1l")[0].warnings == ()


def test_rooms_of_magnets_that_are_no_plates_are_warned_of() -> None:
    (reading,) = gw.read_all("magnets/3/2/j00")
    assert "the room at r1c1 has 6 cells" in reading.warnings[0]
    assert gw.read_all(gw.write(gw.puzzle("Magnets", size=(2, 3), wall=["AAB", "CCB"]), "puzzlink"))[0].warnings == ()


# -- rules that agree only with, or without, a flag -------------------------------------------------------------------


def test_the_flag_of_aquarium_is_needed_where_it_changes_the_rules() -> None:
    assert fault_of("aquarium/3/2/68/k\n").code == "variant", "the tank is an arch: its legs are joined from above only"
    assert gw.read("aquarium/r/3/2/68/k")
    assert gw.read("aquarium/3/2/o8/k"), "the tank is a basin: its legs are joined from below"


@pytest.mark.parametrize("address", [
    "aquarium/2/2/00/j", "aquarium/r/2/2/00/j", "yajilin/b/2/2/0.+11a", "tentaisho/2/2/2f", "trainstations/f/3/3/o",
])
def test_flags_and_looks_that_change_no_rule_are_kept(address: str) -> None:
    assert gw.write(gw.read(address), "puzzlink").strip() == f"https://puzz.link/p?{address}"


def test_pentominoes_are_listed() -> None:
    genre, board = gw.genre("Pentomino Search"), Rect.of(8, 8)
    for used in ("FILNPTUVWXYZ", "FIL", "ZX", "P"):
        puzzle = gw.Puzzle.of(genre, board, {"count": {Spot(-1, 1): 3}}, {"used": used})
        for format in ("puzzlink", "pzprv3"):
            assert gw.read(gw.write(puzzle, format)) == puzzle
    assert gw.write(puzzle, "puzzlink") == "https://puzz.link/p?battleship/8/8/3uzzzj/1/23fg\n"
    for format in ("puzzlink", "pzprv3"):
        assert "any pentominoes" in refusal(gw.Puzzle.of(genre, board, {}), format)


def test_pieces_may_lie_in_any_way() -> None:
    """A P and an L, turned and mirrored."""
    puzzle = gw.read("battleship/8/8/zzzzz/2/32v0/42v0/")
    assert puzzle.keys["used"] == "PL"
    for bank in ("1/22u", "2/23fg/32v0", "1/z", "2/23fg", "0", "13"):
        assert fault_of(f"battleship/8/8/zzzzz/{bank}\n").code == "variant"
    assert fault_of("pentopia/5/5/zk/1/23fg\n").code == "variant", "of its pieces each may be used"


# -- nothing is lost -------------------------------------------------------------------------------------------------


@cache
def cases() -> list[tuple[str, Reading]]:
    """The puzzles of the cases of all genres that pzprjs has, without the marks that they give in advance."""
    found = []
    for genre in TOLD:
        folder = ROOT / "tests" / "cases" / genre.__module__.rpartition(".")[2]
        for path in sorted(folder.glob("*.spf")):
            found += [(path.name, reading) for reading in gw.read_all(path)]
    return found


def cases_of(genre: type[gw.Genre]) -> list[tuple[str, Reading]]:
    """The puzzles of the cases of a genre, in an order that looks random."""
    found = [one for one in cases() if one[1].puzzle.genre is genre]
    return Random(genre.name).sample(found, len(found))


def without_marks(puzzle: gw.Puzzle) -> gw.Puzzle:
    given = {name: marks for name, marks in puzzle.given.items() if name not in puzzle.genre.answer_layers}
    return gw.Puzzle.of(puzzle.genre, puzzle.board, given, puzzle.keys)


def written(puzzle: gw.Puzzle, format: str, answer: gw.State | None = None) -> str | None:
    try:
        return gw.write(puzzle, format, answer)
    except gw.WriteError:
        return None


SAME_PUZZLE = dict.fromkeys(("Country Road", "Heyawake"), "the number of a room moves to its place")
"""Genres of which the puzzle that is read back may be told otherwise."""


at_most = pytest.mark.parametrize("most", [pytest.param(1, id="one"), thorough(inf, id="all")])
"""How many cases of a genre are told."""


@at_most
@pytest.mark.parametrize("genre", TOLD, ids=lambda genre: genre.name)
@pytest.mark.parametrize("format", ["puzzlink", "pzprv3"])
def test_cases_are_written_and_read_again(genre: type[gw.Genre], format: str, most: float) -> None:
    n = 0
    for name, reading in cases_of(genre):
        if n >= most:
            break
        for puzzle in (reading.puzzle, without_marks(reading.puzzle)):
            text = written(puzzle, format)
            if text is not None:
                n += 1
                again = gw.read_all(text)[0]
                assert again.format == format
                assert again.answer is None
                assert genre.name in SAME_PUZZLE or again.puzzle == puzzle, name
                assert gw.write(again.puzzle, format) == text
    assert n or genre.name == "Pentomino Search", "at least one case can be told"


@at_most
@pytest.mark.parametrize("genre", TOLD, ids=lambda genre: genre.name)
def test_answers_are_written_and_read_again(genre: type[gw.Genre], most: float) -> None:
    n = 0
    for name, reading in cases_of(genre):
        puzzle = without_marks(reading.puzzle)
        if n >= most:
            break
        if not isinstance(puzzle.board, Rect) or len(puzzle.board.cells) > 80:
            continue
        answer = next(iter(gw.solve(puzzle, timeout=2, limit=1).answers), None)
        text = None if answer is None else written(puzzle, "pzprv3", answer)
        if answer is not None and text is not None:
            again = gw.read_all(text)[0]
            assert again.answer is not None
            assert gw.check(again.puzzle, again.answer, finished=True) == [], name
            if genre.name not in ("Snake", *SAME_PUZZLE):
                assert again.answer.marks == answer.marks, name
            n += 1
    assert n or genre.name == "Pentomino Search"


@pytest.mark.parametrize("format", ["puzzlink", "pzprv3"])
def test_poles_on_single_cells_of_magnets_are_not_dropped(format: str) -> None:
    """There a single cell is a missing one, where no pole stands."""
    walls = {"r1c1-r1c2": True, "r1c1-r2c1": True}
    single = gw.puzzle("Magnets", size=(2, 2), wall=walls)
    assert gw.read(gw.write(single, format)) == single
    puzzle = gw.puzzle("Magnets", size=(2, 2), wall=walls, pole={"r1c1": "#"})
    with pytest.raises(gw.WriteError, match=r"the (layer 'pole'|pole '#' at r1c1)"):
        gw.write(puzzle, format)
    found = write_lossy(puzzle, format)
    assert gw.read(found.text) == single
    assert found.left_out == ("the layer 'pole' (1 mark)",)
    with pytest.raises(gw.WriteError, match="no missing cells in Magnets, such as r1c1"):
        gw.write(gw.puzzle("Magnets", size=(2, 2), holes="r1c1"), format)


@pytest.mark.parametrize("format", ["puzzlink", "pzprv3"])
@pytest.mark.parametrize(("puzzle", "words"), [
    (gw.puzzle("Kakuro", size=1), "no cells"), (gw.puzzle("Starbattle", size=1), "expected the number 1, found 2"),
    (gw.puzzle("Sudoku", size=(1, 2), wall={"r1c1-r1c2": True}), "no boxes|square boards"),
])  # fmt: skip
def test_what_could_not_be_read_again_is_refused(puzzle: gw.Puzzle, words: str, format: str) -> None:
    with pytest.raises(gw.WriteError, match=words):
        gw.write(puzzle, format)


def test_a_slash_may_stand_behind_the_last_clue() -> None:
    """Browsers need it behind a dot, which may be a clue."""
    puzzle = gw.puzzle("Japanese Sums", size=1, max=1, hint={"left": [["?"]]})
    text = gw.write(puzzle, "puzzlink")
    assert text == "https://puzz.link/p?japanesesums/1/1/1/g./\n"
    assert gw.read(text) == puzzle


NOT_TOLD = {
    "nurikabe/given_marks.spf": "given marks, such as sea at r1c3",
    "picross/unknown_lines.spf": "no clue at the left of row 2",
    "sudoku/irregular.spf": "the wall at r1c4-r1c5",
    "sudoku/symbols.spf": "symbols = 'ABCD'",
    "minesweeper/total.spf": "mines = 7",
    "masyu/holes.spf": "the layer 'hole'",
    "fences/graph.spf": "rectangular boards only",
    "yajilin/total.spf": "number without an arrow",
    "starbattle/holes.spf": "the layer 'hole'",
}


@pytest.mark.parametrize("path", NOT_TOLD)
@pytest.mark.parametrize("format", ["puzzlink", "pzprv3"])
def test_what_cannot_be_told_is_named(path: str, format: str) -> None:
    assert NOT_TOLD[path] in refusal(gw.read(ROOT / "tests" / "cases" / path), format)


@pytest.mark.parametrize("format", ["puzzlink", "pzprv3"])
def test_a_sudoku_without_boxes_is_not_written(format: str) -> None:
    rows = {Spot(y, x): True for y in (2, 4, 6, 8) for x in (1, 3, 5, 7, 9)}
    puzzle = gw.Puzzle.of(gw.genre("sudoku"), Rect.of(5, 5), {"wall": rows})
    assert "a Sudoku of 5 rows and 5 columns has no boxes in this format" in refusal(puzzle, format)


@pytest.mark.parametrize("format", ["puzzlink", "pzprv3"])
def test_a_layer_without_a_place_is_named_before_anything_else(format: str) -> None:
    given: dict[str, dict[Spot, Any]] = {"label": {Spot(1, 1): 100, Spot(3, 1): 100}, "block": {Spot(1, 3): True}}
    puzzle = gw.Puzzle.of(gw.genre("arukone"), Rect.of(2, 2), given)
    assert "no place for the layer 'block'" in refusal(puzzle, format)


def test_answers_have_no_place_in_addresses() -> None:
    puzzle = gw.read("nurikabe/2/2/1i")
    assert "no place for an answer" in refusal(puzzle, "puzzlink", gw.solve(puzzle).answers[0])


def test_two_numbers_in_a_room() -> None:
    puzzle = gw.Puzzle.of(gw.genre("heyawake"), Rect.of(2, 2), {"number": {Spot(1, 1): 1, Spot(3, 3): 1}})
    assert "numbers at r1c1 and r2c2" in refusal(puzzle, "puzzlink")


# -- files -----------------------------------------------------------------------------------------------------------

NURIKABE = "pzprv3\nnurikabe\n2\n3\n. 2 # \n# # # \n"


def test_answers_in_files_are_checked() -> None:
    (reading,) = gw.read_all(NURIKABE)
    assert reading.answer is not None
    assert [fault.rule for fault in gw.check(reading.puzzle, reading.answer, finished=True)] == []
    (wrong,) = gw.read_all(NURIKABE.replace(". 2", "# 2"))
    assert wrong.answer is not None
    assert "island_size" in {fault.rule for fault in gw.check(wrong.puzzle, wrong.answer, finished=True)}
    (empty,) = gw.read_all(NURIKABE.replace("#", "."))
    assert empty.answer is None, "nothing is drawn"


def test_line_ends_and_ends_of_files() -> None:
    first = gw.read_all(NURIKABE)[0]
    for text in (NURIKABE.replace("\n", "\r\n"), NURIKABE.replace("\n", "/"), NURIKABE.replace("\n", "\t\n"),
                 NURIKABE + 'history:{"type":"pzpr","current":0}\n', "\n".join([NURIKABE, NURIKABE])):
        for reading in gw.read_all(text):
            assert (reading.puzzle, reading.answer) == (first.puzzle, first.answer)
    assert len(gw.read_all("\n".join([NURIKABE, NURIKABE]))) == 2
    assert gw.read_all("pzprv3/nurikabe/2/3/")[0].puzzle.given == {}, "a body that ends early is an empty board"


def test_what_is_told_about_a_puzzle() -> None:
    text = NURIKABE + 'info:{\n "metadata": {\n  "author": "A/B",\n  "comment": "one\\ntwo"\n }\n}\n'
    (reading,) = gw.read_all(text)
    assert reading.puzzle.about == gw.About(author="A/B", description=("one", "two"))
    assert gw.write(reading.puzzle, "pzprv3", reading.answer) == text
    assert gw.read_all(NURIKABE + "info:{" + "[" * 100_000)[0].puzzle.about == gw.About()


def test_fillomino_is_answered_by_borders_alone() -> None:
    text = "pzprv3\nfillomino\n1\n3\n. 2 . \n. . . \n1 0 \n"
    (reading,) = gw.read_all(text)
    assert reading.answer is not None
    assert reading.answer.marks["number"] == {Spot(1, 1): 1, Spot(1, 3): 2, Spot(1, 5): 2}


REFUSED_FILES = {
    "pzprv3\nslither\n2\n2\nf\n. . \n": ("variant", 5),
    "v:more\n" + NURIKABE: ("variant", 1),
    "pzprv3.7\nslither\n2\n2\n": ("malformed", 1),
    "pzprv3\nnosuchgenre\n2\n2\n": ("unknown-genre", 2),
    "pzprv3\nnurikabe\ntwo\n2\n": ("malformed", 3),
    "pzprv3\nnurikabe\n2\n2\n. x \n": ("malformed", 5),
    "pzprv3\nnurikabe\n2\n2\n. . . \n": ("too-long", 5),
    "pzprv3\nnurikabe\n2\n2\n. . \n. . \n. . \n": ("too-long", 7),
    "pzprv3\nnurikabe\n2\n2\n. 9 \n": ("bad-value", 5),
    "pzprv3\narukone\n2\n2\npassallcell\nA A \n": ("variant", 5),
    "pzprv3\n": ("too-short", 2),
}


@pytest.mark.parametrize("text", REFUSED_FILES)
def test_refusals_of_files_tell_the_line(text: str) -> None:
    fault = fault_of(text)
    assert (fault.code, fault.line) == REFUSED_FILES[text]


# -- whatever comes --------------------------------------------------------------------------------------------------

BODY = st.text("0123456789abcdefghijklmnopqrstuvwxyzABZ-+=@%*$._/", max_size=60)


@settings(max_examples=examples(400), deadline=None, derandomize=True, database=None,
          suppress_health_check=list(HealthCheck))
@given(st.sampled_from(NAMES), st.sampled_from(["", "", "", "d/", "f/", "r/", "e/"]),
       st.integers(1, 12), st.integers(1, 12), st.sampled_from(["", "2/", "5/"]), BODY)
def test_made_up_addresses(name: str, flags: str, cols: int, rows: int, key: str, body: str) -> None:
    address = f"https://puzz.link/p?{name}/{flags}{cols}/{rows}/{key}{body}"

    def there_and_back() -> None:
        for reading in readings(address):
            text = written(reading.puzzle, "puzzlink")
            if text is not None and reading.puzzle.genre.name not in SAME_PUZZLE:
                assert gw.read(text) == reading.puzzle

    assert_within(1, there_and_back)


def readings(text: str) -> Iterator[Reading]:
    try:
        yield from gw.read_all(text)
    except gw.FormatError as fault:
        assert fault.line == 1
        assert 0 < fault.column <= len(text) + 1


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_that_stand_for_names_are_within_their_range(first: int) -> None:
    codec = Named(("a", "b", "c"), first)

    def named(n: int) -> object:
        return codec.parse(Cursor(Line(f"{n}", 1), 0))

    assert [named(n) for n in range(first, first + 3)] == ["a", "b", "c"]
    for n in {max(first - 1, 0), first + 3} - {first}:
        with pytest.raises(gw.FormatError, match=f"expected a number from {first} to {first + 2}"):
            named(n)
