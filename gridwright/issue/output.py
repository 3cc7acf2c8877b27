"""The folder of an issue: the PDF, the puzzles, their links, the proof sheet and the fingerprints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from ..api import write
from ..formats.errors import WriteError
from ..language.taste import LABELS
from ..language.translation import in_language
from ..language.wording import counted
from ..making.setting import file_format
from ..picture.booklet import Booklet, BookletSection
from ..picture.pdf import QrCode
from ..picture.target import store
from ..play.devices import qr_modules
from ..play.storage import link_to
from .pieces import IssuePiece
from .plan import IssuePlan, size_in_words
from .proof import FINGERPRINTS

MADE = "made.jsonl"
"""The finished puzzles, in the order in which they were finished."""
_PUZZLES = "puzzles"
_NUMBERED = re.compile(r"\d+-[a-z0-9-]+\.(spf|json)")
_MOST_MODULES = 85
"""Larger QR codes would not fit above a board."""


@dataclass(frozen=True)
class Printed:
    """A finished issue: its pages, and what an editor should know."""

    n_puzzles: int
    n_pages: int
    remarks: Sequence[str]
    """About small cells."""
    fewer: Sequence[str]
    """Sections with fewer puzzles on a page than requested."""
    mismatches: Sequence[str]
    """Puzzles with another difficulty than that asked for."""
    complaints: Sequence[str]
    """Why the issue is not fit for print."""


def needs_segno(plan: IssuePlan) -> bool:
    """Whether QR codes are wanted and cannot be made."""
    return plan.qr and not find_spec("segno")


def in_order(plan: IssuePlan, pieces: Sequence[IssuePiece]) -> list[IssuePiece]:
    """The pieces as they are printed: by sections, each in its order."""
    return sorted(pieces, key=lambda piece: (piece.job.section, *_rank(plan, piece), piece.job.number))


def _rank(plan: IssuePlan, piece: IssuePiece) -> tuple[object, ...]:
    cells, label = len(piece.puzzle.board.cells), piece.puzzle.about.difficulty
    hard = (LABELS.index(label) if label in LABELS else len(LABELS), piece.facts["score"])
    ranks = {"difficulty": hard, "size": (cells,), "genre": (piece.puzzle.genre.name.lower(), cells), "": ()}
    return ranks[plan.sections[piece.job.section].sort]


def write_issue(
    plan: IssuePlan, pieces: Sequence[IssuePiece], folder: Path, missing: Sequence[str], earlier: Mapping[str, str]
) -> Printed:
    """Writes all files of an issue. ``missing`` says which puzzles could not be made, ``earlier`` are the fingerprints
    of earlier issues with their names. Raises OSError."""
    ordered = in_order(plan, pieces)
    first = plan.layout.first_number
    with in_language(plan.language):
        book = _booklet(plan, ordered, folder)
    _write_puzzles(ordered, folder / _PUZZLES, first)
    lines = [_link_line(n, piece, plan) for n, piece in enumerate(ordered, first)]
    _store(folder / "links.txt", lines)
    marks = [f"{piece.fingerprint}  {n} {piece.puzzle.genre.name}" for n, piece in enumerate(ordered, first)]
    _store(folder / FINGERPRINTS, marks)
    complaints = [*missing, *_complaints(ordered, first, earlier)]
    _store(folder / "proof.txt", [*_summary(plan, ordered, complaints, len(earlier)), "", *_table(ordered, first)])
    return Printed(len(ordered), book.n_pages, book.remarks, book.fewer, list(_mismatches(ordered, first)), complaints)


def _store(path: Path, lines: Sequence[str]) -> None:
    store(path, ("\n".join(lines) + "\n").encode("utf-8"))


def _booklet(plan: IssuePlan, ordered: Sequence[IssuePiece], folder: Path) -> Booklet:
    """The PDF, written."""
    stem = plan.path.stem
    apart = folder / f"{stem}-answers.pdf" if plan.layout.place == "separate" else None
    book = Booklet(folder / f"{stem}.pdf", plan.layout, apart)
    book.introduction, book.imprint, book.back_cover = plan.introduction, plan.imprint, plan.back_cover
    for n, section in enumerate(plan.sections):
        book.section(BookletSection(section.title, section.introduction, section.per_page))
        for piece in ordered:
            if piece.job.section == n:
                book.emblem = book.emblem or piece.puzzle
                code = _code(piece, plan) if plan.qr else ()
                book.add(piece.puzzle, piece.answer, hint=piece.facts["hint"] if plan.hints else "", code=code)
    book.save()
    return book


def _code(piece: IssuePiece, plan: IssuePlan) -> QrCode:
    """The QR code of a puzzle's link; none if there is no link, or if it is too long."""
    link = _page_link(piece, plan) or _puzzlink(piece)[0]
    code = qr_modules(link) if link else []
    return code if len(code) <= _MOST_MODULES else ()


