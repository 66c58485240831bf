"""A page in a frame: HTML that can stand in a page of others, as in a notebook, and needs nothing of it.

So it works when the notebook is opened again, and in what is exported of it.
"""
from __future__ import annotations

from base64 import b64encode
from html import escape

FRAME = """<div><img alt="{title}" src="data:image/svg+xml;base64,{image}"/>\
<iframe title="{title}" srcdoc="{page}" width="100%" height="480" style="border: 0; display: block"></iframe></div>"""
"""The frame gets its height from framed.js, which takes the image away, and shows of the page only the figure."""


def framed(title: str, page: str, image: str) -> str:
    """Return the HTML of a frame with a page (``page.py``), and an image, as SVG, for those who show no frames."""
    return FRAME.format(title=escape(title), page=escape(page), image=b64encode(image.encode()).decode())
