"""A page in a frame: HTML that can stand in a page of others, as in a notebook, and needs nothing of it.

So it works when the notebook is opened again, and in what is exported of it.
"""
from __future__ import annotations

from html import escape

FRAME = """<div><iframe title="{title}" srcdoc="{page}" width="100%" height="480" style="border: 0; display: block">\
</iframe></div>"""
"""It gets its height from framed.js, which also shows of the page only the figure."""


def framed(title: str, page: str) -> str:
    """Return the HTML of a frame with a page (``page.py``)."""
    return FRAME.format(title=escape(title), page=escape(page))
