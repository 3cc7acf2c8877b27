"""What the page may request, as functions from JSON to JSON, for a server and for a web worker."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Event, Lock
from typing import Any

from ..engine.solve.clock import TimeUp
from ..formats.dialect import Reading
from ..formats.errors import FormatError, WriteError
from ..language.puzzle import Puzzle
from ..language.translation import ENGLISH, languages, translations
from ..language.wording import worded
from . import tasks
from .document import document, heading
from .exercises import exercise, lesson_slug
from .jobs import JobFailed, Jobs, Superseded, Worker, WorkerLost
from .position import BadPosition, JsonObject, Judge
from .storage import LONGEST_TIME, Outdated, Storage, StoredPuzzle, text_in

JUDGE_SECONDS = 20.0
"""Huge boards take a second or two; nothing that people play takes longer."""
_KEPT = 6
"""The most judges, and the most documents, that are cached."""


class Refused(Exception):
    """A request that fails, with the HTTP status and the message; ``more`` is added to the answer."""

    def __init__(self, status: int, words: str, **more: Any) -> None:
        super().__init__(words)
        self.status, self.more = status, more


@dataclass
class _Ready:
    """A judge; it serves one request at a time."""

    judge: Judge
    lock: Lock = field(default_factory=Lock)


class Service:
    """Answers the page. ``reading``: files are still being read; ``shown``: a page has shown a board.

    ``language`` is that of the page until its settings have another; ``page`` is the address of a published page, for
    links that open anywhere; ``shared`` is the address for other devices, if they may play.
    """

    def __init__(
        self, storage: Storage, *, edit: bool = False, language: str = ENGLISH, page: str = "",
        workers: tuple[Jobs, Jobs] | None = None,
    ) -> None:  # fmt: skip
        self.storage, self.edit, self.reading, self._language, self._page = storage, edit, False, language, page
        self.shown, self.shared = Event(), ""
        self.is_ending = False
        """Whether Ctrl-C was pressed, which ends all jobs."""
        self._progress: JsonObject = {}
        self.problems: list[str] = []
        """Files that could not be read, in words."""
        self.asking, self.making = workers or (Worker(tasks.prepare), Worker(tasks.prepare))
        """The workers for hints and verdicts, and for new and turned puzzles, which no verdict may replace."""
        self.issuing: Worker | None = None
        """The worker for issues, once one is made."""
        self._ready: OrderedDict[str, _Ready] = OrderedDict()
        self._documents: OrderedDict[str, JsonObject] = OrderedDict()
        self._lock = Lock()

    def close(self) -> None:
        """Ends the workers and closes the storage."""
        self.stop_jobs()
        self.storage.close()

    def stop_jobs(self) -> None:
        """Ends the workers at once."""
        self.asking.kill()
        self.making.kill()
        if self.issuing is not None:
            self.issuing.kill()

    # -- the list --

    def puzzles(self) -> JsonObject:
        """The list, and whether more will follow."""
        return {"puzzles": self.storage.headings(), "reading": self.reading, "problems": self.problems[:_PROBLEMS],
                "edit": self.edit}  # fmt: skip

    def entry(self, id: str) -> StoredPuzzle:
        """A puzzle in the list, or of a lesson. Raises Refused."""
        if (taught := exercise(id)) is not None:
            return StoredPuzzle(taught.puzzle, heading(taught.puzzle))
        found = self.storage.entry(id)
        if found is None:
            raise Refused(404, worded("There is no such puzzle."))
        return found

    def puzzle(self, id: str) -> JsonObject:
        """The document of a puzzle."""
        with self._lock:
            if id in self._documents:
                self._documents.move_to_end(id)
                return self._documents[id]
        entry = self.entry(id)
        doc = document(entry.puzzle, title=entry.heading["title"])
        doc |= {"id": id, "lesson": lesson_slug(entry.puzzle.genre)}
        with self._lock:
            self._documents[id] = doc
            _trim(self._documents)
        return doc

    def opened(self, text: str, source: str = "link", *, keep: bool = True) -> JsonObject:
        """Reads a text of any format and adds its puzzles to the list."""
        faults: list[FormatError] = []
        readings = readings_of(text, faults)
        ids = [self.storage.add(one.puzzle, source, keep=keep) for one in readings[:_OPENED]]
        warnings = [warning for one in readings for warning in map(str, one.warnings)]
        return {"ids": ids, "warnings": [*warnings, *map(str, faults)]}

    # -- positions --

    def position(self, id: str) -> JsonObject:
        """The saved position of a puzzle, or an empty one."""
        self.entry(id)
        return self.storage.position(id) or {"rev": 0}

    def save_position(self, id: str, told: JsonObject) -> JsonObject:
        """Saves a position. Raises Refused with the newer one if there is one."""
        self.entry(id)
        seconds = told.get("seconds", 0)
        if type(seconds) not in (int, float) or not 0 <= seconds <= LONGEST_TIME:
            raise Refused(422, f"The time of a position must be from 0 to {LONGEST_TIME} seconds.")
        try:
            return {"rev": self.storage.save_position(id, told)}
        except Outdated as fault:
            raise Refused(409, worded("This puzzle was played on elsewhere."), newer=fault.newer) from None

    def judge(self, id: str, told: JsonObject) -> JsonObject:
        """The faults of a position, and whether it is solved; ``version`` is returned as it was sent."""
        self.shown.set()  # a board is judged once it is drawn
        ready = self._judge_of(id)
        try:
            with ready.lock:
                found = ready.judge.judged(told.get("marks"), timeout=JUDGE_SECONDS)
                if laid := ready.judge.laid(told.get("marks")):
                    found["laid"] = laid
        except BadPosition as fault:
            raise Refused(422, str(fault)) from None
        except TimeUp:
            found = {"faults": [], "solved": False, "late": True}
        return {"version": told.get("version"), **found}

    def candidates(self, id: str, told: JsonObject) -> JsonObject:
        """The values that no rule immediately excludes, by layer and place, as numbers of the layer's values."""
        ready = self._judge_of(id)
        try:
            with ready.lock:
                return {"candidates": ready.judge.candidates(told.get("marks"), timeout=JUDGE_SECONDS)}
        except BadPosition as fault:
            raise Refused(422, str(fault)) from None
        except TimeUp:
            raise Refused(422, worded("That takes too long on this board.")) from None

    def _judge_of(self, id: str) -> _Ready:
        with self._lock:
            if id in self._ready:
                self._ready.move_to_end(id)
                return self._ready[id]
        made = _Ready(Judge(self.entry(id).puzzle, JUDGE_SECONDS))
        with self._lock:
            self._ready[id] = made
            _trim(self._ready)
        return made

    # -- hints --

    def hint(self, id: str, told: JsonObject) -> JsonObject:
        """A hint of level 1, 2 or 3."""
        level = told.get("step")
        if level not in (1, 2, 3):
            raise Refused(422, "A hint has the step 1, 2 or 3.")
        return self._asked(tasks.hinted, self.entry(id).puzzle, told.get("marks"), level)

    def forced(self, id: str, told: JsonObject) -> JsonObject:
        """The marks that all answers share."""
        return self._asked(tasks.forced, self.entry(id).puzzle, told.get("marks"))

    def replay(self, id: str, told: JsonObject) -> JsonObject:
        """All steps from a position to the answer."""
        return self._asked(tasks.explained, self.entry(id).puzzle, told.get("marks"))

    def rate(self, id: str, told: JsonObject) -> JsonObject:
        """The difficulty of a puzzle, which the list shows from then on."""
        del told
        rating = self._asked(tasks.rated, self.entry(id).puzzle)
        if rating["complete"]:
            self.storage.save_rating(id, rating["label"])
        return rating

    def _asked(self, job: Any, *args: Any) -> JsonObject:
        found: JsonObject = run_job(self.asking, job, *args)
        return found

    def settings(self) -> JsonObject:
        """The settings of the page, and its labels in their language."""
        labels = translations(__name__, self.language)
        return {**self.storage.settings(), "language": self.language, "page": self._page, "labels": labels}

    def save_settings(self, told: JsonObject) -> JsonObject:
        """Saves settings of the page."""
        self.storage.save_settings(told)
        if "language" in told:
            with self._lock:
                self._documents.clear()
                self._ready.clear()
        return {}

    @property
    def language(self) -> str:
        """The language in which the page says everything."""
        code = self.storage.settings().get("language")
        return code if code in languages() else self._language

    def device(self, told: JsonObject) -> JsonObject:
        """The address that opens a part of the page on another device, and its QR code; both are empty if none may."""
        from .devices import qr_image  # browsers, in which the page may run without a server, have no sockets

        part = told.get("part")
        if not isinstance(part, str) or not _PART.fullmatch(part):
            raise Refused(422, "The part of the page must be like play/ID.")
        address = self.shared and self.shared + (part and f"#{part}")
        return {"address": address, "code": address and qr_image(address)}

    # -- new puzzles, files --

    def generate(self, told: JsonObject) -> JsonObject:
        """A new puzzle, which is added to the list."""
        made = self.new_puzzle(told)
        return {"id": self.storage.add(made, "generated", keep=True)}

    def new_puzzle(self, told: JsonObject) -> Puzzle:
        """A new puzzle of a genre and, if they are told, of a size, a difficulty and a symmetry."""
        args = [told.get(name) for name in ("genre", "rows", "columns", "difficulty", "symmetry")]
        sizes = [n for n in args[1:3] if n is not None]
        if not isinstance(args[0], str) or any(type(n) is not int or not 0 < n <= _LONGEST_SIDE for n in sizes):
            raise Refused(422, worded("A new puzzle needs a genre, and up to {n} rows and columns.", n=_LONGEST_SIDE))
        return self.made(tasks.generated, *args)

    def made(self, job: Any, *args: Any) -> Puzzle:
        """A new puzzle; while it is made, ``progress`` tells how far it is. Raises Refused."""
        self._progress = {}
        found: Puzzle = run_job(self.making, job, *args, progress=self._heard)
        return found

    def _heard(self, progress: JsonObject) -> None:
        self._progress = progress

    def progress(self) -> JsonObject:
        """The progress of a new puzzle: the number of drafts tried, and the nearest difficulty."""
        return self._progress

    def booklet(self, told: JsonObject) -> tuple[bytes, str]:
        """Puzzles of the list as a booklet, with its media type. Raises Refused."""
        ids = told.get("ids")
        if not isinstance(ids, list) or not 0 < len(ids) <= _PRINTED:
            raise Refused(422, f"A booklet has up to {_PRINTED} puzzles.")
        if not find_spec(_DRAWN_BY["pdf"]):
            raise Refused(422, worded("PDF files cannot be written here."))
        puzzles = [self.entry(str(id)).puzzle for id in ids]
        data: bytes = run_job(self.making, tasks.printed, puzzles, told.get("answers") is True)
        return data, PICTURES["pdf"]

    def cancel(self, told: JsonObject) -> JsonObject:
        """Cancels the making of a puzzle."""
        del told
        self.making.cancel_running()
        return {}

    def formats(self, id: str) -> JsonObject:
        """The formats in which a puzzle can be written, and the kinds of pictures that can be drawn here."""
        from ..formats.reading import can_hold

        puzzle = self.entry(id).puzzle
        return {"formats": [name for name in formats_of(puzzle) if can_hold(name, puzzle)],
                "pictures": [kind for kind, needed in _DRAWN_BY.items() if find_spec(needed)]}  # fmt: skip

    def export(self, id: str, kind: str, theme: str = "light") -> tuple[bytes, str]:
        """A puzzle as a picture or as text, with its media type; ``theme``: that of pictures. Raises Refused."""
        from .. import draw, write

        puzzle = self.entry(id).puzzle
        try:
            if kind not in PICTURES:
                return write(puzzle, kind).encode("utf-8", "surrogatepass"), "text/plain; charset=utf-8"
            if not find_spec(_DRAWN_BY[kind]):
                raise Refused(422, worded("{kind} pictures cannot be drawn here; SVG can.", kind=kind.upper()))
            data = getattr(draw(puzzle, theme=theme), kind)()
        except (WriteError, ValueError) as fault:
            raise Refused(422, str(fault)) from None
        return data if isinstance(data, bytes) else data.encode("utf-8", "replace"), PICTURES[kind]


