"""The repairs of Furo: each finds what it is for, or says so."""
from __future__ import annotations

from pathlib import Path

import furo
import pytest
from sphinx.errors import ThemeError

from press.theme.furo import Repair, mend, repairs
from tests.support.tiny.book import TinyBook

TABLE = (
    Repair("a level", "body", 'role="heading">', 'role="heading" aria-level="2">', on="<p"),
    Repair("", "styles", "x"),
)


def test_a_repair_puts_in_what_is_better() -> None:
    assert mend("body", '<p role="heading">', TABLE) == '<p role="heading" aria-level="2">'
    assert mend("body", "no paragraph", TABLE) == "no paragraph"


def test_a_repair_that_finds_nothing_is_an_error() -> None:
    with pytest.raises(ThemeError, match=r'body has no role="heading"> any more.*a level.*in press/theme/furo.py'):
        mend("body", "<p>", TABLE)


def test_an_upgrade_that_makes_a_repair_needless_fails_the_build(tiny_book: TinyBook) -> None:
    conf = tiny_book.root / "conf.py"
    conf.write_text(conf.read_text("utf-8") + 'templates_path = ["docs/new", *templates_path]\n', "utf-8")
    body = "{% block body %}{{ super() | mended }}{% endblock %}"
    tiny_book.write("docs/new/furo/page.html", '{% extends "base.html" %}{% block body %}A new Furo{% endblock %}')
    tiny_book.write("docs/new/page.html", '{% extends "furo/page.html" %}' + body)
    tiny_book.refused("any more", "press/theme/furo.py")


def test_the_style_sheet_is_published_mended(tiny_book: TinyBook) -> None:
    assert not tiny_book.build().status
    published = (tiny_book.root / "html/en/_static/styles/furo.css").read_text("utf-8")
    original = (Path(furo.THEME_PATH) / "static/styles/furo.css").read_text("utf-8")
    assert "data:" in original and published == mend("styles", original) != original


def test_every_repair_says_where_and_why() -> None:
    assert {repair.where for repair in repairs()} == {"body", "metatags", "styles"}
    assert all(repair.why for repair in repairs())
