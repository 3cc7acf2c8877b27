"""Booklets: many puzzles on the pages of a PDF, with headings, page numbers, contents and answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, product
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..language.genre import Genre
from ..language.puzzle import PathSummary, Puzzle, State
from ..language.wording import worded
from .back_matter import MEASURE, AnswerPages, HintPages
from .drawing import Picture
from .flow import Block, Flow, in_rows
from .items import NARROW, BoardItem, HeadingLine, ItemPainter, PackedPuzzle
from .layout import GAP, GRIDS, LEADING, PAPERS, Layout, PageSize
from .pages import FOOT, ContentsEntry, Pages, Slot
from .pdf import QrCode, code_side, paint_code, paint_on, shortened, wrapped
from .sheet import MM
from .target import store

__all__ = ["GRIDS", "PAPERS", "Booklet", "BookletSection", "Layout", "shortened", "wrapped"]

_TURNED = 1.25
"""How much larger the cells must become for a page to be turned."""
_EMBLEM = 0.72
"""The side of the board on the cover, as a share of the width of the text."""
_TITLE = 1.45
"""The size of the titles of sections, relative to headings."""
_ABOVE_HEAD, _BELOW_HEAD = 12 * MM, 4 * MM
"""The space above and below the heads of sections."""
_GROWTH = 1.35
"""How much larger boards may become if the last row of a section has fewer than the others."""
_DIFFICULTIES = ("trivial", "easy", "medium", "normal", "hard", "expert", "extreme")


class BookletSection(NamedTuple):
    """A part of a booklet: what is printed above its puzzles, and how many share a page (0: as the layout says)."""

    title: str
    text: str = ""
    per_page: int = 0


class _Member(NamedTuple):
    """A puzzle of a section, with its answer, its QR code, and the style of the labels of its rows and columns."""

    puzzle: Puzzle
    answer: State | None
    code: QrCode
    coordinates: str


class _Waiting(NamedTuple):
    """A puzzle that is drawn when its row is complete."""

    slot: Slot
    item: BoardItem


class Booklet:
    """A booklet: ``add`` puzzles one by one, then ``save`` it. ``section`` begins a section of puzzles.

    It takes little more memory than the finished file. ``alone`` lists the numbers of puzzles that have a page, or in
    sections a row, each because their cells would be too small otherwise. For the same reason, the sections in
    ``fewer`` have fewer puzzles on a page than requested. ``unrated`` counts the puzzles without a label that ``sort``
    knows, and ``n_pages`` the pages of the finished booklet. ``introduction`` is printed before the
    contents; with ``emblem`` a board is printed on the cover. The lines of the ``imprint`` are at the foot of the last
    page in front of the puzzles; the paragraphs of ``back_cover`` have the last page.
    """

    def __init__(
        self,
        target: str | Path | IO[bytes],
        layout: Layout | None = None,
        answers: str | Path | IO[bytes] | None = None,
    ) -> None:
        """``target`` is a path or an open file; so is ``answers``, for answers in a separate file. Nothing is written
        before ``save``."""
        self.layout = layout or Layout()
        self._target, self._answers = target, answers
        self._painter = ItemPainter(self.layout)
        self._pages = Pages(self.layout, self.layout.first_page, self.layout.title)
        self._pages.head = "" if self.layout.cover else self.layout.title
        self._pages.finish = self._draw_waiting
        if self.layout.place == "back" and self.layout.answers:
            self._pages.turned = self._print_back
        self.count = 0
        """The number of puzzles."""
        self.alone: list[int] = []
        self.fewer: list[str] = []
        self.unrated = self.n_pages = 0
        self.introduction = self.imprint = self.back_cover = ""
        self.emblem: Puzzle | None = None
        self._waiting: list[PackedPuzzle] = []
        self._solved: list[PackedPuzzle] = []
        self._front: list[PackedPuzzle] = []
        """The puzzles of the current page, if their answers belong on its back."""
        self._page: list[_Waiting] = []
        """The puzzles of the current page."""
        self._flow = Flow(self._pages)
        self._section: BookletSection | None = None
        self._is_uniform = False
        """Whether the current section has one genre, so that its puzzles need no name."""
        self._members: list[_Member] = []
        self._hints: list[tuple[int, str, str]] = []
        self._entries: list[ContentsEntry] = []
        self._group: type[Genre] | None = None
        self._known: set[type[Genre]] = set()
        self._number = self.layout.first_number

    @property
    def remarks(self) -> list[str]:
        """The puzzles and answers with cells that are too small to be easily read."""
        return self._painter.remarks

    def section(self, section: BookletSection) -> None:
        """Begins a section. ``Layout.sort`` does not change the order of its puzzles."""
        self._end_section()
        self._section = section

    def add(self, puzzle: Puzzle, answer: State | None = None, *, hint: str = "", code: QrCode = ()) -> None:
        """Adds the next puzzle; the layout determines where its answer goes.

        ``hint`` is printed on the page of hints: if it names rows or columns, these are labelled beside the board.
        ``code`` is a QR code beside the heading. Both need sections.
        """
        if hint:
            self._hints.append((self.layout.first_number + self.count, self._painter.name(puzzle), hint))
        self.count += 1
        if self._section is not None:
            names_places = re.search(r"\d", hint.partition(":")[0]) is not None
            self._members.append(_Member(puzzle, answer, code, "r1c1" if names_places else ""))
            return
        packed = PackedPuzzle.of(0, puzzle, answer)
        self.unrated += packed.level not in _DIFFICULTIES
        if self.layout.sort:
            self._waiting.append(packed)
        else:
            self._put(packed, puzzle, answer)

    def save(self) -> None:
        """Adds the last pages and the front pages, and writes the booklet. Raises OSError if that fails."""
        self._end_section()
        self._flow.end()
        for packed in sorted(self._waiting, key=self._order):
            self._put(packed, *packed.unpacked())
        self._spread()
        self._pages.end()
        if self._hints:
            self._pages.head = worded("Where to look")
            self._enter(self._pages.head, "hints")
            HintPages(self._pages, self._hints).write()
        if self.layout.place == "separate" and self._answers is not None:
            title = f"{self.layout.title}: {worded('answers')}" if self.layout.title else worded("Answers")
            separate = Pages(self.layout, 1, title)
            self._write_answers(separate, linked=False)
            _save(self._answers, separate)
        elif self.layout.place == "end":
            self._write_answers(self._pages, linked=True)
        title = self.layout.title or worded("Puzzles")
        entries = self._entries if self.layout.contents else []
        emblem = None if self.emblem is None else partial(self._draw_emblem, self.emblem)
        imprint = self.imprint.strip().splitlines()
        self._pages.front(title if self.layout.cover else "", entries, paragraphs(self.introduction), emblem, imprint)
        if self.back_cover.strip():
            self._pages.back(paragraphs(self.back_cover))
        _save(self._target, self._pages)
        self.n_pages = len(self._pages.canvas._doc.Pages.pages)

    def _write_answers(self, pages: Pages, *, linked: bool) -> None:
        if self._solved:
            AnswerPages(pages, self._painter, linked=linked).write(self._solved, self._enter)

    def _order(self, packed: PackedPuzzle) -> tuple[Any, ...]:
        puzzle, _ = packed.unpacked()
        cells = len(puzzle.board.cells)
        hard = _DIFFICULTIES.index(packed.level) if packed.level in _DIFFICULTIES else len(_DIFFICULTIES)
        orders = {"genre": (packed.genre.name.lower(), cells), "size": (cells,), "difficulty": (hard, cells)}
        return orders[self.layout.sort]

    def _draw_emblem(self, puzzle: Puzzle, slot: Slot) -> None:
        picture = self._painter.picture(puzzle, None)
        side = min(slot.width, slot.height, _EMBLEM * slot.width)
        width = side * min(picture.aspect, 1)
        height = width / picture.aspect
        x, y = slot.x + (slot.width - width) / 2, slot.top - (slot.height - height) / 2 - height
        paint_on(self._pages.canvas, picture, x, y, width, self.layout.cmyk)

    # -- puzzles

    def _put(self, packed: PackedPuzzle, puzzle: Puzzle, answer: State | None) -> None:
        number = self._number
        self._number += 1
        packed = packed._replace(number=number)
        solved = answer is not None and self.layout.answers
        layout = self.layout
        columns = layout.columns if layout.cell else layout.grid(layout.per_page, layout.size)[0]
        picture = self._painter.picture(puzzle, None)
        slot = self._slot(number, picture, list(self._heading(number, puzzle, layout.column_width(columns))))
        heading = list(self._heading(number, puzzle, slot.width))
        self._known.add(puzzle.genre)
        if self._group is not puzzle.genre:
            self._group = puzzle.genre
            self._enter(self._painter.name(puzzle), f"puzzle-{number}")
        item = BoardItem(number, puzzle, picture, heading, (), solved)
        self._list(item)
        self._page.append(_Waiting(slot, item))
        if self._pages.turned is not None:
            self._front.append(packed._replace(solved=solved))
        elif solved:
            self._solved.append(packed)

    def _enter(self, title: str, place: str, numbers: str = "") -> None:
        """Adds a part to the contents and the bookmarks."""
        self._entries.append(ContentsEntry(title, self._pages.page, place, numbers=numbers))
        self._pages.outline(title, place)

    def _list(self, item: BoardItem) -> None:
        """Adds a puzzle of the current page to the contents, if it has a title, and to the bookmarks."""
        title, place = item.puzzle.about.title, f"puzzle-{item.number}"
        if title:
            self._entries.append(ContentsEntry(f"{item.number}  {title}", self._pages.page, place, inner=True))
        self._pages.outline(title or self._painter.name(item.puzzle), place, item.number)

    def _draw_waiting(self) -> None:
        """Draws the puzzles of a page; the boards of a row begin at the same height."""
        waiting, self._page = self._page, []
        for _, row in groupby(waiting, key=lambda one: one.slot.top):
            items = list(row)
            above = max(self._painter.above(item.heading) for _, item in items)
            for slot, item in items:
                self._draw_item(slot, item, above, above)

    def _spread(self) -> None:
        """Gives the puzzles of an unfinished page more room, if they become larger in fewer columns or rows."""
        waiting, layout = self._page, self.layout
        columns, _ = layout.grid(layout.per_page, layout.size)
        if not waiting or layout.cell or waiting[0].slot.width > layout.column_width(columns) + 0.01:
            return
        above = max(self._painter.above(item.heading) for _, item in waiting)

        def cell(slot: Slot, item: BoardItem) -> float:
            wide, high = item.size
            return min(slot.width / wide, (slot.height - above) / high, self._painter.largest)

        def least(slots: list[Slot]) -> float:
            return min(cell(slot, item) for slot, (_, item) in zip(slots, waiting, strict=False))

        n, top = len(waiting), waiting[0].slot.top
        usual = [slot for slot, _ in waiting]
        others = [list(self._pages.arranged(top, own, -(-n // own))) for own in range(1, columns + 1)]
        best = max(others, key=least)
        if least(best) <= least(usual):
            return
        for i, (slot, (old, item)) in enumerate(zip(best, waiting, strict=False)):
            side = min(cell(slot, item), _GROWTH * cell(old, item))
            wide, high = item.size
            width = min(max(side * wide, self._heading_width(item), NARROW), slot.width)
            x = slot.x + (slot.width - width) / 2
            waiting[i] = _Waiting(Slot(x, slot.top, width, above + side * high + 0.01), item)

    def _draw_item(self, slot: Slot, item: BoardItem, above: float, caption: float, largest: float = 0) -> None:
        """Draws a puzzle in its slot, ``above`` lower, and its heading, which begins ``caption`` higher."""
        number, place = item.number, f"puzzle-{item.number}"
        linked = item.solved and self.layout.place != "separate"
        if not largest:
            largest = self.layout.cell * MM or self._painter.largest
        leads = f"answer-{number}" if linked else ""
        cell = self._painter.paint(self._pages, slot, item.heading, item.picture, place=place, leads=leads, above=above,
                                   largest=largest, caption=caption)
        if item.code:
            side = code_side(item.code)
            paint_code(self._pages.canvas, item.code, slot.x + slot.width - side, slot.top, side, self.layout.cmyk)
        self._painter.check_cell(f"number {number}", cell, self.layout.least_cell)

    def _slot(self, number: int, picture: Picture, heading: Sequence[HeadingLine]) -> Slot:
        """The next slot for a puzzle, or a separate page if its cells would be too small there."""
        above = self._painter.above(heading)
        left, top, right, bottom = picture.box
        if self.layout.cell:
            side = self.layout.cell * MM
            wide = (right - left) * side
            if wide <= self.layout.column_width(1, self._pages.size[0]) + 0.01:
                return self._pages.flowing(wide, above + (bottom - top) * side)
        usual, turned = self.layout.size, self.layout.size[::-1]
        columns, rows = self.layout.grid(1 if self.layout.cell else self.layout.per_page, usual)

        def cell(size: PageSize, columns: int = 1, rows: int = 1) -> float:
            wide = self.layout.column_width(columns, size[0])
            high = (size[1] - 2 * self._pages.margin - FOOT - (rows - 1) * GAP) / rows - above
            return min(wide / (right - left), high / (bottom - top), self._painter.largest)

        here, alone, sideways = cell(usual, columns, rows), cell(usual), cell(turned)
        turns = sideways > _TURNED * alone and alone < self._painter.largest / 2 and not self.layout.facing
        small = here < self.layout.least_cell * MM and (turns or alone > 1.02 * here)
        if small and columns * rows > 1:
            self.alone.append(number)
        if small or (columns * rows == 1 and turns):
            return self._pages.single(turned if turns else usual)
        return self._pages.slot(columns * rows if self.layout.cell else self.layout.per_page)

    def _print_back(self) -> None:
        """Prints the answers of the finished page on its back, which stays blank if there are none."""
        front, self._front = self._front, []
        solved = [packed for packed in front if packed.solved]
        AnswerPages(self._pages, self._painter, linked=True).write_in_slots(solved, len(solved))
        if front and not solved:
            self._pages.leave_blank()
        self._pages.end()

    # -- sections

    def _end_section(self) -> None:
        """Lays out the puzzles of the current section in rows below its head."""
        section, members = self._section, self._members
        self._section, self._members, self._is_uniform = None, [], False
        if section is None or not members:
            return
        flow, layout = self._flow, self.layout
        columns, n_rows = layout.grid(section.per_page or layout.per_page, layout.size)
        self._is_uniform = len({member.puzzle.genre for member in members}) == 1
        head = self._section_head(section, [member.puzzle for member in members])
        items = [self._member(member, layout.column_width(columns)) for member in members]
        room = flow.room - flow.whole(head.height) - flow.whole(_BELOW_HEAD)
        wanted = columns * n_rows
        columns, n_rows = self._arrangement(head, items, columns, n_rows)
        if columns * n_rows < wanted:
            self.fewer.append(section.title)
        limit = self._row_limit(head, -(-len(items) // columns), n_rows)
        wide = layout.column_width(columns)

        def is_small(item: BoardItem) -> bool:
            here, alone = self._cell(item, wide, limit), self._cell(item, layout.column_width(1), room)
            return here < layout.least_cell * MM and alone > 1.02 * here

        if columns * n_rows > 1:
            self.alone += [item.number for item in items if is_small(item)]
        rows = in_rows(items, columns, is_small)
        full = [row for row in rows if len(row) == columns]
        usual = max((self._cell(item, wide, limit) for row in full for item in row), default=0)
        others = max((self._cell(item, wide, limit) for item in items if not is_small(item)), default=0)
        blocks: list[Block] = []
        for row in rows:
            most, height = self._painter.largest, limit
            if is_small(row[0]):
                height, most = room, _GROWTH * others if others else most
            elif usual and len(row) < columns:
                most = _GROWTH * usual
                height = max(limit, min(_GROWTH * limit, self._left_for([head, *blocks], limit)))
            blocks.append(self._row_block(row, layout.column_width(len(row)), height, most))
        flow.keep([[head, blocks[0]._replace(gap=_BELOW_HEAD)], *([block] for block in blocks[1:])])

    def _arrangement(self, head: Block, items: Sequence[BoardItem], columns: int, rows: int) -> tuple[int, int]:
        """The columns and rows of a page: fewer than requested if the cells of most boards would be too small."""
        least = self.layout.least_cell * MM
        across = 1 if self.layout.size[0] <= self.layout.size[1] else -1  # rows fill tall pages, columns wide ones
        fewer = product(range(1, columns + 1), range(1, rows + 1))
        for own, n_rows in sorted(fewer, key=lambda grid: (-grid[0] * grid[1], across * grid[0])):
            wide, limit = self.layout.column_width(own), self._row_limit(head, -(-len(items) // own), n_rows)
            if 2 * sum(self._cell(item, wide, limit) < least for item in items) <= len(items):
                return own, n_rows
        return columns, rows

    def _left_for(self, blocks: Sequence[Block], least: float) -> float:
        """The height of the page that another block can have after some, if it needs at least ``least``."""
        flow = self._flow
        needed = sum(flow.whole(one.height) + flow.whole(one.gap) for one in blocks) + flow.whole(GAP) + least
        used = 0.0 if flow.begins_page(needed, blocks[0].gap) else flow.used
        for block in blocks:
            used += flow.whole(block.gap) * (used > 0) + flow.whole(block.height)
            used = used if used <= flow.room else flow.whole(block.height)
        left = flow.room - used - flow.whole(GAP)
        return left if left >= flow.whole(least) else flow.room

    def _row_limit(self, head: Block, rows: int, per_page: int) -> float:
        """The most height of a row if a page has ``per_page`` rows. A section with fewer rows takes its share of the
        page, so that others have room below it."""
        flow = self._flow
        above, around = flow.whole(_ABOVE_HEAD), flow.whole(head.height) + flow.whole(_BELOW_HEAD)
        rows = min(rows, per_page)
        share = int((flow.room + above) * rows / per_page / flow.line + 0.001) * flow.line - above
        return int((share - around - (rows - 1) * flow.whole(GAP)) / rows / flow.line + 0.001) * flow.line

    def _member(self, member: _Member, width: float) -> BoardItem:
        """A puzzle of a section, with the next number."""
        puzzle, answer, code, coordinates = member
        number = self._number
        self._number += 1
        solved = answer is not None and self.layout.answers
        packed = PackedPuzzle.of(number, puzzle, answer)._replace(solved=solved)
        self.unrated += packed.level not in _DIFFICULTIES
        if self._pages.turned is None and solved:
            self._solved.append(packed)
        heading = list(self._heading(number, puzzle, width - (code_side(code) + 2 * MM if code else 0)))
        self._known.add(puzzle.genre)
        picture = self._painter.picture(puzzle, None, coordinates)
        return BoardItem(number, puzzle, picture, heading, code, solved)

    def _section_head(self, section: BookletSection, puzzles: Sequence[Puzzle]) -> Block:
        """The title of a section, its text, and the rules if all its puzzles share them."""
        title, text = self.layout.fonts.head * _TITLE, self.layout.fonts.small
        measure = min(self._pages.width, MEASURE * text)
        told = paragraphs(section.text)
        first = max(puzzles, key=lambda one: len(one.genre.task_of(one)))  # its task is that of the others, or more
        if self.layout.rules and self._is_uniform and first.genre.task:
            told.append(first.genre.task_of(first))
            self._known.add(first.genre)
        lines = [line for paragraph in told for line in ("", *self._pages.wrapped(paragraph, measure, text))][1:]
        first_number, last_number = self._number, self._number + len(puzzles) - 1
        place = f"section-{first_number}"
        numbers = f"{first_number}–{last_number}" if len(puzzles) > 1 else str(first_number)

        def drawn(top: float) -> None:
            pages = self._pages
            pages.target(place, top)
            self._enter(section.title, place, numbers)
            base = top - title
            pages.write(pages.shortened(section.title, pages.width, title, True), pages.left, base, title, True)
            pages.rule(base - 0.35 * title)
            for n, line in enumerate(lines, 1):
                pages.write(line, pages.left, top - title * LEADING - n * text * LEADING - 0.3 * text, text)

        return Block(title * LEADING + len(lines) * text * LEADING + 0.5 * text, drawn, _ABOVE_HEAD, section.title)

    def _row_block(self, row: Sequence[BoardItem], width: float, height: float, largest: float) -> Block:
        """Puzzles side by side, each in the middle of its column. Headings are level, and so are boards."""
        above = self._flow.whole(max(map(self._space_above, row)))
        caption = max(self._painter.above(item.heading) for item in row)
        sizes = [item.size for item in row]
        cells = [min(width / wide, (height - above) / high, largest) for wide, high in sizes]
        shapes = [item.shape for item in row]  # boards of one size have cells of one size
        cells = [min(cell for cell, other in zip(cells, shapes, strict=True) if other == own) for own in shapes]
        tops = [-item.picture.box[1] * cell for item, cell in zip(row, cells, strict=True)]
        lower = [max(tops) - own for own in tops]  # the clues above boards may differ in height
        high = max(down + cell * size[1] for down, cell, size in zip(lower, cells, sizes, strict=True))
        share = min(1, (height - above) / high)

        def drawn(top: float) -> None:
            for n, (item, cell, down, size) in enumerate(zip(row, cells, lower, sizes, strict=True)):
                side, down = cell * share, down * share
                wide = min(max(side * size[0], self._heading_width(item), NARROW), width)
                x = self._pages.left + n * (width + GAP) + (width - wide) / 2
                slot = Slot(x, top, wide, above + down + side * size[1] + 0.01, 0)
                self._list(item)
                self._draw_item(slot, item, above + down, caption + down, side)
                if self._pages.turned is not None:
                    self._front.append(PackedPuzzle.of(item.number, item.puzzle, None))

        return Block(above + high * share, drawn)

    def _cell(self, item: BoardItem, width: float, height: float) -> float:
        """The side of the cells of a puzzle in some space."""
        wide, high = item.size
        return min(width / wide, (height - self._flow.whole(self._space_above(item))) / high, self._painter.largest)

    def _heading_width(self, item: BoardItem) -> float:
        """The width of the lines above a picture, with the QR code."""
        text = max(self._pages.width_of(line, size, bold) for line, size, bold in item.heading)
        return text + (code_side(item.code) + 2 * MM if item.code else 0)

    def _space_above(self, item: BoardItem) -> float:
        """The height of the lines and the QR code above a picture."""
        return max(self._painter.above(item.heading), code_side(item.code) + 2 * MM if item.code else 0)

    # -- the content of a slot

    def _heading(self, number: int, puzzle: Puzzle, width: float) -> Iterator[HeadingLine]:
        """The lines above a puzzle: text, size, and whether it is bold."""
        about, genre, size = puzzle.about, puzzle.genre, self.layout.fonts.small
        label = worded(about.difficulty) if self.layout.difficulty else ""
        path = list(_path_words(about.path)) if about.path is not None and label else []
        if self._hints:
            path = path[:1]  # the time; the page of hints names the technique
        if self._is_uniform and not about.title:
            yield f"{number}  {label}", self.layout.fonts.head, True
            label = ""
        else:
            yield f"{number}  {about.title or self._painter.name(puzzle)}", self.layout.fonts.head, True
        parts = self._painter.name(puzzle) if about.title else "", about.author, label, *about.credits
        details = " – ".join(filter(None, parts))
        for part in path:  # as many as fit
            longer = f"{details}, {part}" if details else part
            details = longer if self._pages.width_of(longer, size) <= width else details
        if details:
            yield details, size, False
        if self.layout.rules and genre.task and genre not in self._known:
            for line in self._pages.wrapped(genre.task_of(puzzle), width, size):
                yield line, size, False


def _path_words(path: PathSummary) -> Iterator[str]:
    """The minutes, the number of steps and the hardest technique."""
    yield worded("about {n} min", n=path.minutes)
    yield worded("1 step") if path.steps == 1 else worded("{n} steps", n=path.steps)
    yield worded("hardest: {names}", names=path.technique)


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each as one line; empty lines separate them."""
    found = (" ".join(part.split()) for part in re.split(r"\n[ \t]*\n", text))
    return [part for part in found if part]


def _save(target: str | Path | IO[bytes], pages: Pages) -> None:
    data = pages.data()
    if isinstance(target, str | Path):
        store(target, data)
    else:
        target.write(data)
