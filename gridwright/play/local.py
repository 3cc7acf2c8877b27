"""The server's part of the page, run by the page itself: without a web, without processes, in one folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from .api import Answer, Api, failure
from .jobs import JobFailed
from .service import Refused, Service
from .storage import Storage


class Inline:
    """Does jobs at once, in place of a worker process. Nothing can stop one but its own time limit."""

    def start(self) -> None:
        """There is no process to be started."""

    def ask(self, job: Any, *args: Any, progress: Callable[[Any], None] | None = None) -> Any:
        """What a job returns. Raises JobFailed, as a process would."""
        names = {"progress": progress} if progress else {}
        try:
            return job(*args, stop=_never, **names)
        except Exception as fault:  # whatever it is, the page is told
            raise JobFailed(type(fault).__name__, str(fault)) from fault

    def cancel_running(self) -> None:
        """There is nothing to cancel: a job has ended before the next request is read."""

    def kill(self) -> None:
        """There is no process."""


def _never() -> bool:
    return False


class Page:
    """Answers the page. ``examples`` are texts of puzzles that a new reader finds in the list."""

    def __init__(self, folder: str, examples: Iterable[str]) -> None:
        self.service = Service(Storage(Path(folder)), workers=(Inline(), Inline()))
        self._api = Api(self.service)
        for text in examples:
            try:
                self.service.opened(text, "example", keep=False)
            except Refused as fault:
                self.service.problems.append(str(fault))

    def answer(self, method: str, path: str, body: str) -> Answer:
        """What a request is answered with; ``path`` is the address below the page, with its query."""
        parts = urlsplit(path)
        if not parts.path.startswith("api/"):
            return failure(404, "There is nothing at this address.")
        query = dict(parse_qsl(parts.query))
        return self._api.answer(method, parts.path.removeprefix("api/"), query, body.encode("utf-8", "surrogatepass"))
