"""A path as one self-contained HTML page."""

from __future__ import annotations

from html import escape

from ..picture.drawing import draw
from .steps import Stage, Steps

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


def page(path: Steps) -> str:
    """The puzzle and each step with its picture; a slider where scripts run, a list where they do not."""
    puzzle = path.puzzle
    about = puzzle.about
    title = f"{puzzle.genre.name}: {about.title}" if about.title else f"{puzzle.genre.name}, step by step"
    start = draw(puzzle, path.start if path.start.marks else None)
    sections = [f"<section><h2>The puzzle</h2>\n{start.svg()}\n<p>{escape(puzzle.genre.task)}</p></section>"]
    sections += map(_section, path.stages())
    if not path.complete:
        sections.append("<section><p>The time was up before the next step was found.</p></section>")
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>", f"<style>{_STYLE}</style>", "</head>", "<body>",
        f"<h1>{escape(title)}</h1>",
        '<nav><button id="back" aria-label="Back">&larr;</button>'
        '<input type="range" min="0" value="0" aria-label="Step">'
        '<button id="on" aria-label="Next">&rarr;</button></nav>',
        *sections,
        f"<script>{_SCRIPT}</script>", "</body>", "</html>", "",
    ])  # fmt: skip


def _section(stage: Stage) -> str:
    name = f" ({escape(stage.step.technique)})" if stage.step.technique else ""
    words = escape(stage.step.words)
    return f"<section><h2>Step {stage.number}{name}</h2>\n{stage.picture().svg()}\n<p>{words}</p></section>"
