"""Answers the start page: daily puzzles, pictures of positions, statistics, and what comes after a solved puzzle."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from functools import cache
from importlib.resources import files

from ..language.wording import worded
from ..registry import REGISTRY
from . import tasks
from .position import BadPosition, JsonObject, state_of
from .service import PICTURES, Refused, Service
from .statistics import statistics, streaks, times_of

_LARGE = 900
"""The cells of a board from which on its pictures show no marks."""
DAILY = "daily"
"""The source of daily puzzles."""


class Home:
    """Answers requests of the start page, and of pages for statistics and after a solved puzzle."""

    def __init__(self, service: Service) -> None:
        self.service, self.storage = service, service.storage

    # -- daily puzzles --

    def today(self) -> JsonObject:
        """All genres, those played most first, each with its usual size, and its puzzle of the day if it was made."""
        day = _today()
        made = self.storage.dailies(day)
        listed = {one["id"]: one for one in self.storage.headings()}
        played = Counter(one["genre"] for one in listed.values() if one["progress"] != "new")
        genres = sorted(REGISTRY.genres, key=lambda genre: (-played[genre.name], -len(genre.dialects), genre.name))
        days = [date.fromisoformat(one["day"]) for one in self.storage.solves() if one["day"]]
        return {
            "day": day, "streak": streaks(days, _date(day))["current"],
            "genres": [{"genre": genre.name, "size": "x".join(map(str, genre.making.size or (8, 8))),
                        "icon": genre.name in _examples(), **listed.get(made.get(genre.name, ""), {})}
                       for genre in genres],
        }  # fmt: skip

    def daily(self, told: JsonObject) -> JsonObject:
        """The id of a genre's puzzle of the day, which is made if it was not opened before."""
        try:
            genre = REGISTRY.genre(str(told.get("genre"))).name
        except LookupError as fault:
            raise Refused(404, str(fault)) from None
        day = _today()
        id = self.storage.dailies(day).get(genre)
        if id is None:
            made = self.service.made(tasks.daily, genre, day)
            id = self.storage.add(made, DAILY, keep=True)
            self.storage.save_daily(day, genre, id)
        return {"id": id}

    # -- pictures --

    def miniature(self, id: str, theme: str = "light") -> tuple[bytes, str]:
        """A puzzle with the marks of its saved position, if it is not large, with its media type."""
        from .. import draw

        puzzle = self.service.entry(id).puzzle
        saved = self.storage.position(id)
        if saved is None or len(puzzle.board.cells) > _LARGE:
            return self.service.export(id, "svg", theme)
        try:
            state = state_of(puzzle.genre(puzzle), saved.get("marks"))
        except BadPosition:  # of another version
            return self.service.export(id, "svg", theme)
        return draw(puzzle, state, theme=theme).svg().encode(), PICTURES["svg"]

    def icon(self, name: str, theme: str = "light") -> tuple[bytes, str]:
        """A small puzzle of a genre, drawn with its answer. Raises Refused if none is known."""
        from .. import draw, read_all

        text = _examples().get(name)
        if text is None:
            raise Refused(404, worded("There is no such puzzle."))
        (found,) = read_all(text)
        return draw(found.puzzle, found.answer, theme=theme).svg().encode(), PICTURES["svg"]

    # -- statistics --

    def statistics(self) -> JsonObject:
        """What was solved, in numbers and in full, and the exercises of lessons that are done."""
        solves = self.storage.solves()
        return {**statistics(solves, _date(_today())), "solves": solves, "lessons": self.storage.lessons()}

    def forget(self, told: JsonObject) -> JsonObject:
        """Deletes all solved times, and the progress of all puzzles and lessons if ``positions``."""
        self.storage.forget(positions=told.get("positions") is True)
        return {}

    def after(self, id: str, told: JsonObject) -> JsonObject:
        """What follows a puzzle that was solved in ``seconds``: the next unsolved one, its difficulty, a new best time
        with the one before it, and the current streak of days."""
        listed = self.storage.headings()
        at = next((n for n, one in enumerate(listed) if one["id"] == id), None)
        if at is None:
            raise Refused(404, worded("There is no such puzzle."))
        own, solves, today = listed[at], self.storage.solves(), _date(_today())
        rest = [one for one in listed[at + 1 :] + listed[:at] if one["progress"] != "solved"]
        near = next((one for one in rest if one["source"] == own["source"]), rest[0] if rest else None)
        alike = [one for one in solves if one["id"] != id and all(one[name] == own[name] for name in ("genre", "size"))]
        best, seconds = min(times_of(alike), default=0), told.get("seconds")
        is_best = isinstance(seconds, int | float) and told.get("helped") is not True and 0 < seconds < best
        days = {date.fromtimestamp(one["at"]) for one in solves} | {today}
        return {"next": near and near["id"], "difficulty": own["difficulty"], "best": best if is_best else None,
                "streak": streaks(days, today)["current"]}  # fmt: skip


def _today() -> str:
    """The date here, as YYYY-MM-DD."""
    return date.today().isoformat()


def _date(day: str) -> date:
    return date.fromisoformat(day)


@cache
def _examples() -> dict[str, str]:
    """By the genre's name, the text of a file with a small puzzle and its answer."""
    found: dict[str, str] = json.loads(files("gridwright.genres").joinpath("examples.json").read_text("utf-8"))
    return found
