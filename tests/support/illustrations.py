"""Code and text that a page shows under a name."""
from __future__ import annotations

import re

from press.catalogue import ROOT


def illustration(page: str, name: str) -> str:
    """Return the content of a fence, by its name."""
    text = (ROOT / f"docs/{page}.md").read_text("utf-8")
    found = re.search(rf"^:name: {name}\n\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page} shows no {name}"
    return found[1]
