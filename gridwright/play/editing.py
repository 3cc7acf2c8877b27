"""What the editor asks of the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..registry import REGISTRY
from .service import Refused, Service

Told = dict[str, Any]


class Editing:
    """Answers the editor: genres and their layers, changes of drafts, verdicts, texts."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.calls: Mapping[str, Callable[..., Told]] = {}

    def genres(self) -> Told:
        """All genres with the sizes that new puzzles may have."""
        return {"genres": [{"name": genre.name, "aliases": list(genre.aliases), "task": genre.task}
                           for genre in REGISTRY.genres]}  # fmt: skip

    # -- drafts --

    def drafts(self) -> Told:
        """The drafts that are kept."""
        return {"drafts": self.service.library.drafts()}

    def save(self, id: str, told: Told) -> Told:
        """Keeps a draft."""
        self.service.library.save_draft(_checked(id), told)
        return {}

    def remove(self, id: str, told: Told) -> Told:
        """Forgets a draft."""
        del told
        self.service.library.remove_draft(_checked(id))
        return {}


def _checked(id: str) -> str:
    if not id.isalnum() or len(id) > _LONGEST_ID:
        raise Refused(422, "An id has letters and digits only.")
    return id


_LONGEST_ID = 40