def _page_link(piece: IssuePiece, plan: IssuePlan) -> str:
    """The link to a puzzle on the publisher's page; empty if there is no page."""
    return link_to(plan.page, write(piece.puzzle, "json").strip()) if plan.page else ""


def _puzzlink(piece: IssuePiece) -> tuple[str, str]:
    """The address on puzz.link, or an empty text and why there is none."""
    try:
        return write(piece.puzzle, "puzzlink").strip(), ""
    except WriteError as fault:
        return "", str(fault)


def _link_line(number: int, piece: IssuePiece, plan: IssuePlan) -> str:
    link, why = _puzzlink(piece)
    link = _page_link(piece, plan) or link
    name = f"{number} {piece.puzzle.genre.name}"
    return f"{link}  # {name}" if link else f"# {name}: no link: {why}"


def _write_puzzles(ordered: Sequence[IssuePiece], folder: Path, first: int) -> None:
    """A file for each puzzle; those of earlier runs are removed."""
    folder.mkdir(exist_ok=True)
    for file in folder.iterdir():
        if _NUMBERED.fullmatch(file.name):
            file.unlink()
    digits = len(str(first + len(ordered) - 1))
    for n, piece in enumerate(ordered, first):
        format = file_format(piece.puzzle)
        slug = re.sub(r"[^a-z0-9]+", "-", piece.puzzle.genre.name.lower()).strip("-")
        ending = "json" if format == "json" else "spf"
        store(folder / f"{n:0{digits}}-{slug}.{ending}", write(piece.puzzle, format).encode("utf-8"))


# -- the proof sheet --------------------------------------------------------------------------------------------------


def _complaints(ordered: Sequence[IssuePiece], first: int, earlier: Mapping[str, str]) -> Iterator[str]:
    """Puzzles that must not be printed."""
    used = dict[str, str]()
    for number, piece in enumerate(ordered, first):
        name, mark = f"number {number} ({piece.puzzle.genre.name})", piece.fingerprint
        if piece.facts["status"] != "unique":
            told = {"several": "it has several answers", "none": "it has no answer"}
            yield f"{name}: {told.get(piece.facts['status'], 'there was no time to prove that its answer is unique')}"
        if mark in earlier:
            yield f"{name}: it is in {earlier[mark]}, perhaps turned or mirrored"
        if mark in used:
            yield f"{name}: it is the same as {used[mark]}, perhaps turned or mirrored"
        used.setdefault(mark, f"number {number}")


def _mismatches(ordered: Sequence[IssuePiece], first: int) -> Iterator[str]:
    """Puzzles with another difficulty than that asked for."""
    for number, piece in enumerate(ordered, first):
        label = piece.facts["label"]
        if piece.job.misses(label):
            name = f"number {number} ({piece.puzzle.genre.name})"
            yield f"{name}: asked for {piece.job.level}, it is {label or 'not rated'}"


def _summary(
    plan: IssuePlan, ordered: Sequence[IssuePiece], complaints: Sequence[str], n_earlier: int
) -> Iterator[str]:
    """The first lines of the proof sheet."""
    first = plan.layout.first_number
    genres = {piece.puzzle.genre for piece in ordered}
    n_unique = sum(piece.facts["status"] == "unique" for piece in ordered)
    yield f"{plan.heading}: proof sheet"
    yield ""
    yield f"{counted(len(ordered), 'puzzle')} of {counted(len(genres), 'genre')}, seed: {plan.seed}"
    yield f"{n_unique} of {len(ordered)} have exactly one answer: each was solved again after it was made"
    yield (f"compared with {counted(n_earlier, 'puzzle')} of earlier issues, also turned and mirrored" if n_earlier else
           "there are no earlier issues to compare with")
    other = [one.title for one in plan.sections if one.genre and one.asked.get("symmetry") != plan.symmetry]
    if plan.symmetry and other:
        yield f"not symmetric ({plan.symmetry}), because that is not possible or not requested: {', '.join(other)}"
    yield from complaints or ["fit for print"]
    yield from _mismatches(ordered, first)


def _table(ordered: Sequence[IssuePiece], first: int) -> Iterator[str]:
    """A line for each puzzle."""
    rows = [("no.", "genre", "size", "difficulty", "score", "steps", "hardest technique", "answers", "fingerprint")]
    for number, piece in enumerate(ordered, first):
        facts = piece.facts
        status = "one" if facts["status"] == "unique" else str(facts["status"])
        rows.append((str(number), piece.puzzle.genre.name, size_in_words(piece.puzzle),
                     facts["label"] or "not rated", str(facts["score"]), str(facts["steps"]), facts["hardest"], status,
                     piece.fingerprint))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
