"""Texts with game ids and save files of the collection."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from ...language.genre import Genre
from ...language.puzzle import Puzzle, PuzzleError, State
from ..dialect import Reading, Shelf
from ..errors import FormatError, WriteError, shown
from ..several import each
from ..sources import check_lines
from .dialect import SOLO_WITH_CAGES, Sgt, answer_of
from .text import Cursor

GAMES = (
    "blackbox", "bridges", "cube", "dominosa", "fifteen", "filling", "flip", "flood", "galaxies", "guess", "inertia",
    "keen", "lightup", "loopy", "magnets", "map", "mines", "mosaic", "net", "netslide", "palisade", "pattern", "pearl",
    "pegs", "range", "rect", "samegame", "signpost", "singles", "sixteen", "slant", "solo", "tents", "towers", "tracks",
    "twiddle", "undead", "unequal", "unruly", "untangle",
)  # fmt: skip
"""All games of the collection, so that those that are no genre of ours are refused by name."""
_TITLES = {"lightup": "Light Up", "rect": "Rectangles"}
_SIGN = "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection"
_ID = re.compile(
    rf"(?:https?://\S{{0,300}}?/)?(?P<game>{'|'.join(GAMES)})(?:\.html?#|[ \t:#]+)(?P<id>\S+)", re.IGNORECASE
)
_BARE = re.compile(r"[0-9]{1,6}\S{0,60}?:\S+")
_FIELD = re.compile(r"([A-Z]{1,8}) {0,7}:([0-9]{1,8}):")


def is_id(text: str) -> bool:
    """Whether a text of one line is an id with its game, and not the name of a file."""
    found = _ID.fullmatch(text.strip())
    return found is not None and found["id"][:1].isdigit() and (":" in found["id"] or "#" in found["id"])


@dataclass(frozen=True)
class _Game:
    """An id with its place in the file, and the solution that stands with it."""

    name: str
    parameters: str
    description: str
    line: int = 1
    column: int = 1
    seed: str = ""
    solution: str = ""
    warnings: tuple[str, ...] = ()


class SgtFormat:
    """Ids such as ``bridges 7x7m2:a2b6...``, one on each line, or a save file."""

    name = "sgt"
    about = "Simon Tatham's puzzles: game ids and save files"

    def sniff(self, text: str) -> bool:
        """Whether a text looks like this format."""
        if text.startswith(_SIGN):
            return True
        for line in text[:100_000].splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                return is_id(line)
        return False

    def read_all(self, text: str, shelf: Shelf, options: Mapping[str, Any]) -> list[Reading]:
        """All puzzles of a text. Raises FormatError.

        ``options["genre"]`` tells the game of ids that do not, as a genre's name or a game's.
        """
        check_lines(text)
        if text.startswith("SAVEFILE"):
            return [_reading(_saved(text), shelf)]
        games = list(_games(text, str(options.get("genre") or ""), shelf))
        if not games:
            raise FormatError("the text holds no id", expected="a game and an id such as 'bridges 7x7m2:...'")
        return each(games, lambda game: _reading(game, shelf))

    def write(self, puzzle: Puzzle, dialect: Sgt, answer: State | None) -> str:
        """The game and the id of a puzzle. Raises WriteError for what an id cannot tell."""
        if answer is not None:
            raise WriteError("ids have no place for answers")
        return f"{dialect.game} {dialect.id_of(puzzle)}\n"


def _games(text: str, genre: str, shelf: Shelf) -> Iterator[_Game]:
    """The ids of a text, one on each line; lines with a number sign are comments."""
    for number, line in enumerate(text.splitlines(), 1):
        told = line.strip()
        if not told or told.startswith("#"):
            continue
        column = len(line) - len(line.lstrip()) + 1
        found = _ID.fullmatch(told)
        if found is not None:
            yield _split(found["game"].lower(), found["id"], number, column + found.start("id"))
        elif _BARE.fullmatch(told) and genre:
            yield _split(_game_of(genre, shelf), told, number, column)
        elif _BARE.fullmatch(told):
            expected = f"the game before the id: one of {', '.join(GAMES)}"
            raise FormatError("an id does not say which game it is of", number, column, expected, shown(told))
        else:
            expected = "a game and an id such as 'bridges 7x7m2:...'"
            raise FormatError("this is no id of a game", number, column, expected, shown(told))


def _game_of(genre: str, shelf: Shelf) -> str:
    """The game of a genre. Raises FormatError."""
    if genre.lower() in GAMES:
        return genre.lower()
    try:
        kind = shelf.genre(genre)
    except LookupError as unknown:
        raise FormatError(str(unknown), code="unknown-genre") from None
    for dialect in kind.dialects:
        if isinstance(dialect, Sgt):
            return dialect.game
    raise FormatError(f"{kind.name} is no game of this collection", code="unknown-genre")


def _split(game: str, told: str, line: int, column: int) -> _Game:
    if "%" in told:
        told = unquote(told)
    parameters, colon, description = told.partition(":")
    if not colon:
        parameters, sharp, seed = told.partition("#")
        if not sharp:
            raise FormatError("the id lacks its description", line, column, "9x9:...", shown(told))
        return _Game(game, parameters, "", line, column, seed=seed or "?")
    return _Game(game, parameters, description, line, column)


# -- save files -------------------------------------------------------------------------------------------------------


def _saved(text: str) -> _Game:
    """The game of a save file, with the solution that it shows. Raises FormatError."""
    fields: dict[str, tuple[str, int, int]] = {}
    moves: list[tuple[str, str]] = []
    at, line = 0, 1
    while at < len(text):
        if text[at] in "\r\n":
            line += text[at] == "\n"
            at += 1
            continue
        found = _FIELD.match(text, at)
        length = int(found[2]) if found else 0
        if found is None or found.end() + length > len(text):
            expected = "a name of 8 characters, ':', a length, ':' and so many characters"
            raise FormatError("this is no line of a save file", line, 1, expected, shown(text[at : at + 24]))
        value = text[found.end() : found.end() + length]
        if found[1] in ("MOVE", "SOLVE", "RESTART"):
            moves.append((found[1], value))
        else:
            fields[found[1]] = value, line, found.end() - at + 1
        line += value.count("\n")
        at = found.end() + length
    for needed in ("GAME", "DESC"):
        if needed not in fields:
            raise FormatError(f"the save file has no line {needed}", expected=needed, code="cut-short")
    name = fields["GAME"][0]
    known = {_TITLES.get(game, game).lower().replace(" ", ""): game for game in GAMES}
    game = known.get(name.lower().replace(" ", ""))
    if game is None:
        raise FormatError("an unknown game", fields["GAME"][1], fields["GAME"][2], found=shown(name))
    parameters = fields.get("CPARAMS") or fields.get("PARAMS") or ("", 1, 1)
    description, row, column = fields["DESC"]
    return _Game(game, parameters[0], description, row, column - len(parameters[0]) - 1, "", *_shown(fields, moves))


def _shown(
    fields: Mapping[str, tuple[str, int, int]], moves: list[tuple[str, str]]
) -> tuple[str, tuple[str, ...]]:
    """The solution that a save file shows, and a warning where it shows moves of a player."""
    position = fields.get("STATEPOS", ("", 0, 0))[0]
    made = moves[: int(position) - 1] if position.isascii() and position.isdigit() and len(position) < 9 else moves
    if not made:
        return "", ()
    kind, text = made[-1]
    if kind == "SOLVE":
        return text, ()
    return "", ("the moves in the save file are left out",)


# -- puzzles ----------------------------------------------------------------------------------------------------------


def _reading(game: _Game, shelf: Shelf) -> Reading:
    """The puzzle of an id. Raises FormatError."""
    killer = game.name == "solo" and re.match(r"[0-9]*(?:x[0-9]+)?[jx]*k", game.parameters)
    known = next(iter(shelf.dialects(SgtFormat.name, SOLO_WITH_CAGES if killer else game.name)), None)
    if known is None:
        title = _TITLES.get(game.name, game.name.capitalize())
        what = f"{title} is no genre that Gridwright knows"
        raise FormatError(what, game.line, game.column, code="unknown-genre")
    if game.seed:
        what = "this is a seed of the program's random generator, which tells the puzzle to the program only"
        raise FormatError(what, game.line, game.column, "the id that the program calls specific", code="seed")
    parameters = Cursor(game.parameters, game.line, game.column)
    try:
        return _read(*known, game, parameters)
    except PuzzleError as fault:
        raise FormatError(str(fault), game.line, game.column, code="bad-value") from None
    except FormatError as fault:
        fault.line = fault.line or game.line
        raise


def _read(genre: type[Genre], dialect: Sgt, game: _Game, parameters: Cursor) -> Reading:
    board, flags = dialect.sized(parameters)
    column = game.column + len(game.parameters) + 1
    told = dialect.read(Cursor(game.description, game.line, column), board, flags)
    puzzle = Puzzle.of(genre, board, told.given, told.keys)
    warnings = (*told.warnings, *game.warnings)
    if told.answer is not None:
        return Reading(puzzle, answer_of(puzzle, told.answer), warnings, SgtFormat.name)
    answer, more = _answer(puzzle, dialect, game.solution)
    return Reading(puzzle, answer, (*warnings, *more), SgtFormat.name)


def _answer(puzzle: Puzzle, dialect: Sgt, text: str) -> tuple[State | None, tuple[str, ...]]:
    """The answer that a solution tells, and a warning where it cannot be read."""
    if not text:
        return None, ()
    try:
        marks = dialect.solution(puzzle.genre.as_told(puzzle), text[1:].lstrip(";"))
    except ValueError:  # a part is no number
        marks = None
    if marks is None:
        return None, ("the solution in the save file cannot be read",)
    return answer_of(puzzle, marks), ()
