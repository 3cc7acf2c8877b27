"""Answers the pages of lessons: which there are, how far they were done, and what an exercise shows."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.explain.lessons import LessonBoard, lesson_of
from ..language.wording import worded
from ..registry import REGISTRY, UnknownGenre
from . import tasks
from .exercises import Exercise, exercise, exercises, sentences, slug
from .position import JsonObject, Judge, marks_of
from .service import Refused, Service, run_job


class Learning:
    """Answers requests of lessons."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def lessons(self) -> JsonObject:
        """All lessons: the genre, its name in addresses, the number of exercises, and how many of them are done."""
        done = [one["id"].split(".")[1] for one in self.service.storage.lessons()]
        found = [{"genre": genre.name, "slug": slug(genre), "n": n, "done": min(n, done.count(slug(genre)))}
                 for genre in REGISTRY.genres if (n := lesson_of(genre.__module__).length)]  # fmt: skip
        return {"lessons": found}

    def lesson(self, id: str) -> JsonObject:
        """The rules and the exercises of a genre. Raises Refused."""
        try:
            genre = REGISTRY.genre(id)
        except UnknownGenre:
            raise Refused(404, worded("There is no such lesson.")) from None
        done = {one["id"] for one in self.service.storage.lessons()}
        found = [{"id": one.id, "name": one.name, "done": one.id in done} for one in exercises(genre)]
        if not found:
            raise Refused(404, worded("There is no such lesson."))
        return {"genre": genre.name, "slug": slug(genre), "rules": sentences(genre), "exercises": found}

    def exercise(self, id: str) -> JsonObject:
        """What an exercise shows: how marks break rules, or a position, and the step to be found in it. Raises Refused.
        """
        one = exercise(id)
        if one is None:
            raise Refused(404, worded("There is no such lesson."))
        if isinstance(one.told, LessonBoard):
            return {"broken": list(_broken(one, one.told))}
        found: JsonObject = run_job(self.service.asking, tasks.taught, one.puzzle, one.told)
        return found


def _broken(one: Exercise, board: LessonBoard) -> Iterator[JsonObject]:
    """For each rule that a board shows: marks that break it, and the fault in words."""
    judge = Judge(one.puzzle)
    for rule in board.broken:
        marks = marks_of(judge.model, board.state(one.puzzle, rule))
        fault = next((fault for fault in judge.judged(marks)["faults"] if fault["rule"] == rule), None)
        if fault is not None and judge.is_playable(marks):
            yield {"marks": marks, "fault": fault}
