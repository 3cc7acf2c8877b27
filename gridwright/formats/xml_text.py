"""Reads untrusted XML: without custom entities and external files, and with limits on depth and size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from xml.parsers import expat

from .errors import FormatError

MAX_DEPTH: Final = 40
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
        what = f"this is no XML: {expat.ErrorString(fault.code)}"
        raise FormatError(what, fault.lineno, fault.offset + 1, code="bad-xml") from None
    if builder.root is None:
        raise FormatError("this is no XML: there is no element", 1, 1, code="bad-xml")
    return builder.root


def _without_declaration(text: str) -> str:
    """The text with blanks for its XML declaration, so that positions stay the same."""
    start = len(text) - len(text.lstrip())
    text = text[start:] if start and text[start : start + 5] == "<?xml" else text
    end = text.find("?>") + 2
    if not text.startswith("<?xml") or end < 2 or end > 300:
        return text
    return "".join(char if char in "\r\n" else " " for char in text[:end]) + text[end:]
