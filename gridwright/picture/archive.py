"""PDF documents that stay readable and that printers accept: PDF/A-2b, or PDF/X-1a where the colours are for print.

Both standards require embedded fonts, metadata, and an output intent, which says what the colours mean. In PDF/A-2b
that is the ICC profile of sRGB; in PDF/X-1a it is the name of a printing condition in the registry of the ICC.
"""

from __future__ import annotations

import os
import re
import struct
import time
from functools import lru_cache
from itertools import pairwise
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    LinkAnnotation,
    PDFArray,
    PDFDictionary,
    PDFInfo,
    PDFName,
    PDFStream,
    PDFString,
    PDFZCompress,
)

from .svg import escaped

_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
{}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
_PROPERTIES = {
    "title": '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:title>',
    "author": "<dc:creator><rdf:Seq><rdf:li>{}</rdf:li></rdf:Seq></dc:creator>",
    "subject": '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{}</rdf:li></rdf:Alt></dc:description>',
    "creator": "<xmp:CreatorTool>{}</xmp:CreatorTool>",
    "producer": "<pdf:Producer>{}</pdf:Producer>",
}
_PDF_A = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
_REGISTRY = "http://www.color.org"


def declare(canvas: Any, condition: str = "") -> None:
    """Makes the document of a new canvas PDF/A-2b, or PDF/X-1a for a printing ``condition`` such as ``FOGRA39``."""
    document = canvas._doc
    document.info = _Information()
    document.info.condition = condition
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]  # an entry that the library does not know
    catalog.OutputIntents = PDFArray([_print_intent(condition) if condition else _screen_intent(document)])
    catalog.Metadata = _Xmp(PDFDictionary({"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}))


class _Information(PDFInfo):  # type: ignore[misc]
    """The properties of a document. Dates are left out where no standard requires them, so that the same puzzle always
    gives the same file."""

    author, subject, creator, condition = "", "Pencil puzzles", "Gridwright", ""

    def told(self) -> dict[str, str]:
        """The properties that are not empty."""
        return {name: getattr(self, name) for name in _PROPERTIES if getattr(self, name)}

    def format(self, document: Any) -> bytes:
        entries = {name.title(): PDFString(text) for name, text in self.told().items()}
        if self.condition:
            seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
            date = PDFString(time.strftime("D:%Y%m%d%H%M%SZ", time.gmtime(seconds)))
            entries |= {"CreationDate": date, "ModDate": date, "GTS_PDFXVersion": PDFString("PDF/X-1a:2003")}
        return bytes(PDFDictionary(entries | {"Trapped": PDFName("False")}).format(document))


class _Xmp(PDFStream):  # type: ignore[misc]
    """The same properties as XML. They are taken from the document when it is written, because they are set late."""

    def format(self, document: Any) -> bytes:
        info = document.info
        lines = [_PROPERTIES[name].format(escaped(text)) for name, text in info.told().items()]
        self.content = _XMP.format("\n".join(lines if info.condition else [*lines, _PDF_A])).encode()
        return bytes(super().format(document))


def _print_intent(condition: str) -> Any:
    return PDFDictionary({
        "Type": PDFName("OutputIntent"), "S": PDFName("GTS_PDFX"), "RegistryName": PDFString(_REGISTRY),
        "OutputConditionIdentifier": PDFString(condition), "Info": PDFString(condition),
    })  # fmt: skip


def _screen_intent(document: Any) -> Any:
    profile = PDFStream(PDFDictionary({"N": 3}), srgb(), [PDFZCompress])
    return PDFDictionary({
        "Type": PDFName("OutputIntent"), "S": PDFName("GTS_PDFA1"), "OutputConditionIdentifier": PDFString("sRGB"),
        "Info": PDFString("sRGB IEC61966-2.1"), "DestOutputProfile": document.Reference(profile),
    })  # fmt: skip


class _PrintedLink(LinkAnnotation):  # type: ignore[misc]
    """A link with the flag that PDF/A requires: it is printed like the rest of the page."""

    def Dict(self) -> Any:
        told = super().Dict()
        told["F"] = 4
        return told


def add_link(canvas: Any, place: str, area: tuple[float, float, float, float]) -> None:
    """Makes an area of the page (left, bottom, right, top) lead to a bookmarked place."""
    canvas._addAnnotation(_PrintedLink(area, "", canvas._bookmarkReference(place), "[0 0 0]"))


# -- the profile ------------------------------------------------------------------------------------------------------

_WHITE = 0.9642, 1.0, 0.8249
"""The white of ICC profiles (D50), as XYZ."""
_PRIMARIES = {
    "rXYZ": (0.4361, 0.2225, 0.0139),
    "gXYZ": (0.3851, 0.7169, 0.0971),
    "bXYZ": (0.1431, 0.0606, 0.7141),
}  # sRGB's red, green and blue, adapted to that white (Bradford)
_STEPS = 1024


@lru_cache(maxsize=1)
def srgb() -> bytes:
    """An ICC profile (version 2.1) of the colour space sRGB, as IEC 61966-2-1 defines it."""
    name = b"sRGB IEC61966-2.1\0"
    curve = b"curv\0\0\0\0" + struct.pack(f">I{_STEPS}H", _STEPS, *map(_linear, range(_STEPS)))
    tags = {
        "desc": b"desc\0\0\0\0" + struct.pack(">I", len(name)) + name + bytes(78),
        "cprt": b"text\0\0\0\0No copyright, use freely\0",
        "wtpt": _xyz(_WHITE),
        **{tag: _xyz(colour) for tag, colour in _PRIMARIES.items()},
        **dict.fromkeys(("rTRC", "gTRC", "bTRC"), curve),
    }
    table, data, places = struct.pack(">I", len(tags)), b"", dict[bytes, int]()
    start = 128 + 4 + 12 * len(tags)
    for tag, content in tags.items():
        if content not in places:  # the three curves are one
            places[content] = start + len(data)
            data += content + bytes(-len(content) % 4)
        table += struct.pack(">4sII", tag.encode(), places[content], len(content))
    date = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    head = struct.pack(">I4xI", start + len(data), 0x02100000) + b"mntrRGB XYZ " + date + b"acsp"
    return head.ljust(68, b"\0") + _xyz(_WHITE)[8:] + bytes(48) + table + data


def _linear(step: int) -> int:
    """How bright a step of the curve is, from 0 to 65535."""
    value = step / (_STEPS - 1)
    return round(65535 * (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4))


def _xyz(colour: tuple[float, float, float]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(part * 65536) for part in colour))


# -- the file ---------------------------------------------------------------------------------------------------------

_LAST = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_USED = re.compile(rb"(\d{10}) \d{5} n")
_HEAD = re.compile(rb"(\d+) (\d+) obj\s*")
_END = re.compile(rb"endstream\s*endobj\s*\Z")
"""The end of an object with a stream; texts may hold these words, too."""


def finished(canvas: Any) -> bytes:
    """The document of a canvas, with the line ends around objects and streams that PDF/A requires."""
    data = bytes(canvas.getpdfdata())
    last = _LAST.search(data)
    assert last is not None
    table = int(last[1])
    old = [int(offset) for offset in _USED.findall(data, table)]
    starts = sorted(old)
    parts, size, moved = [data[: starts[0]]], starts[0], dict[int, int]()
    for start, end in pairwise([*starts, table]):
        moved[start] = size
        parts.append(_spaced(data[start:end]))
        size += len(parts[-1])
    tail = _USED.sub(lambda found: b"%010d%b" % (moved[int(found[1])], found[0][10:]), data[table : last.start()])
    return b"".join([*parts, tail, b"startxref\n%d\n%%%%EOF\n" % size])


def _spaced(written: bytes) -> bytes:
    """One object: line ends behind its head and, where it has a stream, behind that."""
    written = _HEAD.sub(rb"\1 \2 obj\n", written, count=1)
    return _END.sub(rb"\n\g<0>", written)
