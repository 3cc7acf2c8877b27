"""Answers that stand in files, and answers that are found: which are right, and whether they are the only ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import click

import gridwright as gw

from ..engine.solve.check import Violation
from ..formats.dialect import Reading
from ..language.puzzle import State
from .work import ShouldStop

Judgement = Literal["right", "wrong", "unfinished", "undecided"]

proof_option = click.option(
    "--proof/--no-proof", default=True, show_default=True,
    help="Prove that each puzzle has only one answer, even if the file contains one.",
)


def judgement(faults: Sequence[Violation]) -> Judgement:
    """What ``check(..., finished=True)`` found, in a word."""
    if not faults:
        return "right"
    return "unfinished" if all(fault.rule == "finished" for fault in faults) else "wrong"


def judged(
    reading: Reading, timeout: float | None, stop: ShouldStop, known: State | None = None
) -> Judgement | None:
    """Whether the answer stored with a puzzle is right; None if there is none.

    ``known`` is an answer known to be right; comparing with it is faster than checking the rules.
    """
    if reading.answer is None:
        return None
    if known is not None and known.marks == reading.answer.marks:
        return "right"
    try:
        return judgement(gw.check(reading.puzzle, reading.answer, finished=True, timeout=timeout, stop=stop))
    except gw.TimeUp:
        return "undecided"


STORED_FAULTS = {
    "wrong": "the answer in the file is wrong (gridwright check tells why)",
    "undecided": "there was no time to check the answer in the file",
}
"""What a user is told about stored answers that are not known to be right."""


@dataclass(frozen=True)
class Proven:
    """The answer of a puzzle that is to be shown, and what a user must be told about it."""

    answer: State | None
    complaint: str = ""
    """Why the puzzle or its stored answer is not as it should be; empty if all is well."""
    other: State | None = None
    """Another answer, if one was found."""


def proven(reading: Reading, timeout: float | None, stop: ShouldStop, *, proof: bool) -> Proven:
    """The stored answer of a puzzle if it is right, or else one that is found by solving.

    With ``proof`` the puzzle is solved in any case, within ``timeout`` seconds, so that a second answer is noticed. A
    stored answer that is wrong is never shown.
    """
    word = judged(reading, timeout, stop)
    stored = reading.answer if word == "right" else None
    if stored is not None and not proof:
        return Proven(stored)
    verdict = gw.solve(reading.puzzle, timeout=timeout, stop=stop)
    answer = stored or (verdict.answers[0] if verdict.answers else None)
    complaints = [STORED_FAULTS[word]] if word in STORED_FAULTS else []
    if verdict.status == "none":
        complaints.append("the puzzle has no answer")
    elif verdict.status == "several":
        complaints.append("the puzzle has several answers")
    elif verdict.status == "undecided" and answer is None:
        complaints.append("no answer was found in time")
    elif verdict.status == "undecided":
        complaints.append("there was no time to prove that it has one answer only")
    other = next((one for one in verdict.answers if answer is not None and one.marks != answer.marks), None)
    return Proven(answer, "; ".join(complaints), other)
