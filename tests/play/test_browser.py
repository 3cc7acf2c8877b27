"""Every genre in a real browser: opened, and its answer played to "solved", by mouse and again by keys only."""

from __future__ import annotations

import urllib.error
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from gridwright.play.document import puzzle_id
from gridwright.play.position import marks_of

from ..grouped import case_name
from ..laws.cases import case
from ..picture.samples import ONE, bare
from .browser import Hands, Server, needs_browser

needs_browser()
pytestmark = pytest.mark.slow
each = pytest.mark.parametrize("path", ONE, ids=case_name)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"), *map(str, ONE))
    yield found
    found.kill()


def answer_of(path: Path) -> tuple[str, dict[str, dict[str, Any]]]:
    one = case(path)
    return puzzle_id(bare(one)), marks_of(one.genre(one.puzzle), one.answer)


def forget(server: Server, id: str) -> None:
    """Clears the position that another test left; its page may still be saving."""
    path = f"api/puzzles/{id}/position"
    for _ in range(10):
        try:
            server.send(path, {"rev": server.get(path)["rev"]}, "PUT")
            return
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.CONFLICT:
                raise
    raise AssertionError(f"{path} is saved again and again")


@each
def test_by_mouse(server: Server, page: Any, path: Path) -> None:
    id, marks = answer_of(path)
    forget(server, id)
    hands = Hands(page, server, id)
    hands.play_by_mouse(marks)
    assert hands.is_solved()


@each
def test_by_keys_only(server: Server, page: Any, path: Path) -> None:
    id, marks = answer_of(path)
    forget(server, id)
    hands = Hands(page, server, id)
    hands.play_by_keys(marks)
    assert hands.is_solved()
