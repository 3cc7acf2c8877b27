"""Reads untrusted JSON and XML within limits, with the positions of errors; writes JSON with a line for each row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn
from xml.parsers import expat

from ..logic.ticks import tick
from .errors import FormatError, shown

MAX_DEPTH: Final = 40
"""How deep arrays, objects and elements may be nested."""
MAX_VALUES: Final = 500_000
"""How many values a text may have."""
_MOST_DIGITS = 100
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}:,]|[^\s"\[\]{}:,]+', re.DOTALL)
_OPENING = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)

_NARROW = 90
"""Objects of up to this many characters are written on one line, unless they contain grids."""

JsonPath = tuple[str | int, ...]


def load_json(text: str) -> Any:
    """The value of a JSON text.

    Raises FormatError for invalid JSON, for duplicate names in an object, and for values that are too many or nested
    too deeply.
    """
    _check_limits(text)
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_no_constant,
            parse_int=_number(int), parse_float=_number(float),
        )
    except json.JSONDecodeError as fault:
        what = "this is not JSON"
        expected = fault.msg.removeprefix("Expecting ").removeprefix("Invalid ")
        wanted = expected if fault.msg.startswith("Expecting") else ""
        what = what if wanted else f"{what}: {fault.msg[0].lower()}{fault.msg[1:]}"
        found = shown(text[fault.pos : fault.pos + 24].split("\n")[0]) if fault.pos < len(text) else "the end"
        raise FormatError(what, fault.lineno, fault.colno, wanted, found, code="bad-json") from None


def _check_limits(text: str) -> None:
    opened = text.count("[") + text.count("{")
    if max(text.count(","), opened, text.count('"') // 4) > MAX_VALUES:
        wanted = f"at most {MAX_VALUES}"
        raise FormatError("the text holds too many values", expected=wanted, code="too-large")
    if opened <= MAX_DEPTH:
        return
    depth = 0
    for found in _OPENING.finditer(text):
        sign = found[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > MAX_DEPTH:
            line, column = line_and_column(text, found.start())
            wanted = f"at most {MAX_DEPTH} levels"
            raise FormatError("the arrays and objects are nested too deeply", line, column, wanted, code="too-deep")
    tick()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise FormatError("a name stands twice in an object", found=shown(twice), code="duplicate-key")
    return members


def _no_constant(name: str) -> NoReturn:
    raise FormatError("this is not JSON", expected="a number", found=name, code="bad-json")


def _number(convert: Callable[[str], float]) -> Callable[[str], float]:
    """A conversion of digits that raises FormatError for too many."""

    def number(digits: str) -> float:
        if len(digits) > _MOST_DIGITS:
            raise FormatError("the number is too long", expected=f"at most {_MOST_DIGITS} digits", code="too-large")
        return convert(digits)

    return number


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Line and column (from 1) of a character of a text."""
    before = text[:at]
    return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1


