"""Answers the page's requests, by method and address, without any web library: in a server, or in a web worker of the
page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from ..language.translation import ENGLISH, in_language
from ..language.wording import worded
from .editing import Editing
from .home import Home
from .issues import MEDIA, Issues
from .jobs import JobFailed, told
from .learning import Learning
from .service import PICTURES, Refused, Service
from .storage import Storage

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Pictures contain their own style; everything else is forbidden."""
_JSON = "application/json"
_ENDINGS = ("spf", "json", "plain", "puzzlink", "pzprv3", "sgt", "sudoku", "non", "nyt-pips")


@dataclass(frozen=True)
class Answer:
    """An HTTP response: status, content, media type and further headers."""

    status: int
    data: bytes
    media: str = _JSON
    headers: Mapping[str, str] = field(default_factory=dict)


Call = Callable[..., Any]
"""Returns an Answer, or a value to send as JSON; takes the parts of the address by name."""


def failure(status: int, words: str, more: Mapping[str, Any] | None = None) -> Answer:
    """The answer to a request that fails."""
    return _as_json({"error": words, **(more or {})}, status)


def _as_json(told: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Answer(status, text.encode("utf-8", "surrogatepass"), headers=headers or {})


class Api:
    """Answers requests below ``/api/``."""

    def __init__(self, service: Service) -> None:
        self.service = service
        editing, self._home, learning = Editing(service), Home(service), Learning(service)
        self._issues = issues = Issues(service)
        self._routes = [(method, re.compile(path), call) for method, path, call in (
            ("GET", "puzzles", service.puzzles),
            ("GET", f"puzzles/{_ID}", self._puzzle),
            ("GET", f"puzzles/{_ID}/position", service.position),
            ("PUT", f"puzzles/{_ID}/position", service.save_position),
            ("POST", f"puzzles/{_ID}/saved", service.save_position),
            *(("POST", f"puzzles/{_ID}/{name}", getattr(service, name))
              for name in ("judge", "hint", "forced", "replay", "rate", "candidates")),
            ("GET", f"puzzles/{_ID}/formats", service.formats),
            ("GET", rf"puzzles/{_ID}/file\.(?P<kind>[\w-]+)", self._file),
            ("GET", rf"puzzles/{_ID}/position\.svg", self._miniature),
            ("POST", f"puzzles/{_ID}/after", self._home.after),
            ("GET", "today", self._home.today),
            ("POST", "today", self._home.daily),
            ("GET", rf"genres/{_ID}/icon\.svg", self._icon),
            ("GET", "lessons", learning.lessons),
            ("GET", f"lessons/{_ID}", learning.lesson),
            ("GET", f"exercises/{_ID}", learning.exercise),
            ("GET", "statistics", self._home.statistics),
            ("DELETE", "statistics", self._home.forget),
            ("POST", "open", self._opened),
            ("POST", "booklet", self._booklet),
            ("POST", "generate", service.generate),
            ("GET", "generate", service.progress),
            ("DELETE", "generate", service.cancel),
            ("GET", "settings", service.settings),
            ("PUT", "settings", service.save_settings),
            ("POST", "device", service.device),
            ("GET", "genres", editing.genres),
            ("GET", "drafts", editing.drafts),
            ("PUT", f"drafts/{_ID}", editing.save),
            ("DELETE", f"drafts/{_ID}", editing.remove),
            *(("POST", f"draft/{name}", call) for name, call in editing.calls.items()),
            ("GET", "issues", issues.issues),
            ("POST", "issues", issues.read),
            ("GET", f"issues/{_ID}", issues.issue),
            ("PUT", f"issues/{_ID}", issues.save),
            ("DELETE", f"issues/{_ID}", issues.remove),
            ("GET", f"issues/{_ID}/making", issues.state),
            ("POST", f"issues/{_ID}/making", issues.make),
            ("DELETE", f"issues/{_ID}/making", issues.stop),
            ("GET", rf"issues/{_ID}/file\.(?P<kind>{'|'.join(MEDIA)})", self._issue_file),
        )]  # fmt: skip

    def answer(self, method: str, path: str, query: Mapping[str, str], body: bytes) -> Answer:
        """Answers a request; ``path`` is what follows ``/api/``."""
        matches = [(one, call, match) for one, pattern, call in self._routes if (match := pattern.fullmatch(path))]
        if not matches:
            return failure(404, "There is nothing at this address.")
        call, parts = next(((call, match.groupdict()) for one, call, match in matches if one == method), (None, {}))
        if call is None:
            return failure(405, "This method is not supported here.")
        if method != "GET":
            told = _told(body)
            if isinstance(told, Answer):
                return told
            parts["told"] = told
        elif query and call in (self._file, self._miniature, self._icon):
            parts["theme"] = query.get("theme", "light")
        try:
            with in_language(self.service.language):
                found = call(**parts)
        except Refused as refused:
            if self.service.is_ending:
                return failure(503, worded("The server has ended. Start it again with “gridwright play”."))
            return failure(refused.status, str(refused), refused.more)
        return found if isinstance(found, Answer) else _as_json(found)

    def _puzzle(self, id: str) -> Answer:
        language = self.service.language
        tag = id if language == ENGLISH else f"{id}-{language}"
        return _as_json(self.service.puzzle(id), headers={"etag": f'"{tag}"'})

    def _opened(self, told: dict[str, Any]) -> Any:
        text = told.get("text")
        if not isinstance(text, str) or not text.strip():
            raise Refused(422, worded("There is no text."))
        return self.service.opened(text)

    def _booklet(self, told: dict[str, Any]) -> Answer:
        data, media = self.service.booklet(told)
        return Answer(200, data, media, {"content-disposition": 'attachment; filename="puzzles.pdf"'})

    def _issue_file(self, id: str, kind: str) -> Answer:
        data, name = self._issues.file(id, kind)
        return Answer(200, data, MEDIA[kind], {"content-disposition": f'attachment; filename="{name}"'})

    def _miniature(self, id: str, theme: str = "light") -> Answer:
        return _picture(*self._home.miniature(id, theme), _KEPT_PICTURE)

    def _icon(self, id: str, theme: str = "light") -> Answer:
        return _picture(*self._home.icon(unquote(id), theme), _KEPT_PICTURE)

    def _file(self, id: str, kind: str, theme: str = "light") -> Answer:
        data, media = self.service.export(id, kind, theme)
        if kind in PICTURES:
            return _picture(data, media, _KEPT_PICTURE)
        ending = kind if kind in _ENDINGS else "txt"
        headers = {"content-disposition": f'attachment; filename="puzzle.{ending}"'}
        return _picture(data, media, headers)


def _picture(data: bytes, media: str, headers: Mapping[str, str] | None = None) -> Answer:
    return Answer(200, data, media, {"content-security-policy": PICTURE_POLICY, **(headers or {})})


_KEPT_PICTURE = {"cache-control": "private, max-age=3600"}
"""The pictures of the start page, which are the same whenever it is shown."""


_ID = "(?P<id>[^/]+)"


def _told(body: bytes) -> dict[str, Any] | Answer:
    """The object in a request, or the answer if there is none."""
    try:
        told = json.loads(body or b"{}", parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        return failure(400, "The request is not JSON, or has a number that is not finite.")
    return told if isinstance(told, dict) else failure(400, "The request must be an object.")


def _finite(text: str) -> float:
    """A number of JSON, which has neither ``Infinity`` nor ``NaN``."""
    if not isfinite(number := float(text)):
        raise ValueError(f"{text} is not finite")
    return number


# -- the page without a server ----------------------------------------------------------------------------------------


class Inline:
    """Runs jobs immediately, in place of a worker process. Only its own time limit can stop a job."""

    def start(self) -> None:
        """Does nothing: there is no process."""

    def ask(self, job: Any, *args: Any, progress: Callable[[Any], None] | None = None) -> Any:
        """Runs a job and returns its result. Raises JobFailed."""
        names = {"progress": progress} if progress else {}
        try:
            return job(*args, stop=_never, **names)
        except Exception as fault:  # the page reports it, whatever it is
            raise JobFailed(*told(fault)) from fault

    def cancel_running(self) -> None:
        """Does nothing: every job has ended before the next request is read."""

    def kill(self) -> None:
        """Does nothing: there is no process."""


def _never() -> bool:
    return False


class LocalApi:
    """Answers the page without a server. ``examples``: JSON of puzzles that are in the list, with their headings."""

    def __init__(self, folder: str, examples: str) -> None:
        storage = Storage(Path(folder))
        for record, heading in json.loads(examples):
            storage.add_unread(record, heading)
        self.service = Service(storage, workers=(Inline(), Inline()))
        self._api = Api(self.service)

    def answer(self, method: str, path: str, body: str) -> Answer:
        """Answers a request; ``path`` is the address relative to the page, with its query."""
        parts = urlsplit(path)
        if not parts.path.startswith("api/"):
            return failure(404, "There is nothing at this address.")
        query = dict(parse_qsl(parts.query))
        return self._api.answer(method, parts.path.removeprefix("api/"), query, body.encode("utf-8", "surrogatepass"))
