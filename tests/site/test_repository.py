"""One setting says where the repository is, another how its addresses go on; without the first nothing is shown."""
from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser
from sphinx.errors import ConfigError

from press.language import LANGUAGES
from press.links.repository import check_settings
from tests.support.tiny.book import TinyBook

PAGE = """\
# A page & `more`

[Clone it](repository:), or [complain](repository:issues).

```{listing} part.count
:caption: Counting
```

## A section
"""
BOOK = "https://example.org/book"


def test_a_page_that_is_behind_keeps_the_words_of_its_links_in_english(
    tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOOK_REPOSITORY", "")
    monkeypatch.setitem(LANGUAGES, "pl", replace(LANGUAGES["pl"], begun=True, behind=()))
    tiny_book.page(PAGE)
    assert "Clone it, or complain." in tiny_book.made("pl").select("article section p")[0].text


def test_a_page_leads_to_the_repository(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOK_REPOSITORY", f"{BOOK}/")
    monkeypatch.setenv("BOOK_URL", "https://example.org/")
    tiny_book.page(PAGE)
    assert not tiny_book.build("zh_CN").status
    tree = LexborHTMLParser(tiny_book.html("zh_CN"))
    links = [str(link.attributes["href"]) for link in tree.css(".colophon a")]
    assert links[0] == f"{BOOK}/blob/main/docs/index.md"
    assert links[1] == f"{BOOK}/blob/main/locale/zh_CN/LC_MESSAGES/index.po"
    assert links[3:] == [BOOK]
    report = urlsplit(links[2])
    assert report.path == "/book/issues/new"
    asked = parse_qs(report.query)
    assert asked["title"] == ["A page & more (zh-CN)"]
    body = asked["body"][0]
    assert "Ghetto asyncio " in body and "简体中文" in body
    assert body.endswith("\nhttps://example.org/zh_CN/index.html"), "the section is added to it"
    assert [link.attributes["href"] for link in tree.css(".toc-tree .report")] == [links[2]]
    files = [(file.text(), file.attributes["href"]) for file in tree.css(".code-bar a.file")]
    names = ["ghetto_asyncio/part/count.py", "listings/part/count.pycon"]
    assert files == [(name, f"{BOOK}/blob/main/{name}") for name in names]
    assert [link.attributes["href"] for link in tree.css("article p a")] == [BOOK, f"{BOOK}/issues"]


def test_without_an_address_there_is_no_link(tiny_book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOOK_REPOSITORY", raising=False)
    tiny_book.page(PAGE)
    assert not tiny_book.build().status
    html = tiny_book.html()
    assert "<p>Clone it, or complain.</p>" in html
    assert not [word for word in ("repository", "colophon", "report", "/blob/") if word in html]


@pytest.mark.parametrize(("forge", "complaint"), [
    ({"file": "/blob/main/", "issue": "{title}{body}"}, r"book_forge\['file'\] is '/blob/main/': write \{path\} where"),
    ({"file": "/{path}", "issue": "{titel}{body}"}, r"write \{body\} and \{title\} where"),
    ({"file": "/{path}"}, r"book_forge\['issue'\] is ''"),
])
def test_a_forge_that_lacks_a_place_is_refused(forge: dict[str, str], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        check_settings(None, SimpleNamespace(book_repository="", book_forge=forge))  # type: ignore[arg-type]
