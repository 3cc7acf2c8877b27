"""``gridwright explain``: the whole solution, step by step, on a page or in a booklet."""

from __future__ import annotations

from pathlib import Path

import click

import gridwright as gw

from .files import readings_of, source_of
from .settings import ascii_option, format_option, settings_for, symbols_option, timeout_option
from .show import NOT_RIGHT, echo, fail, fault_line

_ENDINGS = ("html", "md", "pdf", "json")


@click.command("explain")
@click.argument("file")
@click.option("-o", "--output", metavar="OUT", help="A file that ends in .html, .md, .pdf or .json; else text.")
@click.option("--index", type=click.IntRange(min=0), default=0, show_default=True, help="Which puzzle, from 0.")
@timeout_option
@format_option
@symbols_option
@ascii_option
def command(
    file: str,
    output: str | None,
    index: int,
    timeout: float | None,
    format: str | None,
    symbols: str | None,
    use_ascii: bool,
) -> None:
    """Explain a solution step by step.

    Each step follows from the rules and from what is known, with its reason in words. Exit status: 0 when the
    explanation is complete, 1 when the puzzle has no answer, or the time was up.
    """
    if output is not None and Path(output).suffix.lower().lstrip(".") not in _ENDINGS:
        fail(f"{output}: the ending sets the format; use one of: {', '.join(f'.{end}' for end in _ENDINGS)}")
    settings = settings_for(False, format, symbols, use_ascii)
    try:
        readings = readings_of(source_of(file), settings)
    except gw.FormatError as fault:
        fail(fault_line(file, fault))
    if index >= len(readings):
        fail(f"{file}: this file holds {len(readings)} puzzle{'' if len(readings) == 1 else 's'}, counted from 0")
    try:
        path = gw.explain(readings[index].puzzle, timeout=timeout)
        if output is None:
            for number, step in enumerate(path, 1):
                echo(f"{number}. {step.words}")
        else:
            path.save(output)
    except ValueError:
        fail(f"{file}: the puzzle has no answer; gridwright diagnose {file} tells which clues clash", NOT_RIGHT)
    except gw.TimeUp:
        fail(f"{file}: drawing the steps takes longer than {timeout:g} s")
    except OSError as fault:
        if output is None:
            raise  # of standard output: handled by the program as a whole
        fail(f"{output}: {(fault.strerror or str(fault)).lower()}")
    if not path.complete:
        fail(f"{file}: the time was up after {len(path.steps)} steps", NOT_RIGHT)
