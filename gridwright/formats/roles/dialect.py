"""The dialect for formats with a table of genres: which layer of the genre has which role there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ...language.layers import Key, Layer
from ..dialect import Dialect


class Told(Dialect):
    """A genre of such a table, and the layers and keys of our genre by the roles that they play in it."""

    def __init__(self, format: str, *names: str, roles: dict[str, Layer | Key[Any]]) -> None:
        super().__init__(*names)
        self.format, self.roles = format, roles

    def role_of(self, name: str) -> str:
        """The role that a layer or a key of that name plays; "" if it plays none."""
        return next((role for role, one in self.roles.items() if one.name == name), "")


class _Names(NamedTuple):
    """What a genre is called elsewhere, the name that is written first; "" where it does not exist."""

    pzpr: str = ""
    """In pzprjs: addresses and files."""
    penpa: str = ""
    """In Penpa+: the first leads to its row there, the others are tags of links."""
    kit: str = ""
    """In puzzlekit, and on the pages of janko.at, whose names it took over."""
    kudamono: str = ""


_NAMES: Final[Mapping[str, _Names]] = {
    "akari": _Names(pzpr="akari lightup", penpa="akari lightup", kit="Akari"),
    "aquarium": _Names(pzpr="aquarium", penpa="aquarium"),
    "arukone": _Names(pzpr="arukone"),
    "basic": _Names(penpa="basic kenken calcudoku tomtom", kit="KenKen"),
    "cave": _Names(pzpr="cave bag", penpa="cave corral bag", kit="Cave Corral", kudamono="cave"),
    "compass": _Names(pzpr="compass", penpa="compass"),
    "coral": _Names(pzpr="coral", penpa="coral"),
    "curvedata": _Names(pzpr="curvedata", penpa="curvedata"),
    "dominosa": _Names(penpa="dominosa dominohunt", kit="Dominos Domino Dominosa"),
    "doubleblock": _Names(pzpr="doppelblock", penpa="doubleblock doppelblock", kit="DoppelBlock"),
    "easyasabc": _Names(pzpr="easyasabc", penpa="easyasabc easyas abcendview", kit="ABCEndView Buchstabensalat"),
    "fences": _Names(
        pzpr="slither slitherlink", penpa="fences slither slitherlink", kit="Slitherlink", kudamono="slitherlink",
    ),
    "fillomino": _Names(pzpr="fillomino", penpa="fillomino", kit="Fillomino", kudamono="fillomino"),
    "galaxies": _Names(
        pzpr="tentaisho", penpa="galaxies tentaisho spiralgalaxies tentai", kit="Galaxies SpiralGalaxies",
    ),
    "hashi": _Names(pzpr="hashi hashikake bridges", penpa="hashi hashiwokakero bridges", kit="Hashi"),
    "heyawake": _Names(pzpr="heyawake heyawacky", penpa="heyawake", kit="Heyawake", kudamono="heyawake"),
    "hitori": _Names(pzpr="hitori", penpa="hitori", kit="Hitori", kudamono="hitori"),
    "japanesesums": _Names(pzpr="japanesesums", penpa="japanesesums"),
    "kakuro": _Names(pzpr="kakuro", penpa="kakuro crosssums", kit="Kakuro"),
    "killer": _Names(penpa="killer killersudoku", kit="KillerSudoku Killer"),
    "kropki": _Names(pzpr="kropki", penpa="kropki"),
    "kuromasu": _Names(
        pzpr="kurodoko", penpa="kuromasu kurodoko", kit="Kuromasu Kurodoko", kudamono="kuromasu kurodoko",
    ),
    "lits": _Names(pzpr="lits", penpa="lits", kit="LITS", kudamono="lits"),
    "magnets": _Names(pzpr="magnets", penpa="magnets", kit="Magnetic Magnets Magnete"),
    "masyu": _Names(pzpr="mashu masyu pearl", penpa="masyu mashu pearl", kit="Masyu"),
    "minesweeper": _Names(pzpr="mines", penpa="minesweeper mines", kit="Minesweeper"),
    "numberlink": _Names(
        pzpr="numlin", penpa="arukone numberlink numlin", kit="NumberLink Arukone", kudamono="numberlink arukone",
    ),
    "nurikabe": _Names(pzpr="nurikabe", penpa="nurikabe", kit="Nurikabe", kudamono="nurikabe"),
    "parks": _Names(kit="SkyscraperParks"),
    "pentominoes": _Names(pzpr="battleship"),
    "pentopia": _Names(pzpr="pentopia", penpa="pentopia"),
    "picross": _Names(pzpr="nonogram", penpa="picross nonogram", kit="Nonogram"),
    "pills": _Names(kit="Pills"),
    "shikaku": _Names(pzpr="shikaku", penpa="shikaku", kit="Shikaku", kudamono="shikaku"),
    "skyscrapers": _Names(
        pzpr="skyscrapers skyscraper building", penpa="skyscrapers", kit="Skyscraper Skyscrapers Hochhaus",
    ),
    "slalom": _Names(pzpr="gokigen", penpa="slalom gokigen slant", kit="GokigenNaname Gokigen Slalom"),
    "snake": _Names(pzpr="snake", penpa="snake", kit="Snake"),
    "starbattle": _Names(pzpr="starbattle", penpa="starbattle", kit="Starbattle", kudamono="star-battle starbattle"),
    "starrysky": _Names(kit="Sternenhimmel"),
    "stations": _Names(pzpr="trainstations"),
    "subway": _Names(pzpr="ubahn"),
    "sudoku": _Names(
        pzpr="sudoku", penpa="sudoku classicsudoku", kit="Sudoku JigsawSudoku Jigsaw ChaosSudoku", kudamono="sudoku",
    ),
    "tapa": _Names(pzpr="tapa", penpa="tapa"),
    "tents": _Names(pzpr="tents", penpa="tents tent", kit="Tent Tents Zeltlager"),
    "thermometers": _Names(penpa="thermometers thermometer", kit="Thermometer Thermometers"),
    "yagit": _Names(pzpr="shwolf", penpa="yagit shwolf"),
    "yajilin": _Names(pzpr="yajilin yajirin", penpa="yajilin", kit="Yajilin"),
}


def tabled(name: str, **roles: Layer | Key[Any]) -> tuple[Dialect, ...]:
    """A genre's dialects in all formats whose tables have it: ``tabled("fences", clue=number, line=loop)``.

    ``name`` leads to a row of the table of names. The tables of the formats tell what roles there are; a role that a
    format does not have is of no use there.
    """
    known = _NAMES[name]
    formats = {
        "puzzlink": known.pzpr, "pzprv3": known.pzpr, "penpa": known.penpa, "puzzlekit": known.kit,
        "puzzlekit-json": known.kit, "janko": known.kit, "kudamono": known.kudamono,
    }  # fmt: skip
    return tuple(Told(format, *names.split(), roles=roles) for format, names in formats.items() if names)
