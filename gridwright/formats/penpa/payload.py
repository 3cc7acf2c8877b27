"""The payloads of links: base64 of raw deflate of a text with abbreviations."""

from __future__ import annotations

import binascii
import re
import zlib
from base64 import b64decode, b64encode
from typing import Final, NamedTuple
from urllib.parse import unquote

from ..errors import FormatError, shown

PREFIX: Final = "https://swaroopg92.github.io/penpa-edit/#"
"""What is written before a link's parameters."""
MAX_TEXT: Final = 8 * 2**20
"""So many characters may come out of a payload; the largest boards need a part of that."""

_QUERY = re.compile(r"(?:^|[#?&\s])(m=(?:edit|solve)&[^\s<>\"']*(?: [A-Za-z0-9+/=&%]+)*)")
_ABBREVIATIONS: Final = {
    "Z": "z", "9": '"qa"', "Q": '"pu_q"', "A": '"pu_a"', "G": '"grid"', "M": '"edit_mode"', "S": '"surface"',
    "L": '"line"', "E": '"lineE"', "W": '"wall"', "C": '"cage"', "N": '"number"', "Y": '"symbol"', "P": '"special"',
    "B": '"board"', "R": '"command_redo"', "U": '"command_undo"', "8": '"command_replay"', "1": '"numberS"',
    "F": '"freeline"', "2": '"freelineE"', "T": '"thermo"', "3": '"arrows"', "D": '"direction"',
    "0": '"squareframe"', "5": '"polygon"', "4": '"deletelineE"', "6": '"killercages"', "7": '"nobulbthermo"',
    "_": '"__a"', "O": "null",
}  # fmt: skip
"""What stands for a ``z`` with a character behind it; the first one is written first."""
_SHORT = re.compile("z(.)", re.DOTALL)


class Parameters(NamedTuple):
    """What a link tells: the drawing, and the solution that the editor knows, if any."""

    drawing: str
    solution: str = ""
    solving: bool = False
    """Whether the link is for solving; then it has no layer of answers."""


def query_in(line: str) -> str:
    """The parameters of the link in a line; "" if there is none."""
    found = _QUERY.search(line)
    return found[1] if found is not None and re.search(r"&p=\S", found[1]) else ""


def parameters_of(query: str) -> Parameters:
    """The unpacked parameters of a link. Raises FormatError.

    A blank stands where a plus sign was lost, or ends the link.
    """
    whole, blank, _ = query.partition(" ")
    if not blank:
        return _parameters(query)
    try:
        return _parameters(query)
    except FormatError as fault:
        if fault.code != "bad-compression":
            raise
    return _parameters(whole)


def _parameters(query: str) -> Parameters:
    told: dict[str, str] = {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        told.setdefault(name, unquote(value))
    if told["p"].startswith("http"):
        what = "this link holds the address of another puzzle"
        raise FormatError(what, expected="that address itself", found=shown(told["p"], 200))
    solution = unpacked(told["a"]) if told.get("a") else ""
    return Parameters(unpacked(told["p"]), solution, told.get("m") == "solve")


def unpacked(payload: str) -> str:
    """The text of a payload, with its abbreviations. Raises FormatError."""
    packed = payload.strip().replace(" ", "+").replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = b64decode(packed + "=" * (-len(packed) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise _broken("it is not base64") from None
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        told = inflater.decompress(data, MAX_TEXT)
    except zlib.error:
        raise _broken("it cannot be inflated") from None
    if inflater.unconsumed_tail:
        raise _too_large()
    if not inflater.eof:
        raise _broken("it ends too early")
    try:
        return told.decode("utf-8")
    except UnicodeDecodeError:
        raise _broken("what is inside is no text") from None


def _broken(why: str) -> FormatError:
    return FormatError(f"the link is damaged: {why}", expected="a link copied as a whole", code="bad-compression")


def _too_large() -> FormatError:
    return FormatError("the text inside is too long", expected=f"at most {MAX_TEXT} characters", code="too-large")


def written_out(text: str) -> str:
    """A text with what its abbreviations stand for. Raises FormatError if it becomes too long."""
    out: list[str] = []
    length, at = 0, 0
    for short in _SHORT.finditer(text):
        whole = _ABBREVIATIONS.get(short[1], short[0])
        out += (text[at : short.start()], whole)
        length += short.start() - at + len(whole)
        at = short.end()
        if length > MAX_TEXT:
            raise _too_large()
    return "".join([*out, text[at:]])


def abbreviated(text: str) -> str:
    """A text with the abbreviations."""
    for sign, whole in _ABBREVIATIONS.items():
        text = text.replace(whole, f"z{sign}")
    return text


def packed(text: str) -> str:
    """The payload of a text."""
    deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b64encode(deflater.compress(text.encode("utf-8")) + deflater.flush()).decode("ascii")