_PART = re.compile(r"(\w+(/\w+)?)?", re.ASCII)
_PROBLEMS, _OPENED, _LONGEST_SIDE, _PRINTED = 20, 2_000, 60, 200
PICTURES: Mapping[str, str] = {
    "svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "eps": "application/postscript"
}


_DRAWN_BY = {"svg": "gridwright", "png": "resvg_py", "pdf": "reportlab", "eps": "fontTools"}
"""The library that each kind of picture needs; the page without a server has none of them."""


def readings_of(text: str, faults: list[FormatError] | None = None) -> list[Reading]:
    """The puzzles of a text of any format, or of the link to one; ``faults`` is that of ``read_all``. Raises Refused.
    """
    from .. import read_all

    text = text_in(text) or text
    try:
        return read_all(text if "\n" in text else text + "\n", timeout=JUDGE_SECONDS, faults=faults)
    except FormatError as fault:
        raise Refused(422, str(fault), line=fault.line, column=fault.column) from None
    except TimeUp:
        raise Refused(422, worded("Reading this takes too long.")) from None


def formats_of(puzzle: Puzzle) -> list[str]:
    """The names of the formats in which puzzles of a genre are written."""
    from ..formats.reading import known_formats

    genre = puzzle.genre
    own = {dialect.format for dialect in genre.dialects}
    known = {name: one for name, one in known_formats().items() if not one.read_only}
    return [name for name in known if name == "json" or name in own]


def run_job(worker: Jobs, job: Any, *args: Any, progress: Callable[[Any], None] | None = None) -> Any:
    """The result of a job. Raises Refused if a newer request replaced it or it failed."""
    try:
        return worker.ask(job, *args, progress=progress)
    except Superseded:
        raise Refused(409, "A newer request took over.", superseded=True) from None
    except WorkerLost:
        raise Refused(503, worded("The process that worked on this was ended. Please try again.")) from None
    except JobFailed as fault:
        if fault.kind == "TimeUp":
            words = worded("The time was up: {fault}." if str(fault) else "The time was up.", fault=fault)
            raise Refused(422, words) from None
        if fault.kind in _EXPECTED:
            raise Refused(422, str(fault)) from None
        raise Refused(500, worded("This failed: {fault}", fault=f"{fault.kind}: {fault}")) from None


_EXPECTED = frozenset(("BadPosition", "MakingError", "UnknownGenre", "PuzzleError", "ValueError"))
"""Exceptions that say what is wrong with the request."""


def _trim(kept: OrderedDict[str, Any]) -> None:
    while len(kept) > _KEPT:
        kept.popitem(last=False)
