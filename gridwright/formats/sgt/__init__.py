"""Simon Tatham's Portable Puzzle Collection: game ids with the name of the game, links with an id, and save files.

A genre says with a ``Notation`` of which fragments the descriptions of its game consist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from ...board.board import Spot
from ...board.rect import Rect
from ...language.genre import Genre
from ...language.layers import AnswerLayer
from ...language.puzzle import Puzzle, PuzzleError, State
from ..dialect import Reading, Shelf, genre_called
from ..errors import FormatError, WriteError, is_number, shown
from ..roles import LazyDialect
from ..roles.sheet import Sheet
from ..sources import check_lines, each
from .fragments import IdCursor
from .notation import SgtNotation, Solved

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

        ``options["genre"]`` names the genre or the game of ids without a game.
        """
        check_lines(text)
        if text.startswith("SAVEFILE"):
            return [_reading(_saved(text), shelf)]
        games = list(_games(text, str(options.get("genre") or ""), shelf))
        if not games:
            raise FormatError("the text holds no id", expected="a game and an id such as 'bridges 7x7m2:...'")
        return each(games, lambda game: _reading(game, shelf))

    def write(self, puzzle: Puzzle, dialect: LazyDialect, answer: State | None) -> str:
        """The game and the id of a puzzle. Raises WriteError for what an id cannot express."""
        if answer is not None:
            raise WriteError("ids have no place for answers")
        game = game_of(dialect)
        return f"{game} {_id_of(puzzle, dialect.notation_in(puzzle.genre), _title(game))}\n"


def game_of(dialect: LazyDialect) -> str:
    """The game of a dialect. The rest of the name distinguishes genres of one game."""
    return dialect.names[0].partition(" ")[0]


def _title(game: str) -> str:
    """The name of a game in save files."""
    return _TITLES.get(game, game.capitalize())


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
            raise FormatError("this is not an id of a game", number, column, expected, shown(told))


def _game_of(genre: str, shelf: Shelf) -> str:
    """The game of a genre. Raises FormatError."""
    if genre.lower() in GAMES:
        return genre.lower()
    return game_of(genre_called(shelf, SgtFormat.name, genre, "is no game of this collection")[1])


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
            raise FormatError("this is not a line of a save file", line, 1, expected, shown(text[at : at + 24]))
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
    known = {_title(game).lower().replace(" ", ""): game for game in GAMES}
    game = known.get(name.lower().replace(" ", ""))
    if game is None:
        raise FormatError("an unknown game", fields["GAME"][1], fields["GAME"][2], found=shown(name))
    parameters = fields.get("CPARAMS") or fields.get("PARAMS") or ("", 1, 1)
    description, row, column = fields["DESC"]
    return _Game(game, parameters[0], description, row, column - len(parameters[0]) - 1, "", *_shown(fields, moves))


def _shown(
    fields: Mapping[str, tuple[str, int, int]], moves: list[tuple[str, str]]
) -> tuple[str, tuple[str, ...]]:
    """The solution that a save file shows, and a warning if it shows moves of a player."""
    position = fields.get("STATEPOS", ("", 0, 0))[0]
    made = moves[: int(position) - 1] if is_number(position, 8) else moves
    if not made:
        return "", ()
    kind, text = made[-1]
    if kind == "SOLVE":
        return text, ()
    return "", ("the moves in the save file are left out",)


# -- puzzles ----------------------------------------------------------------------------------------------------------


def _reading(game: _Game, shelf: Shelf) -> Reading:
    """The puzzle of an id. Raises FormatError."""
    known = next(iter(shelf.dialects(SgtFormat.name, game.name)), None)
    if known is not None:
        known = _elsewhere(*known, game, shelf)
    if known is None:
        what = f"{_title(game.name)} is no genre that Gridwright knows"
        raise FormatError(what, game.line, game.column, code="unknown-genre")
    if game.seed:
        what = "this is a seed of the program's random generator, which tells the puzzle to the program only"
        raise FormatError(what, game.line, game.column, "the id that the program calls specific", code="seed")
    try:
        return _read(known[0], known[1].notation_in(known[0]), game)
    except PuzzleError as fault:
        raise FormatError(str(fault), game.line, game.column, code="bad-value") from None
    except FormatError as fault:
        fault.line = fault.line or game.line
        raise


def _elsewhere(genre: type[Genre], dialect: LazyDialect, game: _Game, shelf: Shelf) -> Any:
    """The genre to which such puzzles of a game belong, with its dialect; None if it is not known."""
    elsewhere: Mapping[str, str] = dialect.notation_in(genre).elsewhere
    name = next((name for pattern, name in elsewhere.items() if re.match(pattern, game.parameters)), None)
    return (genre, dialect) if name is None else next(iter(shelf.dialects(SgtFormat.name, name)), None)


def _read(genre: type[Genre], notation: SgtNotation, game: _Game) -> Reading:
    sheet = notation.size.read(IdCursor(game.parameters, game.line, game.column), notation.differs)
    source = IdCursor(game.description, game.line, game.column + len(game.parameters) + 1)
    for fragment in notation.fragments:
        fragment.read(source, sheet)
    source.finish()
    puzzle = Puzzle.of(genre, sheet.board, sheet.given, sheet.numbers)
    warnings = (*sheet.warnings, *game.warnings)
    if sheet.drawn:
        return Reading(puzzle, answer_of(puzzle, sheet.drawn), warnings, SgtFormat.name)
    answer, more = _answer(puzzle, notation, game.solution)
    return Reading(puzzle, answer, (*warnings, *more), SgtFormat.name)


def _answer(puzzle: Puzzle, notation: SgtNotation, text: str) -> tuple[State | None, tuple[str, ...]]:
    """The answer of a solution, and a warning if it cannot be read."""
    if not text:
        return None, ()
    try:
        marks = notation.solution(puzzle.genre.as_told(puzzle), text[1:].lstrip(";"))
    except ValueError:  # a part is no number
        marks = None
    if marks is None:
        return None, ("the solution in the save file cannot be read",)
    return answer_of(puzzle, marks), ()


def answer_of(puzzle: Puzzle, marks: Solved) -> State:
    """The answer with some marks; the layers of marks are filled up with their absence."""
    model = puzzle.genre.as_told(puzzle)
    full: dict[str, dict[Spot, Any]] = {}
    for name, found in marks.items():
        layer = puzzle.genre.layers[name]
        absent = dict.fromkeys(layer.spots(model), False) if isinstance(layer, AnswerLayer) else {}
        full[name] = {**absent, **found}
    return State.of(puzzle, full)


def _id_of(puzzle: Puzzle, notation: SgtNotation, title: str) -> str:
    """The id of a puzzle. Raises WriteError."""
    board, keys = puzzle.board, puzzle.genre.keys
    if not isinstance(board, Rect) or board.holes:
        raise WriteError("the format has boards without missing cells only")
    sheet = Sheet(board.n_rows, board.n_cols)
    sheet.numbers.update({name: puzzle.keys.get(name, key.default) for name, key in keys.items()})
    sheet.given.update({name: dict(marks) for name, marks in puzzle.given.items()})
    size = notation.size.write(sheet, title)
    left_out = [name for name, marks in puzzle.given.items() if marks and name not in notation.roles]
    left_out += [
        name for name, value in puzzle.keys.items() if name not in notation.roles and value != keys[name].default
    ]
    if left_out:
        raise WriteError(f"the format has no place for {left_out[0]}")
    description = "".join(fragment.write(sheet) for fragment in notation.fragments)
    return f"{size}{notation.flags}:{description}"
