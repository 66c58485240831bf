"""One file has the headers of the site: servers send them, and each page says what it can of them itself."""
from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from press.site.headers import FILE, POLICY, headers, policy
from tests.support.site.pages import HTML, SITE, Page, complaints

NGINX = FILE.with_name("nginx.conf").read_text("utf-8")
META = f'<meta http-equiv="{POLICY}"'


def says_its_policy(page: Page) -> Iterator[str]:
    """A host may send no headers: then the page has to say what it may load, before it loads anything."""
    head = page.text.partition("</head>")[0]
    before = re.split(r"<link rel=\"stylesheet|<script", head)[0]
    if f'{META} content="{policy()}">'.replace("&#39;", "'") not in before.replace("&#39;", "'"):
        yield "it does not say its content policy before it loads something; the blocks are in press/site/templates"


def test_each_page_says_its_policy() -> None:
    assert complaints(SITE.everything, says_its_policy) == []


@pytest.mark.parametrize(("old", "new"), [(META, "<meta"), ("<meta charset", '<script src="x"></script><meta charset')])
def test_a_page_without_a_policy_is_seen(old: str, new: str) -> None:
    text = SITE.page("index.html").text
    assert list(says_its_policy(Page(SITE, "index.html", text))) == []
    assert list(says_its_policy(Page(SITE, "index.html", text.replace(old, new))))


def test_nginx_sends_the_same() -> None:
    sent = dict(re.findall(r'add_header (\S+) "(.*)" always;', NGINX))
    assert sent == headers("/en/index.html")
    assert (HTML / "_headers").read_bytes() == FILE.read_bytes()


def test_the_policy_is_strict() -> None:
    directives = dict(each.split(" ", 1) for each in headers("/")[POLICY].split("; "))
    assert directives == {
        "default-src": "'self'", "base-uri": "'self'", "form-action": "'self'",
        "frame-ancestors": "'none'", "object-src": "'none'",
    }
    assert "frame-ancestors" not in policy() and "object-src 'none'" in policy()


def test_rules_are_for_their_paths() -> None:
    text = "# all\n/*\n  A: 1\n/:book/_static/*\n  B: c: d\n"
    assert headers("/en/loop/x.html", text) == {"A": "1"}
    assert headers("/en/_static/styles/x.css", text) == {"A": "1", "B": "c: d"}
    assert "Cache-Control" not in headers("/en/index.html")
    assert "Cache-Control" in headers("/en/_static/book.css")
