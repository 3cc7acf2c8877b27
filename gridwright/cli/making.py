"""Makes the puzzles that ``gridwright generate`` is asked for, and says which could not be made."""

from __future__ import annotations

import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from secrets import token_hex

import gridwright as gw

from ..formats.errors import WriteError
from ..language.puzzle import Puzzle, State
from ..making.bitmaps import Artwork
from ..making.makers import Makers
from ..making.request import Asked, Request
from ..making.stream import NewPuzzle, Outcome, outcome
from ..registry import implied_options
from .orders import Order, Task, number_or_word, of_every_genre, option, structure_of, with_files
from .outputs import Inputs
from .settings import Settings
from .show import INTERRUPTED, NOT_RIGHT, UNREADABLE, Report, Reporter, Stop, echo, fail, is_watched, words_of
from .targets import Destination, FindAnswer, Target, target_of

_VAIN = 3
"""Consecutive failures after which no more puzzles of an order are tried."""
_UNTRIED = "not tried, because those before it could not be made"
_FEW = 12
"""The number of differences from a picture that are listed."""


@dataclass(frozen=True)
class MakingOptions:
    """The command line, as far as it describes the puzzles."""

    genre: str | None
    size: tuple[int, int] | None
    difficulty: str | None
    techniques: tuple[str, ...]
    without: tuple[str, ...]
    no_guess: bool
    count: int
    symmetry: str | None
    density: float | None
    unknown: float | None
    values: str | None
    mask: str | None
    structure: str | None
    picture: Artwork | None
    options: tuple[str, ...]
    seed: str | None
    every: bool

    def orders(self) -> list[Order]:
        """The orders. Ends the program if options contradict each other."""
        if self.every:
            return self._of_every_genre()
        kept = structure_of(self.structure) if self.structure is not None else None
        values = self.values.split(",") if self.values is not None else None
        chosen = tuple(number_or_word(value.strip() or value) for value in values) if values is not None else None
        genre = genre_of(self.genre, kept)
        options = implied_options(genre, self.genre) | dict(map(option, self.options))
        order = Order(genre, self.size, self.count, self.difficulty, self.symmetry, self.seed or "", options,
                      Asked(density=self.density, unknown=self.unknown, values=chosen, technique=self.techniques,
                            without=self.without, no_guess=self.no_guess))
        return [with_files(order, self.mask, self.structure, self.picture, kept)]

    def _of_every_genre(self) -> list[Order]:
        own = (self.genre, self.size, self.symmetry, self.density, self.unknown, self.values, self.mask, self.structure,
               self.picture, self.options or None, self.techniques or None, self.without or None,
               self.no_guess or None)
        if any(one is not None for one in own):
            fail("--all makes puzzles of every genre in its own sizes; only --difficulty, --count, --seed, "
                 "--jobs, --timeout and -o go with it")
        return list(of_every_genre(self.difficulty, self.count, self.seed or token_hex(4)))


def make(
    options: MakingOptions, output: str | None, to: str | None, jobs: int, timeout: float | None,
    overwrite: bool = False,
) -> None:
    """Makes the puzzles. Ends the program with the exit status if any of them is missing."""
    if options.every and output is None:
        fail("--all makes many puzzles; name a folder for them: -o FOLDER/")
    screen, stop = Reporter(), Stop()
    orders = options.orders()
    count = sum(order.count for order in orders)
    find_answer = partial(_find_answer, screen, timeout, stop)
    files = (options.mask, options.structure, str(options.picture.path) if options.picture is not None else None)
    place = Destination(output, to, Inputs([file for file in files if file is not None], Settings()), overwrite)
    if to is not None and not options.every:
        _check_format(orders[0].genre, to)
    with target_of(place, options.every, count, lambda text: screen.show(Report(text)), find_answer) as target:
        orders = [order if order.seed else replace(order, seed=target.seed_of(order) or token_hex(4))
                  for order in orders]
        run = _Run(orders, target, screen, jobs, timeout, stop, find_answer)
        run.is_seed_new = options.seed is None
        run.work()
    run.finish(Path(output) if options.every and output is not None and Path(output).is_dir() else None)


