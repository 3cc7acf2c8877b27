"""One browser for all tests, and pages that know nothing of each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from .browser import needs_browser, open_browser, page_of


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with open_browser(needs_browser()) as found:
        yield found


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens pages with options of the browser, such as its colours; they are closed when the test ends."""
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(page_of(browser, **options))


@pytest.fixture
def page(open_page: Callable[..., Any]) -> Any:
    return open_page()
