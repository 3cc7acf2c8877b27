"""Documents for archives and for print: PDF/A-2b and PDF/X-1a, as far as their structure shows it."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageCms
from pypdf import PdfReader

import gridwright as gw
from gridwright.language.puzzle import About
from gridwright.picture.booklet import Layout
from gridwright.picture.pdf import srgb
from gridwright.picture.sheet import MM

from ..grouped import thorough
from .samples import ONE, booklet, of

SAMPLES = [of(path) for path in ONE]
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"


def full() -> bytes:
    """A booklet with everything: a cover, contents, bookmarks, links, and a title with characters that no font has."""
    layout = Layout(per_page=6, title="Tom & \ue123 <Co>", author="Ann \u202eO", cover=True, contents=True, rules=True)
    return booklet(layout, SAMPLES)


def picture() -> bytes:
    return gw.draw(*SAMPLES[0]).pdf()


def explanation() -> bytes:
    return gw.explain(SAMPLES[0][0]).pdf()


archived = pytest.mark.parametrize("make", [picture, full, explanation], ids=["picture", "booklet", "explanation"])


def objects(data: bytes) -> list[bytes]:
    """The objects of a file, each from its place in the table of references to the next."""
    table = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    assert data[table : table + 4] == b"xref"
    starts = sorted(int(found) for found in re.findall(rb"(\d{10}) \d{5} n", data[table:]))
    return [data[start:end] for start, end in zip(starts, [*starts[1:], table], strict=True)]


@archived
@pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")
def test_objects_and_streams_are_spaced(make: Any) -> None:
    """Every reference leads to an object, and every stream is as long as it says and ends before a line end.

    That is CR LF, as a reader could take LF after compressed data that end in CR for a line end of two bytes.
    """
    for written in objects(make()):
        assert re.match(rb"\d+ 0 obj\n", written) and written.endswith(b"\nendobj\n")
        if b"endstream" in written:
            head, _, rest = written.partition(b"stream\n")
            length = re.search(rb"/Length (\d+)", head)
            assert length is not None and rest[int(length[1]) :].startswith(b"\r\nendstream")


@archived
@pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")
def test_metadata_say_what_the_document_is(make: Any) -> None:
    reader = PdfReader(BytesIO(make()), strict=True)
    stream: Any = reader.trailer["/Root"]["/Metadata"]  # type: ignore[index]
    assert stream["/Subtype"] == "/XML" and "/Filter" not in stream
    told = ElementTree.fromstring(stream.get_data().decode())[0][0]
    words = {element.tag.rpartition("}")[2]: "".join(element.itertext()).strip() for element in told}
    assert words["part"] == "2" and words["conformance"] == "B" and words["CreatorTool"] == "Gridwright"
    known: Any = reader.metadata
    assert words["title"] == known.title and words.get("creator") == known.author
    assert "/CreationDate" not in known


@archived
@pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")
def test_colours_fonts_and_links(make: Any) -> None:
    reader = PdfReader(BytesIO(make()), strict=True)
    root: Any = reader.trailer["/Root"]
    (intent,) = root["/OutputIntents"]
    assert intent["/S"] == "/GTS_PDFA1" and intent["/DestOutputProfile"].get_data() == srgb()
    links = 0
    for page in reader.pages:
        resources: Any = page["/Resources"]
        assert "/ExtGState" not in resources and "/Group" not in page  # nothing is transparent
        for font in resources["/Font"].values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"].get_object()
        for link in page.get("/Annots", ()):
            links += 1
            assert link.get_object()["/F"] == 4
    assert (links > 2 * len(SAMPLES)) == (make is full)


@archived
@pytest.mark.filterwarnings("ignore::gridwright.picture.fonts.MissingCharacter")
def test_a_validator_agrees(make: Any) -> None:
    validator = pytest.importorskip("page", reason="the package page-validation is not installed")
    report = validator.validate_pdf_bytes(make(), profile=validator.ValidationProfile.PDF_A_2B)
    assert report.is_compliant, [(one.rule_id, one.message) for one in report.failures]


def test_the_same_puzzle_gives_the_same_file() -> None:
    assert picture() == picture()


def test_the_profile_is_that_of_srgb() -> None:
    """The library of colours that Pillow has understands it, and maps colours to sRGB's own."""
    profile = ImageCms.ImageCmsProfile(BytesIO(srgb()))
    assert "sRGB" in ImageCms.getProfileDescription(profile)
    colours = Image.new("RGB", (256, 6))
    for level in range(256):
        row = (level, 0, 0), (0, level, 0), (0, 0, level), (level, level, level), (255, level, 40), (90, 200, level)
        for y, colour in enumerate(row):
            colours.putpixel((level, y), colour)
    mapped = ImageCms.profileToProfile(colours, profile, ImageCms.createProfile("sRGB"), outputMode="RGB")
    assert mapped is not None
    assert max(abs(a - b) for a, b in zip(colours.tobytes(), mapped.tobytes(), strict=True)) <= 1


