"""Issues of magazines on the page: plans are checked and stored as TOML, and made in the background.

Each issue has a folder in that of the data: ``plan.toml``; ``print/`` with the plan that was made last, under its
proper name; ``made/`` as ``gridwright issue`` writes it; and ``result.json``.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import unicodedata
import zipfile
from collections.abc import Callable
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any

from ..engine.solve.clock import ShouldStop
from ..language.translation import in_language
from ..language.wording import worded
from ..picture.target import store
from . import tasks
from .jobs import Worker
from .position import JsonObject
from .service import Refused, Service, run_job

PIECE_SECONDS = 60.0
"""The time limit for a puzzle, as in ``gridwright issue``."""
_ID = re.compile(r"[a-z0-9]{1,40}")
_MOST_SECTIONS = 200
_NAME_LENGTH = 60
MEDIA = {"pdf": "application/pdf", "answers": "application/pdf", "zip": "application/zip", "toml": "application/toml"}
"""The files of an issue, with their media types."""


class Issues:
    """Answers requests about issues. One is made at a time, and continues to be if the page is closed."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._lock = Lock()
        self._runs: dict[str, JsonObject] = {}
        """The state of each issue that was made since the start."""
        self._is_stopping = False

    @cached_property
    def _folder(self) -> Path:
        if self._service.storage.folder is not None:
            return self._service.storage.folder / "issues"
        self._temporary = TemporaryDirectory(prefix="gridwright-")
        return Path(self._temporary.name)

    # -- plans --

    def issues(self) -> JsonObject:
        """The stored issues, the one changed last first."""
        plans = sorted(self._folder.glob("*/plan.toml"), key=lambda path: -path.stat().st_mtime)
        return {"issues": [{"id": path.parent.name, **_summary(path)} for path in plans]}

    def issue(self, id: str) -> JsonObject:
        """A stored issue: its table, what is wrong with it, and how far it is made."""
        from ..issue.toml import table_in

        text = self._stored(id)
        try:
            table = table_in(text)
        except ValueError as fault:
            raise Refused(422, worded("This is not TOML: {fault}", fault=fault)) from None
        return {"table": table, **self._checked(id, text), "state": self.state(id)}

    def read(self, told: JsonObject) -> JsonObject:
        """The table in a text of TOML."""
        from ..issue.toml import table_in

        text = told.get("text")
        if not isinstance(text, str) or not text.strip():
            raise Refused(422, worded("There is no text."))
        try:
            return {"table": table_in(text)}
        except ValueError as fault:
            raise Refused(422, worded("This is not TOML: {fault}", fault=fault)) from None

    def save(self, id: str, told: JsonObject) -> JsonObject:
        """Stores a table under an id that the page has chosen, and says what is wrong with it."""
        from ..issue.toml import toml_of

        table = told.get("table")
        if not isinstance(table, dict) or not _ID.fullmatch(id):
            raise Refused(422, "An issue has a table, and an id of small letters and digits.")
        sections = table.get("section")
        if isinstance(sections, list) and len(sections) > _MOST_SECTIONS:
            raise Refused(422, worded("An issue has at most {n} sections here.", n=_MOST_SECTIONS))
        try:
            text = toml_of(table)
        except ValueError as fault:
            raise Refused(422, str(fault)) from None
        folder = self._folder / id
        folder.mkdir(parents=True, exist_ok=True)
        store(folder / "plan.toml", text.encode())
        return self._checked(id, text)

    def remove(self, id: str, told: JsonObject) -> JsonObject:
        """Deletes an issue with all that was made."""
        del told
        if self.state(id)["running"]:
            raise Refused(409, worded("This issue is being made. Stop that first."))
        shutil.rmtree(self._path(id), ignore_errors=True)
        self._runs.pop(id, None)
        return {}

    def _path(self, id: str) -> Path:
        if not _ID.fullmatch(id) or not (self._folder / id / "plan.toml").is_file():
            raise Refused(404, worded("There is no such issue."))
        return self._folder / id

    def _stored(self, id: str) -> str:
        return (self._path(id) / "plan.toml").read_text("utf-8", "replace")

    def _checked(self, id: str, text: str) -> JsonObject:
        """What is wrong with a plan; if nothing is, its number of puzzles and its seed."""
        from ..issue.output import needs_segno
        from ..issue.plan import faults_in, plan_in

        path = Path(f"{_stem(text)}.toml")
        faults = [{"section": one.section, "name": one.name, "words": one.words}
                  for one in faults_in(text, path, has_files=False)]  # fmt: skip
        is_current = any(path.read_text("utf-8") == text for path in (self._folder / id / "print").glob("*.toml"))
        found: JsonObject = {"faults": faults, "puzzles": 0, "seed": "", "current": is_current}
        if not faults:
            plan = plan_in(text, path, {}, has_files=False)
            found |= {"puzzles": sum(len(section.levels) for section in plan.sections), "seed": plan.seed}
            if needs_segno(plan):
                found["faults"] = [{"section": 0, "name": "qr", "words": worded("QR codes need the package segno.")}]
        return found

    # -- making --

    def state(self, id: str) -> JsonObject:
        """How far an issue is made: ``running`` with its progress, or the ``result`` of the last time."""
        if id in self._runs:
            return self._runs[id]
        file = self._path(id) / "result.json"
        return {"running": False, **(json.loads(file.read_text("utf-8")) if file.is_file() else {})}

    def make(self, id: str, told: JsonObject) -> JsonObject:
        """Begins to make an issue. Raises Refused for a plan that is wrong, and while one is being made."""
        del told
        text = self._stored(id)
        checked = self._checked(id, text)
        if checked["faults"]:
            raise Refused(422, checked["faults"][0]["words"], **checked)
        if not find_spec("reportlab"):
            raise Refused(422, worded("PDF files cannot be written here."))
        with self._lock:
            if any(run["running"] for run in self._runs.values()):
                raise Refused(409, worded("An issue is being made. Stop that first."))
            self._is_stopping = False
            self._runs[id] = {"running": True, "done": 0, "total": checked["puzzles"], "section": 1}
        try:
            plan = self._prepared(id, text)
        except OSError as fault:
            self._runs[id] = {"running": False, "words": worded("This failed: {fault}", fault=fault)}
            return self.state(id)
        Thread(target=self._run, args=(id, plan, self._service.language), daemon=True).start()
        return self.state(id)

    def _prepared(self, id: str, text: str) -> Path:
        """The file with the plan to be made. What was made before goes, but for the finished puzzles."""
        folder = self._folder / id
        shutil.rmtree(folder / "print", ignore_errors=True)
        for old in (folder / "result.json", *(folder / "made").glob("*.pdf")):
            old.unlink(missing_ok=True)
        for name in "print", "made":
            (folder / name).mkdir(exist_ok=True)
        plan = folder / "print" / f"{_stem(text)}.toml"
        store(plan, text.encode())
        return plan

    def _run(self, id: str, plan: Path, language: str) -> None:
        """Makes an issue, and stores the result."""
        def heard(progress: JsonObject) -> None:
            self._runs[id] = {"running": True, **progress}
            if self._is_stopping:  # that came before the job began
                self._worker().cancel_running()

        found: JsonObject = {}
        try:
            with in_language(language):
                found = run_job(self._worker(), made_issue, plan, self._folder / id / "made", progress=heard)
            store(self._folder / id / "result.json", json.dumps(found).encode())
        except (Refused, OSError) as fault:
            found = {"words": str(fault)}
        finally:
            self._runs[id] = {"running": False, **found}

    def _worker(self) -> Worker:
        with self._lock:
            if self._service.issuing is None:
                self._service.issuing = Worker(tasks.prepare)
            return self._service.issuing

    def stop(self, id: str, told: JsonObject) -> JsonObject:
        """Asks the making of an issue to end; what is finished is kept."""
        del told
        if self.state(id)["running"]:
            self._is_stopping = True
            self._worker().cancel_running()
        return {}

    # -- files --

    def file(self, id: str, kind: str) -> tuple[bytes, str]:
        """A file, with its name: the PDF, one with answers only, all in a ZIP, or the plan as it is now, as TOML."""
        folder = self._path(id)
        if kind == "toml":
            text = self._stored(id)
            return text.encode(), f"{_stem(text)}.toml"
        plan = next((folder / "print").glob("*.toml"), None)
        name = "" if plan is None else f"{plan.stem}-answers.pdf" if kind == "answers" else f"{plan.stem}.{kind}"
        file = folder / "made" / name
        if plan is None or not (kind == "zip" or file.is_file()):
            raise Refused(404, worded("This file is not made yet."))
        return _zipped(plan, folder / "made") if kind == "zip" else file.read_bytes(), name


