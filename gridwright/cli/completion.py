"""``gridwright completion``, and the completion of genres and formats."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

from .show import echo

SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_GRIDWRIGHT_COMPLETE"


def genre_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Genres whose names begin with a text, in a form that needs no quotes: ``curve-data``."""
    from ..registry import REGISTRY

    names = (entry.name.lower().replace(" ", "-") for entry in REGISTRY.entries)
    return [CompletionItem(name) for name in names if name.startswith(begun.lower().replace(" ", "-"))]


def format_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    """Formats whose names begin with a text."""
    from ..formats.reading import FORMATS

    return [CompletionItem(name) for name in FORMATS if name.startswith(begun.lower())]


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that lets a shell complete commands, options, genres and formats.

    \b
    bash:  gridwright completion bash >> ~/.bashrc
    zsh:   gridwright completion zsh >> ~/.zshrc
    fish:  gridwright completion fish > ~/.config/fish/completions/gridwright.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    echo(kind(ctx.find_root().command, {}, "gridwright", _VARIABLE).source())