def test_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDF/X-1a: inks alone, a printing condition, trimmed pages, dates, and no links."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    layout = Layout(cmyk=True, condition="FOGRA51", per_page=4, cover=True, contents=True, rules=True, title="Ink")
    reader = PdfReader(BytesIO(booklet(layout, SAMPLES)), strict=True)
    known: Any = reader.metadata
    assert known["/GTS_PDFXVersion"] == "PDF/X-1a:2003" and known["/Trapped"] == "/False"
    assert known["/CreationDate"] == known["/ModDate"] == "D:20231114221320Z"
    root: Any = reader.trailer["/Root"]
    (intent,) = root["/OutputIntents"]
    assert intent["/S"] == "/GTS_PDFX" and intent["/OutputConditionIdentifier"] == "FOGRA51"
    assert b"pdfaid:part" not in root["/Metadata"].get_data()
    for page in reader.pages:
        assert page.trimbox == page.mediabox and "/Annots" not in page
        content = page.get_contents()
        assert content is not None and not re.search(rb"(?<![\w/])(rg|RG|g|G|cs|CS|gs)\s", content.get_data())


def test_documents_without_an_author_name_none() -> None:
    (puzzle, answer) = SAMPLES[0]
    data = gw.draw(replace(puzzle, about=About()), answer).pdf()
    known: Any = PdfReader(BytesIO(data)).metadata
    assert known.author is None and b"dc:creator" not in data


def test_conditions_need_a_name() -> None:
    with pytest.raises(ValueError, match="'' is not a printing condition"):
        Layout(cmyk=True, condition="")


@pytest.mark.parametrize(("layout", "beyond"), [
    (Layout(crop_marks=True, place="separate", paper="a5"), 8),
    thorough(Layout(bleed=3), 3), thorough(Layout(bleed=3, crop_marks=True), 8), thorough(Layout(crop_marks=True), 8),
    thorough(Layout(bleed=6, crop_marks=True, cmyk=True), 11),
])  # fmt: skip
def test_bleed_and_crop_marks(layout: Layout, beyond: float) -> None:
    """Pages grow on all sides; their content, and the places that links lead to, stay where they were."""
    layout = replace(layout, cover=True, facing=True, per_page=4, title="Trimmed")
    reader = PdfReader(BytesIO(booklet(layout, SAMPLES)), strict=True)
    plain = PdfReader(BytesIO(booklet(replace(layout, bleed=0, crop_marks=False), SAMPLES)), strict=True)
    for page, old in zip(reader.pages, plain.pages, strict=True):
        assert list(page.trimbox) == pytest.approx([0, 0, *layout.size], abs=0.01) == list(old.mediabox)
        for box, more in (page.mediabox, beyond), (page.bleedbox, layout.bleed):
            edges = [-more * MM, -more * MM, layout.size[0] + more * MM, layout.size[1] + more * MM]
            assert list(box) == pytest.approx(edges, abs=0.01)
        assert page.extract_text() == old.extract_text()
        content = page.get_contents()
        assert content is not None
        ends = [tuple(map(float, one)) for one in re.findall(rb"n ([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l S",
                                                             content.get_data())]
        outside = [(x, y) for _, _, x, y in ends if not (-1 < x < layout.size[0] + 1 and -1 < y < layout.size[1] + 1)]
        low, right, top = -beyond * MM, layout.size[0] + beyond * MM, layout.size[1] + beyond * MM
        wanted = [(x, y) for x in (low, right) for y in (0, layout.size[1])]
        wanted += [(x, y) for x in (0, layout.size[0]) for y in (low, top)]
        found = {(round(x), round(y)) for x, y in outside}
        assert found == ({(round(x), round(y)) for x, y in wanted} if layout.crop_marks else set())
