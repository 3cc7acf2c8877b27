"""Links that hold a puzzle in their fragment: own JSON, deflated, in base64 for addresses."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

_LINK = re.compile(r"https?://[^\s#]{1,200}#p=([A-Za-z0-9_-]{2,1400000})\s*")
_MOST = 4 << 20
"""Characters of the text in a link."""


def text_in(link: str) -> str | None:
    """The text that a link of the page holds; None for any other text, and for a link that holds none."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        return None
    packed = found[1]
    try:
        data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj(-15)
        text = unpacking.decompress(data, _MOST)
        return text.decode("utf-8") if not unpacking.unconsumed_tail else None
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        return None


def link_to(address: str, text: str) -> str:
    """The link to a puzzle's text on the page at an address."""
    packing = zlib.compressobj(9, wbits=-15)
    data = packing.compress(text.encode("utf-8")) + packing.flush()
    return f"{address}#p={base64.urlsafe_b64encode(data).decode().rstrip('=')}"
