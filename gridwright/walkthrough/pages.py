"""The steps of a solution as one HTML page, and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from typing import NamedTuple

from ..picture.picture import Picture


class PageSection(NamedTuple):
    """A heading, words, and a function that draws the picture; ``technique`` is the name of a step's technique."""

    heading: str
    words: str
    picture: Callable[[], Picture] | None
    technique: str = ""


# -- HTML -------------------------------------------------------------------------------------------------------------

_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; color: #111; background: #fff; margin: 2rem auto; max-width: 46rem;
  padding: 0 1rem; }
h1 { font-size: 1.4rem; } section { margin: 2rem 0; } section h2 { font-size: 1rem; margin: 0; color: #555; }
svg { display: block; width: min(100%, 30rem); height: auto; margin: .5rem 0; }
.slider section { display: none; margin-top: 1rem; } .slider section.shown { display: block; }
nav { display: none; } .slider nav { display: flex; gap: .75rem; align-items: center; position: sticky; top: 0;
  background: #fff; padding: .5rem 0; } nav input { flex: 1; } nav button { font: inherit; min-width: 3rem; }
"""
_SCRIPT = """
const all = [...document.querySelectorAll("section")], range = document.querySelector("input");
const show = n => { all.forEach((s, i) => s.classList.toggle("shown", i == n)); range.value = n; };
document.body.classList.add("slider"); range.max = all.length - 1;
range.oninput = () => show(+range.value);
const go = by => show(Math.max(0, Math.min(all.length - 1, +range.value + by)));
document.querySelector("#back").onclick = () => go(-1); document.querySelector("#on").onclick = () => go(1);
document.onkeydown = e => { if (e.target === range) return;
  if (e.key === "ArrowLeft") go(-1); if (e.key === "ArrowRight") go(1); };
show(0);
"""


def html(title: str, entries: Iterable[PageSection]) -> str:
    """One self-contained page: a slider through the entries if scripts run, otherwise a list."""
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>", "</head>", "<body>",
        f"<h1>{escape(title)}</h1>",
        '<nav><button id="back" aria-label="Back">&larr;</button>'
        '<input type="range" min="0" value="0" aria-label="Step">'
        '<button id="on" aria-label="Next">&rarr;</button></nav>',
        *map(_section, entries),
        f"<script>{_SCRIPT}</script>", "</body>", "</html>", "",
    ])  # fmt: skip


def _section(entry: PageSection) -> str:
    words = f"<p>{escape(entry.words)}</p>"
    if entry.picture is None:
        return f"<section>{words}</section>"
    technique = f" ({escape(entry.technique)})" if entry.technique else ""
    return f"<section><h2>{entry.heading}{technique}</h2>\n{entry.picture().svg()}\n{words}</section>"


# -- Markdown ---------------------------------------------------------------------------------------------------------


def markdown(title: str, entries: Iterable[PageSection], pictures: str = "") -> str:
    """A text with a heading for each step; with links to the pictures of the steps if their folder is given."""
    puzzle, *steps = entries
    lines = [f"# {title}", ""]
    if puzzle.words:
        lines += [puzzle.words, ""]
    for number, entry in enumerate(steps, 1):
        if entry.heading:
            lines += [f"## {entry.heading}", ""]
        lines += [entry.words, ""]
        if entry.picture is not None and pictures:
            lines += [f"![{entry.heading}]({pictures}/step-{number}.svg)", ""]
    return "\n".join(lines)
