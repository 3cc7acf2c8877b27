"""A path as Markdown."""

from __future__ import annotations

from .steps import Steps


def text(path: Steps, pictures: str = "") -> str:
    """The steps as a numbered list; with pictures where a folder is named."""
    about = path.puzzle.about
    heading = f"{path.puzzle.genre.name}: {about.title}" if about.title else f"{path.puzzle.genre.name}, step by step"
    lines = [f"# {heading}", ""]
    if path.puzzle.genre.task:
        lines += [path.puzzle.genre.task, ""]
    for stage in path.stages():
        lines += [f"## Step {stage.number}", "", stage.step.words, ""]
        if pictures:
            lines += [f"![Step {stage.number}]({pictures}/step-{stage.number}.svg)", ""]
    if not path.complete:
        lines += ["The time was up before the next step was found.", ""]
    return "\n".join(lines)
