"""The first screen of the README, and the tables that the code gives, also those of the formats."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


def tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", ["README.md", "docs/formats.md", "docs/generating.md"])
def test_tables_are_up_to_date(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert tables().filled_in(text) == text, "run: python docs/tables.py"
    for name in tables().TABLES:
        assert text.count(f"<!-- {name}: ") == text.count(f"<!-- end of {name} -->")


def test_the_first_screen_of_the_readme() -> None:
    """Three pictures side by side, and an environment in which all later commands work as written."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    first = text.partition("\n## ")[0]
    (row,) = (line for line in first.splitlines() if "<img" in line)
    pictures = re.findall(r'<img src="([^"]+)" alt="[^"]+"', row)
    assert len(pictures) == 3 and all((ROOT / picture).is_file() for picture in pictures)
    assert "source .venv/bin/activate" in first
    assert not re.search(r"^(?:\./)?\.venv/bin/", text, re.MULTILINE)


def test_the_readme_does_not_list_all_genres() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    longest = max(len(table.splitlines()) for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE))
    assert longest < 20
