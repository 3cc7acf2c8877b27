"""A worker process for everything slow: solving blocks the interpreter, and moves must be judged meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any, Protocol

from ..engine.solve.clock import TimeUp
from ..language.translation import current_language, in_language

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from multiprocessing.synchronize import Event

_GRACE = 1.0
"""Seconds that a job has to end on request before its process is replaced."""

Job = Callable[..., Any]
"""A function of a module, called with its arguments and ``stop=``; its result can be pickled. On request it also gets
``progress=``, a function of one argument that can be pickled."""
_READY = "ready"
"""The message of a process that has imported what jobs need."""


class Client:
    """Who sent a request. Its jobs are cancelled when it goes away."""

    def __init__(self) -> None:
        self._has_left = False
        self._cancels: list[Callable[[], None]] = []

    def begin(self, cancel: Callable[[], None]) -> None:
        """Notes how a job is cancelled that begins now."""
        self._cancels.append(cancel)
        if self._has_left:
            cancel()

    def leave(self) -> None:
        """Cancels all jobs."""
        self._has_left = True
        for cancel in self._cancels:
            cancel()


CLIENT: ContextVar[Client | None] = ContextVar("client", default=None)
"""The client whose request is being answered."""


class Superseded(Exception):
    """A newer request took the worker, or the request was cancelled."""


class WorkerLost(Exception):
    """The process ended unexpectedly."""


class JobFailed(Exception):
    """A job raised an exception, with its type's name and its message."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


def told(fault: Exception) -> tuple[str, str]:
    """The type's name and the message of an exception; when the time is up, only what is known of the reason."""
    return type(fault).__name__, fault.reason if isinstance(fault, TimeUp) else str(fault)


class Jobs(Protocol):
    """Runs jobs."""

    def start(self) -> None:
        """Prepares for the first job, without waiting."""

    def ask(self, job: Job, *args: Any, progress: Callable[[Any], None] | None = None) -> Any:
        """What a job returns; ``progress`` hears how it gets on. Raises Superseded, JobFailed and WorkerLost."""

    def cancel_running(self) -> None:
        """Asks the running job to end."""

    def kill(self) -> None:
        """Ends everything at once."""


class Worker:
    """A process that runs one job at a time; the newest request wins. It calls ``prepare`` before the first job."""

    def __init__(self, prepare: Callable[[], None] | None = None) -> None:
        import multiprocessing  # browsers, in which the page may run without a server, have no processes

        self._prepare, self._ready = prepare, False
        self._context = multiprocessing.get_context("spawn")
        self._newest, self._is_busy = 0, False
        self._turn, self._guard = Condition(), Lock()
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._stop: Event | None = None

    def start(self) -> None:
        """Starts the process if there is none, without waiting."""
        with self._guard:
            if self._process is None or not self._process.is_alive():
                self._spawn()

    def _spawn(self) -> None:
        ours, theirs = self._context.Pipe()
        self._stop, self._ready = self._context.Event(), False
        self._process = self._context.Process(target=_work, args=(theirs, self._stop, self._prepare), daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = ours

    def ask(self, job: Job, *args: Any, progress: Callable[[Any], None] | None = None) -> Any:
        """What a job returns; ``progress`` hears how it gets on. Raises Superseded, JobFailed and WorkerLost."""
        number = self._take_turn()
        try:
            self.start()
            return self._answer(number, job, args, progress)
        finally:
            with self._turn:
                self._is_busy = False
                self._turn.notify_all()

    def _take_turn(self) -> int:
        """Waits until the process is free, and returns the request's number. Older requests give up."""
        with self._turn:
            self._newest += 1
            number = self._newest
            self._turn.notify_all()
            self.cancel_running()
            while self._is_busy and number == self._newest:
                was_ready = self._ready  # replacing a process that is still starting would gain nothing
                if not self._turn.wait(_GRACE) and number == self._newest and was_ready:
                    self.kill()
            if number != self._newest:
                raise Superseded
            self._is_busy = True
            return number

    def _answer(
        self, number: int, job: Job, args: tuple[Any, ...], progress: Callable[[Any], None] | None
    ) -> Any:
        pipe, stop = self._pipe, self._stop
        assert pipe is not None and stop is not None
        stop.clear()
        if number != self._newest:  # the newer request came before the flag was cleared
            raise Superseded
        client = CLIENT.get()
        if client is not None:
            client.begin(partial(self._cancel, number))
        try:
            pipe.send((current_language(), job, args, progress is not None))
            if not self._ready:
                self._ready = pipe.recv() == _READY
            kind, result = pipe.recv()
            while kind == "progress" and progress is not None:
                progress(result)
                kind, result = pipe.recv()
        except (EOFError, OSError):
            self.kill()  # it may still be ending, and must not be considered alive
            raise (Superseded if stop.is_set() else WorkerLost) from None
        if number != self._newest or (kind != "result" and stop.is_set()):
            raise Superseded
        if kind == "result":
            return result
        raise JobFailed(*result)

    def cancel_running(self) -> None:
        """Asks the running job to end."""
        if self._stop is not None:
            self._stop.set()

    def _cancel(self, number: int) -> None:
        """Asks a job to end, unless a newer one has taken its place."""
        with self._turn:
            if number == self._newest:
                self.cancel_running()

    def kill(self) -> None:
        """Ends the process at once."""
        with self._guard:
            if self._process is not None:
                self._process.kill()
                self._process.join()
                self._process = None


def _work(pipe: Connection, stop: Event, prepare: Callable[[], None] | None) -> None:
    """Runs jobs until the other end of the pipe is closed."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C, and then closes the pipe
    if prepare is not None:
        prepare()
    pipe.send(_READY)
    while True:
        try:
            code, job, args, is_heard = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            names = {"progress": partial(_report, pipe)} if is_heard else {}
            with in_language(code):
                message: tuple[str, Any] = ("result", job(*args, stop=stop.is_set, **names))
        except Exception as fault:  # the page reports it, whatever it is, and the worker goes on
            message = ("fault", told(fault))
        pipe.send(message)


def _report(pipe: Connection, progress: Any) -> None:
    """Sends the progress of a job."""
    pipe.send(("progress", progress))