def place_of(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """Line and column of the value at a path in a JSON text, or of the last part of the path that exists."""
    best, last, wanted = 0, 0, tuple(path)
    for here, at in _values(text):
        n = len(here)
        if n > best and wanted[:n] == here:
            best, last = n, at
        if best == len(wanted):
            break
    return line_and_column(text, last)


def _values(text: str) -> Iterator[tuple[JsonPath, int]]:
    """The path and the offset of each value of a valid JSON text, in order."""
    path: list[str | int] = []
    in_object: list[bool] = []
    named = False
    for found in _TOKEN.finditer(text):
        sign = found[0]
        if sign in ("]", "}"):
            in_object.pop()
            if path:
                path.pop()
            named = False
        elif sign == ",":
            last = path.pop()
            path.append(last + 1 if isinstance(last, int) else "")
            named = False
        elif sign == ":":
            named = True
        elif in_object and in_object[-1] and not named:
            path[-1] = json.loads(sign)
        else:
            yield tuple(path), found.start()
            if sign in ("[", "{"):
                in_object.append(sign == "{")
                path.append("" if sign == "{" else 0)
                named = False


def json_text(value: Any) -> str:
    """A value as readable JSON, with a line for each row of a grid."""
    return _indented(value, "")


def _indented(value: Any, margin: str) -> str:
    inner = margin + "  "
    if isinstance(value, Mapping) and value:
        flat = "" if margin == "" or any(map(_holds_lists, value.values())) else _flat(value)
        if 0 < len(flat) <= _NARROW:
            return flat
        items = [f"{inner}{json.dumps(name, ensure_ascii=False)}: {_indented(item, inner)}"
                 for name, item in value.items()]  # fmt: skip
        return "{\n" + ",\n".join(items) + f"\n{margin}}}"
    if isinstance(value, list) and any(isinstance(item, list | Mapping) for item in value):
        depth = any(isinstance(item, list) and any(map(_holds_lists, item)) for item in value)
        rows = [_indented(item, inner) if depth or isinstance(item, Mapping) else _flat(item) for item in value]
        return "[\n" + ",\n".join(inner + row for row in rows) + f"\n{margin}]"
    return _flat(value)


def _holds_lists(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(part, list | Mapping) for part in item)


def _flat(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- XML --------------------------------------------------------------------------------------------------------------

MAX_ELEMENTS: Final = 200_000


@dataclass
class Element:
    """An element with the position where it begins."""

    name: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    """The pieces of its text, as the parser delivers them."""

    @property
    def text(self) -> str:
        """The text of the element, without that of its children."""
        return "".join(self.parts)

    def all(self, name: str) -> Iterator[Element]:
        """The children with a name."""
        return (child for child in self.children if child.name == name)

    def first(self, name: str) -> Element | None:
        """The first child with a name, or None."""
        return next(self.all(name), None)

    def text_of(self, name: str) -> str:
        """The text of the first child with a name, with its white space normalised; "" if there is none."""
        child = self.first(name)
        return "" if child is None else " ".join(child.text.split())

    def error(self, what: str, expected: str = "", found: str = "", code: str = "malformed") -> FormatError:
        """An error at this element."""
        return FormatError(what, self.line, self.column, expected, found, code=code)


class _Builder:
    """Builds the tree from the events of the parser."""

    def __init__(self, parser: Any) -> None:
        self._parser, self._open, self._count = parser, list[Element](), 0
        self.root: Element | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Handles the start of an element."""
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        element = Element(name, attributes, line, column)
        self._count += 1
        if len(self._open) >= MAX_DEPTH:
            raise element.error("the elements are nested too deeply", f"at most {MAX_DEPTH} levels")
        if self._count > MAX_ELEMENTS:
            raise element.error("the text has too many elements", f"at most {MAX_ELEMENTS}")
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def end(self, _name: str) -> None:
        """Handles the end of an element."""
        self._open.pop()

    def data(self, text: str) -> None:
        """Handles text."""
        if self._open:
            self._open[-1].parts.append(text)

    def entity(self, *_: object) -> None:
        """Raises FormatError for the declaration of an entity."""
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        raise FormatError("the text declares entities of its own", line, column, "a text without <!ENTITY ...>")


def load_xml(text: str) -> Element:
    """The root of an XML text. Raises FormatError."""
    parser = expat.ParserCreate()
    builder = _Builder(parser)
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = builder.data, builder.entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        # The text is decoded already, so the encoding in its declaration no longer holds.
        parser.Parse(_without_declaration(text).encode("utf-8", "replace"), True)
    except expat.ExpatError as fault:
        what = f"this is not XML: {expat.ErrorString(fault.code)}"
        raise FormatError(what, fault.lineno, fault.offset + 1, code="bad-xml") from None
    if builder.root is None:
        raise FormatError("this is not XML: there is no element", 1, 1, code="bad-xml")
    return builder.root


def _without_declaration(text: str) -> str:
    """The text with blanks for its XML declaration, so that positions stay the same."""
    start = len(text) - len(text.lstrip())
    text = text[start:] if start and text[start : start + 5] == "<?xml" else text
    end = text.find("?>") + 2
    if not text.startswith("<?xml") or end < 2 or end > 300:
        return text
    return "".join(char if char in "\r\n" else " " for char in text[:end]) + text[end:]