def _summary(plan: Path) -> JsonObject:
    from ..issue.toml import table_in

    try:
        table = table_in(plan.read_text("utf-8"))
    except ValueError:  # its page says why
        table = {}
    return {"title": str(table.get("title") or ""), "number": str(table.get("number") or ""),
            "changed": plan.stat().st_mtime}  # fmt: skip


def _stem(text: str) -> str:
    """The name of the files of an issue, after its title and number."""
    from ..issue.toml import table_in

    try:
        table = table_in(text)
    except ValueError:
        table = {}
    told = " ".join(str(table[name]) for name in ("title", "number") if type(table.get(name)) in (str, int))
    plain = unicodedata.normalize("NFKD", told).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:_NAME_LENGTH].strip("-") or "issue"


def _zipped(plan: Path, made: Path) -> bytes:
    """A ZIP file in which ``gridwright issue`` continues: the plan, and beside it the folder."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(plan, plan.name)
        for file in sorted(path for path in made.rglob("*") if path.is_file()):
            archive.write(file, f"{plan.stem}/{file.relative_to(made).as_posix()}")
    return out.getvalue()


def made_issue(
    file: Path, folder: Path, *, stop: ShouldStop, progress: Callable[[JsonObject], None]
) -> JsonObject:  # fmt: skip
    """The job that makes an issue, and writes its folder unless it is stopped; what an editor should know of it."""
    from ..issue.output import write_issue
    from ..issue.pieces import jobs_of
    from ..issue.plan import plan_in
    from ..issue.run import make_pieces

    plan = plan_in(file.read_text("utf-8"), file, {}, has_files=False)
    todo = list(jobs_of(plan))
    n_heard = 0

    def told(n: int) -> JsonObject:
        return {"done": n, "total": len(todo), "section": todo[n].section + 1 if n < len(todo) else 0}

    def heard(why: str) -> None:
        nonlocal n_heard
        del why
        n_heard += 1
        progress(told(n_heard))

    progress(told(0))
    done, missing = make_pieces(todo, folder, (), 1, PIECE_SECONDS, stop, heard)
    counts: dict[str, Any] = {"done": len(done), "total": len(todo), "missing": missing}
    if len(done) + len(missing) < len(todo):
        return {**counts, "stopped": True}
    if not done:
        return counts
    printed = write_issue(plan, done, folder, missing, {})
    return {**counts, "pages": printed.n_pages, "remarks": list(printed.remarks),
            "complaints": [*printed.complaints, *printed.mismatches],
            "answers": plan.layout.answers and plan.layout.place == "separate"}  # fmt: skip
