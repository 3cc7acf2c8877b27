"""The tables of the README and of the formats are those that the code gives."""

import importlib.util
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
