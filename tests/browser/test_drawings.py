"""Whoever looks at the drawings sees all of them; tests/browser/test_access.py asks that of each page."""
from __future__ import annotations

import pytest

from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.drawings import faint, unreadable
from whoruns.tests.complaints import none

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

SPOIL = """rules => {
  document.adoptedStyleSheets = [new CSSStyleSheet()];
  document.adoptedStyleSheets[0].replaceSync(rules);
}"""


def test_what_cannot_be_read_or_is_too_faint_is_found(reader: Open) -> None:
    page = reader().open("en/loop/taking-turns.html")
    none([*unreadable(page, 12), *faint(page)])
    for rules, words in {
        ".drawing > svg { min-width: 0; max-width: 300px; }": "pixels",
        ".drawing text { font-size: 26px !important; }": "overlap",
        ".drawing text.head { transform: none; text-anchor: end; }": "is cut",
        "body { --ann: light-dark(#9cc4e4, #6cb6ff); }": "light: run-",
        "body { --loop: light-dark(#4b5563, #3a3d44); }": "dark: run-",
        ".weave .thread { opacity: .4; }": "path.thread",
        ".interleavings .a { fill: var(--task-0); }": "A load: ",
    }.items():
        page.evaluate(SPOIL, rules)
        assert words in "\n".join([*unreadable(page, 12), *faint(page)]), rules
