"""The puzzles that the page shows, and what is kept between sessions: positions, solved times, drafts, settings.

All is in one SQLite file, with a write-ahead log and one writer at a time. A puzzle is identified by a hash of its
content, so it keeps its progress in whatever file it appears. Links to the page contain a puzzle in their fragment:
Gridwright's JSON, deflated, in URL-safe base64.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import sqlite3
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Any, Literal

from ..formats.json_and_xml import json_text
from ..formats.own_json import puzzle_record
from ..language.puzzle import Puzzle
from .document import heading

LESSON = "learn."
"""What the ids of exercises begin with. They are no puzzles of the list, and do not count as solved."""
SolvingStatus = Literal["new", "begun", "solved"]

_SCHEMA = """
create table if not exists puzzles (
    id text primary key, record text not null, heading text not null, source text not null, added real not null);
create table if not exists positions (
    id text primary key, rev integer not null, progress text not null, seconds real not null, position text not null,
    changed real not null);
create table if not exists solves (
    id text primary key, at real not null, seconds real not null, helped integer not null);
create table if not exists dailies (day text not null, genre text not null, id text not null, primary key (day, genre));
create table if not exists ratings (id text primary key, label text not null);
create table if not exists drafts (id text primary key, draft text not null, changed real not null);
create table if not exists settings (name text primary key, value text not null);
"""
_VERSION = 2
_FROM_1 = "insert into solves select id, changed, seconds, 0 from positions where progress = 'solved'"
"""Version 1 had no table of solved times."""
_PROGRESS = "select id, progress, min(max(seconds, 0), ?), changed from positions"
LONGEST_TIME = 100_000_000
"""The most seconds that a puzzle may take: three years."""


def data_folder() -> Path:
    """The user's folder for data of this program."""
    from platformdirs import user_data_path

    return user_data_path("gridwright", appauthor=False)


class Outdated(Exception):
    """A position to save is older than the stored one, ``newer``."""

    def __init__(self, newer: dict[str, Any]) -> None:
        super().__init__("a newer position is known")
        self.newer = newer


@dataclass(frozen=True)
class StoredPuzzle:
    """A puzzle in the list."""

    puzzle: Puzzle
    heading: dict[str, Any]


