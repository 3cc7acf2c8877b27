"""Files with a puzzle on each line: links of several sites, ids and sudokus, with comments and lines that are none."""

import pytest

import gridwright as gw

NURIKABE = "https://puzz.link/p?nurikabe/4/4/2p31i"
FENCES = "https://puzz.link/p?slither/5/5/d2d7c1c"
DIGITS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HASHI = "bridges 7x7m2:a2b6a42b1j4c5a5j2b42c1b"
SUDOKU = gw.write(gw.read(DIGITS), "fpuzzles").strip()
TAGGED = gw.write(gw.read(NURIKABE), "penpa").strip()
KUDAMONO = "https://pedros.works/paper-puzzle-player?W=3x3&G=nurikabe&L=(2)0"


def names(text: str, faults: list[gw.FormatError] | None = None) -> list[str]:
    return [reading.puzzle.genre.name for reading in gw.read_all(text, faults=faults)]


def test_each_line_of_a_list_has_its_own_format() -> None:
    lines = {NURIKABE: "Nurikabe", SUDOKU: "Sudoku", DIGITS: "Sudoku", HASHI: "Hashi", TAGGED: "Nurikabe",
             KUDAMONO: "Nurikabe"}  # fmt: skip
    told = list(lines)
    for turned in range(len(told)):
        order = told[turned:] + told[:turned]
        assert names("# Sunday\n\n" + "\n".join(order) + "\n") == [lines[line] for line in order]


def test_each_line_that_cannot_be_read_is_reported_with_its_reason() -> None:
    text = (f"{NURIKABE}\n# comment\nhttps://tinyurl.com/abcd\nhttps://sudokupad.app/abc123\n{DIGITS}\njunk\n"
            f"https://puzz.link/p?slither/2/2/2X\n{DIGITS[:-1]}\n{SUDOKU}")  # fmt: skip
    faults: list[gw.FormatError] = []
    assert names(text, faults) == ["Nurikabe", "Sudoku", "Sudoku"]
    assert [fault.line for fault in faults] == [3, 4, 6, 7, 8]
    reasons = ("this address holds no puzzle", "only the site knows", "this line is not a puzzle", "", "80 characters")
    assert all(reason in str(fault) for reason, fault in zip(reasons, faults, strict=True))
    with pytest.raises(gw.FormatError) as error:
        gw.read_all(text)
    assert error.value == faults[0]


def test_if_no_line_can_be_read_each_is_reported() -> None:
    faults: list[gw.FormatError] = []
    with pytest.raises(gw.FormatError) as error:
        names("\n".join([KUDAMONO.replace("nurikabe", "unheard")] * 3), faults)
    assert [error.value.line, *(fault.line for fault in faults)] == [1, 2, 3]


def test_comments_stand_behind_links_of_every_site() -> None:
    assert names(f"{SUDOKU}   # nice\n{TAGGED} very nice\n{HASHI} hard\n{NURIKABE} see https://example.com/a") == [
        "Sudoku", "Nurikabe", "Hashi", "Nurikabe"]  # fmt: skip
    assert names(f"{SUDOKU} nice") == ["Sudoku"]


def test_an_address_that_was_broken_is_joined_in_a_list() -> None:
    whole = gw.write(gw.puzzle("Nurikabe", [[5] * 6] * 6), "puzzlink").strip()
    text = f"{whole[:50]}\n{whole[50:]}\n{SUDOKU}"
    assert gw.read_all(text)[0].puzzle == gw.read(whole)
    assert names(text) == ["Nurikabe", "Sudoku"]


def test_prose_around_links_is_a_comment() -> None:
    text = f"My links\n\nThe first one:\n{NURIKABE}\nThis is much harder.\n{SUDOKU}\nThat is all.\nBye."
    assert names(text) == ["Nurikabe", "Sudoku"]
    with pytest.raises(gw.FormatError, match="not recognised"):
        gw.read_all(f"See this page:\nhttps://example.com/a\nor play\n{SUDOKU}\nif you like it\nor not")