def _find_answer(screen: Reporter, timeout: float | None, stop: Stop, puzzle: Puzzle) -> State | None:
    """The answer of a new puzzle; None, with a message, if there is no time to find it again."""
    own = None if stop.asked else stop  # puzzles that are finished before Ctrl-C are stored with their answers
    answers = gw.solve(puzzle, limit=1, timeout=timeout, stop=own).answers
    if not answers and not stop.asked:
        screen.show(Report(err=f"{puzzle.genre.name}: there was no time to find the answer again"))
    return answers[0] if answers else None


def _check_format(genre: type[gw.Genre], to: str) -> None:
    """Ends the program if a format has no puzzles of a genre."""
    names = ["json", *dict.fromkeys(dialect.format for dialect in genre.dialects)]
    if to not in names:
        fail(f"the format {to} has no {genre.name}; it can be written as {' or '.join(names)}")


def genre_of(name: str | None, structure: Puzzle | None) -> type[gw.Genre]:
    """The genre of this name, or that of the structure. Ends the program if there is none."""
    if name is None:
        if structure is not None:
            return structure.genre
        fail("which genre? gridwright genres lists them")
    try:
        return gw.genre(name)
    except gw.UnknownGenre as fault:
        fail(str(fault))


class _Run:
    """Makes all puzzles of some orders, and says which could not be made."""

    def __init__(
        self, orders: Sequence[Order], target: Target, screen: Reporter, jobs: int, timeout: float | None, stop: Stop,
        find_answer: FindAnswer,
    ) -> None:
        self.target, self.screen, self.jobs, self.timeout = target, screen, jobs, timeout
        self.stop, self.find_answer = stop, find_answer
        self.tasks = list(self._tasks(orders))
        self.is_seed_new = False
        """Whether nobody has chosen the seed."""
        self.n_made = 0
        self.missing: list[tuple[Task, str]] = []
        self.is_impossible = False
        """Whether a puzzle failed for another reason than lack of time."""
        self.others: list[tuple[Task, str]] = []
        """Puzzles whose difficulty is not the requested one."""
        self._vain: Counter[int] = Counter()
        screen.total, screen.counted, screen.doing = len(self.tasks), "puzzles", "making a puzzle"

    def _tasks(self, orders: Sequence[Order]) -> Iterator[Task]:
        """The puzzles that are missing in the target. Ends the program for what a genre cannot have."""
        for order in orders:
            try:
                request = order.request()
            except gw.MakingError as fault:
                fail(_in_words(fault, order))
            done = self.target.done(order)
            yield from (Task(order, request, number) for number in range(order.count) if number not in done)

    def work(self) -> None:
        """Makes and stores the puzzles in order."""
        with self.stop:
            self.stop.tick = self.screen.tick
            try:
                with Makers(self.jobs, partial(outcome, self.timeout), self.stop) as makers:
                    self._make(makers)
            except gw.MakingError as fault:  # a process died
                fail(str(fault))
            finally:
                self.screen.close()

    def _make(self, makers: Makers[Request, Outcome]) -> None:
        """Makes the puzzles. After Ctrl-C, those are stored that are finished."""
        tasks = self._worth_a_try()
        waiting = deque((task, makers.begin(task.own_request)) for task in islice(tasks, makers.n_ahead))
        while waiting:
            task, work = waiting.popleft()
            found = makers.result(work)
            if found is None or (isinstance(found, gw.TimeUp) and self.stop.asked):
                for own, finished in makers.ready([(task, work), *waiting]):
                    if isinstance(finished, NewPuzzle):
                        self._take(own, finished)
                return
            self._take(task, found)
            self.screen.advance()
            waiting.extend((task, makers.begin(task.own_request)) for task in islice(tasks, 1))

    def _worth_a_try(self) -> Iterator[Task]:
        """The tasks, except those of orders that fail again and again."""
        for task in self.tasks:
            if self._vain[id(task.order)] >= _VAIN:
                self.missing.append((task, _UNTRIED))
                self.screen.advance()
            else:
                yield task

    def _take(self, task: Task, outcome: Outcome) -> None:
        if not isinstance(outcome, NewPuzzle):
            is_late = isinstance(outcome, gw.TimeUp)
            self._miss(task, self._why_not(outcome), is_named=is_late, is_impossible=not is_late)
            return
        puzzle = outcome.puzzle
        try:
            self.target.put(task, puzzle)
        except WriteError as fault:
            self._miss(task, str(fault), is_named=True, is_impossible=True)
            return
        self._vain[id(task.order)] = 0
        self.n_made += 1
        if outcome.remark:
            words = f"{task.words}: {outcome.remark}"
            self.screen.show(Report(err=words))
            if task.request.difficulty is not None or task.request.terms:
                self.others.append((task, words))
        if task.order.asked.picture is not None:
            self.screen.show(Report(err=self._differences(task, puzzle)))

    def _differences(self, task: Task, puzzle: Puzzle) -> str:
        """In words, how the answer differs from the picture."""
        from ..making.by_picture import shown

        genre = task.order.genre
        if genre.layers[genre.making.pictured].look.kind == "wall":
            return f"{task.words}: the borders of the areas are exactly those of the picture"
        answer = self.find_answer(puzzle)
        if answer is None:
            return ""
        dark, wanted = shown(genre, answer), task.request.conditions.dark
        painted, marks = task.request.conditions.painted, answer.marks[genre.making.pictured]
        places = sorted((dark ^ wanted) | {at for at, value in painted.items() if marks.get(at) != value})
        if not places:
            return f"{task.words}: the answer is exactly the picture"
        names = [f"{puzzle.board.name(at)} {'light' if at not in dark else marks[at] if painted else 'dark'}"
                 for at in places[:_FEW]]
        more = f" and {len(places) - _FEW} more" if len(places) > _FEW else ""
        return (f"{task.words}: to have one answer, it differs from the picture in {len(places)} of "
                f"{len(set(puzzle.board.cells))} cells: {', '.join(names)}{more}")

    def _miss(self, task: Task, why: str, *, is_named: bool, is_impossible: bool) -> None:
        """Notes why a task failed, and reports it unless its order has failed too often."""
        self.missing.append((task, why))
        self._vain[id(task.order)] += 1
        self.is_impossible |= is_impossible
        if self._vain[id(task.order)] <= _VAIN:
            self.screen.show(Report(err=f"{task.words}: {why}" if is_named else why))

    def _why_not(self, outcome: gw.MakingError | gw.TimeUp) -> str:
        if isinstance(outcome, gw.MakingError):
            return str(outcome)
        late = f"the time was up ({self.timeout:g} s); --timeout gives more"
        return f"{late}; until then: {outcome.reason}" if outcome.reason else late

    def finish(self, folder: Path | None) -> None:
        """Reports what was made and what was not, and ends the program with the exit status."""
        untried = sum(why == _UNTRIED for _, why in self.missing)
        if untried and folder is None:
            echo(f"{untried} more were not tried", err=True)
        told = self.target.told()
        if told and (is_watched(sys.stderr) or (self.is_seed_new and not self.target.keeps)):
            echo(f"{told}, seed {self.tasks[0].order.seed}" if self.tasks else told, err=True)
        if folder is not None:
            self._sum_up(folder)
        if self.stop.asked:
            fail("stopped; what was made until then is kept", INTERRUPTED)
        if self.missing or self.others:
            nothing = len(self.missing) == len(self.tasks)
            raise SystemExit(UNREADABLE if nothing and self.is_impossible else NOT_RIGHT)

    def _sum_up(self, folder: Path) -> None:
        """Writes and prints the summary of puzzles of every genre."""
        lines = [f"{self.n_made} of {len(self.tasks)} puzzles were made, each proved to have exactly one answer."]
        lines += [f"not made: {task.words}: {why}" for task, why in self.missing]
        lines += [f"other difficulty: {words}" for _, words in self.others]
        try:
            (folder / "summary.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as fault:
            fail(f"{folder / 'summary.txt'}: {words_of(fault)}")
        echo("\n".join(lines))


def _in_words(fault: gw.MakingError, order: Order) -> str:
    """What is wrong with an order; for pictures, also which genres can show them."""
    return str(fault) if order.asked.picture is None else picture_fault(fault, order.genre)


def picture_fault(fault: gw.MakingError, genre: type[gw.Genre]) -> str:
    """What is wrong with a picture, and which genres can show one if this genre cannot."""
    from ..making.drawings import kind_of

    if kind_of(genre) is not None:
        return str(fault)
    return f"{fault}; these genres can: {', '.join(genre.name for genre in gw.known_genres() if kind_of(genre))}"
