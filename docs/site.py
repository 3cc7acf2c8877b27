"""What MkDocs does with pages of this site besides: links in HTML lead to pages, as those in Markdown do."""

from __future__ import annotations

import re
from typing import Any


def on_page_content(html: str, **_: Any) -> str:
    """The page with its links to genres; in the repository they lead to the Markdown files."""
    return re.sub(r'href="(genres/\w+)\.md"', r'href="\1.html"', html)
