"""What a genre declares about formats that keep a table of genres: which of its layers play which role there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...language.layers import Key, Layer
from ..dialect import Dialect


class Told(Dialect):
    """A genre of such a table, and the layers and keys of our genre by the roles that they play in it."""

    def __init__(self, *names: str, roles: dict[str, Layer | Key[Any]]) -> None:
        super().__init__(*names)
        self.roles = roles

    def role_of(self, name: str) -> str:
        """The role that a layer or a key of that name plays; "" if it plays none."""
        return next((role for role, one in self.roles.items() if one.name == name), "")


class PuzzLink(Told):
    """A genre in addresses; the first of its names is written."""

    format = "puzzlink"


class Pzprv3(Told):
    """A genre in the files that belong to addresses."""

    format = "pzprv3"


class Penpa(Told):
    """A genre in drawings of Penpa+; the first name leads to its row, the others are tags of links."""

    format = "penpa"


class PuzzleKit(Told):
    """A genre in puzzlekit's texts; the first of its names is written."""

    format = "puzzlekit"


class PuzzleKitJson(PuzzleKit):
    """The same in its JSON files."""

    format = "puzzlekit-json"


class Janko(Told):
    """A genre on the pages of janko.at."""

    format = "janko"


class Kudamono(Told):
    """A genre in links of Kudamono."""

    format = "kudamono"


_KUDAMONO: Final[Mapping[str, str]] = {
    "cave": "cave", "fences": "slitherlink", "fillomino": "fillomino", "heyawake": "heyawake", "hitori": "hitori",
    "kuromasu": "kuromasu kurodoko", "lits": "lits", "numberlink": "numberlink arukone", "nurikabe": "nurikabe",
    "shikaku": "shikaku", "starbattle": "star-battle starbattle", "sudoku": "sudoku",
}  # fmt: skip
"""The names of some rows in links of Kudamono."""
_NO_PZPR: Final = ""
_NAMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "akari": ("akari lightup", "akari lightup", "Akari"),
    "aquarium": ("aquarium", "aquarium", ""),
    "arukone": ("arukone", "", ""),
    "basic": (_NO_PZPR, "basic kenken calcudoku tomtom", "KenKen"),
    "cave": ("cave bag", "cave corral bag", "Cave Corral"),
    "compass": ("compass", "compass", ""),
    "coral": ("coral", "coral", ""),
    "curvedata": ("curvedata", "curvedata", ""),
    "dominosa": (_NO_PZPR, "dominosa dominohunt", "Dominos Domino Dominosa"),
    "doubleblock": ("doppelblock", "doubleblock doppelblock", "DoppelBlock"),
    "easyasabc": ("easyasabc", "easyasabc easyas abcendview", "ABCEndView Buchstabensalat"),
    "fences": ("slither slitherlink", "fences slither slitherlink", "Slitherlink"),
    "fillomino": ("fillomino", "fillomino", "Fillomino"),
    "galaxies": ("tentaisho", "galaxies tentaisho spiralgalaxies tentai", "Galaxies SpiralGalaxies"),
    "hashi": ("hashi hashikake bridges", "hashi hashiwokakero bridges", "Hashi"),
    "heyawake": ("heyawake heyawacky", "heyawake", "Heyawake"),
    "hitori": ("hitori", "hitori", "Hitori"),
    "japanesesums": ("japanesesums", "japanesesums", ""),
    "kakuro": ("kakuro", "kakuro crosssums", "Kakuro"),
    "killer": (_NO_PZPR, "killer killersudoku", "KillerSudoku Killer"),
    "kropki": ("kropki", "kropki", ""),
    "kuromasu": ("kurodoko", "kuromasu kurodoko", "Kuromasu Kurodoko"),
    "lits": ("lits", "lits", "LITS"),
    "magnets": ("magnets", "magnets", "Magnetic Magnets Magnete"),
    "masyu": ("mashu masyu pearl", "masyu mashu pearl", "Masyu"),
    "minesweeper": ("mines", "minesweeper mines", "Minesweeper"),
    "numberlink": ("numlin", "arukone numberlink numlin", "NumberLink Arukone"),
    "nurikabe": ("nurikabe", "nurikabe", "Nurikabe"),
    "parks": (_NO_PZPR, "", "SkyscraperParks"),
    "pentominoes": ("battleship", "", ""),
    "pentopia": ("pentopia", "pentopia", ""),
    "picross": ("nonogram", "picross nonogram", "Nonogram"),
    "pills": (_NO_PZPR, "", "Pills"),
    "shikaku": ("shikaku", "shikaku", "Shikaku"),
    "skyscrapers": ("skyscrapers skyscraper building", "skyscrapers", "Skyscraper Skyscrapers Hochhaus"),
    "slalom": ("gokigen", "slalom gokigen slant", "GokigenNaname Gokigen Slalom"),
    "snake": ("snake", "snake", "Snake"),
    "starbattle": ("starbattle", "starbattle", "Starbattle"),
    "starrysky": (_NO_PZPR, "", "Sternenhimmel"),
    "stations": ("trainstations", "", ""),
    "subway": ("ubahn", "", ""),
    "sudoku": ("sudoku", "sudoku classicsudoku", "Sudoku JigsawSudoku Jigsaw ChaosSudoku"),
    "tapa": ("tapa", "tapa", ""),
    "tents": ("tents", "tents tent", "Tent Tents Zeltlager"),
    "thermometers": (_NO_PZPR, "thermometers thermometer", "Thermometer Thermometers"),
    "yagit": ("shwolf", "yagit shwolf", ""),
    "yajilin": ("yajilin yajirin", "yajilin", "Yajilin"),
}
"""For each row the names in pzprjs, in Penpa+, and in puzzlekit, which has those of janko.at; "" where it lacks it."""


def tabled(name: str, **roles: Layer | Key[Any]) -> tuple[Dialect, ...]:
    """A genre's dialects in all formats whose tables have it: ``tabled("fences", clue=number, line=loop)``.

    ``name`` leads to a row of the table of names. The tables of the formats tell what roles there are; a role that a
    format does not have is of no use there.
    """
    pzpr, penpa, puzzlekit = (names.split() for names in _NAMES[name])
    kinds = ((PuzzLink, pzpr), (Pzprv3, pzpr), (Penpa, penpa), (PuzzleKit, puzzlekit),
             (PuzzleKitJson, puzzlekit), (Janko, puzzlekit), (Kudamono, _KUDAMONO.get(name, "").split()))  # fmt: skip
    return tuple(kind(*names, roles=roles) for kind, names in kinds if names)