class Storage:
    """Puzzles by id, and what is kept of them. All methods are thread-safe.

    Without a ``folder``, everything is lost when the program ends. Raises OSError if the folder cannot be created, and
    ``sqlite3.Error`` if the file is not ours.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._lock = RLock()
        self._entries: dict[str, StoredPuzzle] = {}
        self._unread: dict[str, tuple[str, dict[str, Any]]] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(":memory:" if folder is None else folder / "play.sqlite", check_same_thread=False,
                                   isolation_level=None, timeout=10)  # fmt: skip
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version > _VERSION:
            raise sqlite3.DatabaseError("it was written by a later version of gridwright")
        self._db.executescript(_SCHEMA)
        with self._writing() as db:
            if version == 1:
                db.execute(_FROM_1)
            db.execute(f"pragma user_version = {_VERSION}")

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._db.execute("begin immediate")
            try:
                yield self._db
            except BaseException:
                self._db.execute("rollback")
                raise
            self._db.execute("commit")

    # -- puzzles --

    def add(self, puzzle: Puzzle, source: str = "", title: str = "", *, keep: bool = False) -> str:
        """Adds a puzzle to the list and returns its id; with ``keep`` it is stored for the next time."""
        summary = heading(puzzle, title) | {"source": source}
        with self._lock:
            known = self._entries.setdefault(summary["id"], StoredPuzzle(puzzle, summary))
        if keep:
            record = json_text(puzzle_record(puzzle))
            with self._writing() as db:
                db.execute("insert or ignore into puzzles values (?, ?, ?, ?, ?)",
                           (summary["id"], record, json.dumps(known.heading), source, time.time()))  # fmt: skip
        return str(summary["id"])

    def add_unread(self, record: str, summary: dict[str, Any]) -> None:
        """Adds a puzzle to the list by its JSON, which is read only when the puzzle is opened."""
        with self._lock:
            self._unread[summary["id"]] = record, summary

    def entry(self, id: str) -> StoredPuzzle | None:
        """A puzzle in the list or stored earlier; None if there is none."""
        with self._lock:
            found = self._entries.get(id)
            stored = "select record, heading from puzzles where id = ?"
            row = None if found else self._unread.get(id) or self._db.execute(stored, (id,)).fetchone()
        if row is None:
            return found
        from .. import read

        record, summary = row
        found = StoredPuzzle(read(record, "json"), json.loads(summary) if isinstance(summary, str) else summary)
        with self._lock:
            return self._entries.setdefault(id, found)

    def headings(self) -> list[dict[str, Any]]:
        """The list: what was opened now, then what is stored, each with its progress."""
        with self._lock:
            summaries = {id: summary for id, (_, summary) in self._unread.items()}
            summaries |= {id: summaries.get(id, entry.heading) for id, entry in self._entries.items()}
            for id, summary in self._db.execute("select id, heading from puzzles order by added desc"):
                summaries.setdefault(id, json.loads(summary))
            rows = self._db.execute(_PROGRESS, [LONGEST_TIME])
            progress = {id: {"progress": status, "seconds": seconds, "played": changed}
                        for id, status, seconds, changed in rows}  # fmt: skip
            rated = dict(self._db.execute("select id, label from ratings"))
        new = {"progress": "new", "seconds": 0.0, "played": 0.0}
        return [{**summary, **progress.get(id, new), "difficulty": summary["difficulty"] or rated.get(id, "")}
                for id, summary in summaries.items()]  # fmt: skip

    def save_rating(self, id: str, label: str) -> None:
        """Stores the difficulty of a puzzle, for the list."""
        with self._writing() as db:
            db.execute("insert or replace into ratings values (?, ?)", (id, label))

    # -- positions and solved times --

    def position(self, id: str) -> dict[str, Any] | None:
        """The last saved position, with its revision."""
        with self._lock:
            row = self._db.execute("select position, rev from positions where id = ?", (id,)).fetchone()
        return None if row is None else {**_stored(row[0]), "rev": row[1]}

    def save_position(self, id: str, position: dict[str, Any]) -> int:
        """Saves a position and returns its revision; its ``rev`` is the revision it is based on.

        A puzzle that is begun is stored, so that it can be continued without its file. Of a solved one, the first time
        is kept. Raises Outdated if another position has been saved since.
        """
        content = {name: value for name, value in position.items() if name != "rev"}
        solved, begun = position.get("solved") is True, bool(position.get("marks") or position.get("history"))
        progress: SolvingStatus = "solved" if solved else "begun" if begun else "new"
        seconds, now = position.get("seconds", 0), time.time()
        with self._writing() as db:
            row = db.execute("select position, rev from positions where id = ?", (id,)).fetchone()
            rev = 0 if row is None else row[1]
            if row is not None and position.get("rev") != rev:
                raise Outdated({**_stored(row[0]), "rev": rev})
            db.execute("insert or replace into positions values (?, ?, ?, ?, ?, ?)",
                       (id, rev + 1, progress, seconds, json.dumps(content), now))
            if progress != "new":
                self._keep(db, id)
            if solved and not id.startswith(LESSON):
                db.execute("insert or ignore into solves values (?, ?, ?, ?)",
                           (id, now, seconds, position.get("helped") is True))  # fmt: skip
        return rev + 1

    def _keep(self, db: sqlite3.Connection, id: str) -> None:
        entry = self._entries.get(id)
        if entry is not None and db.execute("select 1 from puzzles where id = ?", (id,)).fetchone() is None:
            summary = json.dumps(entry.heading | {"source": ""})  # its file may not be open the next time
            db.execute("insert into puzzles values (?, ?, ?, '', ?)",
                       (id, json_text(puzzle_record(entry.puzzle)), summary, time.time()))  # fmt: skip

    def solves(self) -> list[dict[str, Any]]:
        """The first time in which each puzzle was solved, in order, with what is known of the puzzle."""
        with self._lock:
            rows = self._db.execute(
                "select solves.id, at, seconds, helped, coalesce(puzzles.heading, '{}'), coalesce(dailies.day, '')"
                " from solves left join puzzles using (id) left join dailies using (id) order by at").fetchall()
            rated = dict(self._db.execute("select id, label from ratings"))
        found = []
        for id, at, seconds, helped, kept, day in rows:
            entry = self._entries.get(id)
            summary = entry.heading if entry else json.loads(kept)
            about = {name: summary.get(name, "") for name in ("genre", "size", "title", "difficulty")}
            about["difficulty"] = about["difficulty"] or rated.get(id, "")
            found.append({"id": id, **about, "at": at, "seconds": seconds, "helped": bool(helped), "day": day})
        return found

    def lessons(self) -> list[dict[str, Any]]:
        """The exercises that are done, each with the time of the last change, the first one first."""
        done = "select id, changed from positions where progress = 'solved' and id like ? order by changed"
        with self._lock:
            return [{"id": id, "at": at} for id, at in self._db.execute(done, (f"{LESSON}%",))]

    def forget(self, *, positions: bool) -> None:
        """Deletes all solved times; with ``positions``, also the progress of all puzzles and lessons."""
        with self._writing() as db:
            db.execute("delete from solves")
            if positions:
                db.execute("delete from positions")

    # -- daily puzzles --

    def dailies(self, day: str) -> dict[str, str]:
        """The puzzles of a day that were made, by genre."""
        with self._lock:
            return dict(self._db.execute("select genre, id from dailies where day = ?", (day,)))

    def save_daily(self, day: str, genre: str, id: str) -> None:
        """Stores which puzzle is that of a day."""
        with self._writing() as db:
            db.execute("insert or ignore into dailies values (?, ?, ?)", (day, genre, id))

    # -- drafts and settings --

    def drafts(self) -> list[dict[str, Any]]:
        """The drafts, the one changed last first."""
        with self._lock:
            rows = self._db.execute("select id, draft from drafts order by changed desc").fetchall()
        return [{"id": id, **_stored(draft)} for id, draft in rows]

    def save_draft(self, id: str, draft: dict[str, Any]) -> None:
        """Saves a draft under an id that the page has chosen."""
        with self._writing() as db:
            db.execute("insert or replace into drafts values (?, ?, ?)", (id, json.dumps(draft), time.time()))

    def remove_draft(self, id: str) -> None:
        """Deletes a draft."""
        with self._writing() as db:
            db.execute("delete from drafts where id = ?", (id,))

    def settings(self) -> dict[str, Any]:
        """All settings of the page."""
        with self._lock:
            return {name: _stored(value) for name, value in self._db.execute("select name, value from settings")}

    def save_settings(self, settings: dict[str, Any]) -> None:
        """Saves some settings; others stay as they are."""
        with self._writing() as db:
            rows = [(name, json.dumps(value)) for name, value in settings.items()]
            db.executemany("insert or replace into settings values (?, ?)", rows)


def _stored(text: str) -> Any:
    """What was stored; earlier versions also stored numbers that are not finite, which are none."""
    return json.loads(text, parse_constant=dict[str, Any]().get)


# -- links ------------------------------------------------------------------------------------------------------------

_LINK = re.compile(r"https?://[^\s#]{1,200}#p=([A-Za-z0-9_-]{2,1400000})\s*")
_MOST = 4 << 20
"""The most characters of the text in a link."""


def text_in(link: str) -> str | None:
    """The text in a link to the page; None for other texts, and for links without a text."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        return None
    packed = found[1]
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj(-15)
        text = unpacking.decompress(data, _MOST)
        return text.decode("utf-8") if not unpacking.unconsumed_tail else None
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        return None


def link_to(address: str, text: str) -> str:
    """The link to a puzzle's text on the page at an address."""
    packing = zlib.compressobj(9, wbits=-15)
    data = packing.compress(text.encode("utf-8")) + packing.flush()
    return f"{address}#p={base64.urlsafe_b64encode(data).decode().rstrip('=')}"
