"""One file has the headers of the site: servers send them, and each page says what it can of them itself."""
from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

from press.theme.headers import FILE, POLICY, headers, policy, rules
from tests.support.site.pages import HTML, SITE, Page, complaints
from whoruns.tests.complaints import none

NGINX = FILE.with_name("nginx.conf").read_text("utf-8")
META = f'<meta http-equiv="{POLICY}"'


def says_its_policy(page: Page) -> Iterator[str]:
    """A host may send no headers: then the page has to say what it may load, before it loads anything."""
    head = page.text.partition("</head>")[0]
    before = re.split(r"<link rel=\"stylesheet|<script", head)[0]
    if f'{META} content="{policy(lost=page.path == "404.html")}">' not in before.replace("&#39;", "'"):
        yield "it does not say its content policy before it loads something; the blocks are in press/theme/templates"


def test_each_page_says_its_policy() -> None:
    none(complaints(SITE.everything, says_its_policy))
    text = SITE.page("index.html").text
    for old, new in ((META, "<meta"), ("<meta charset", '<script src="x"></script><meta charset')):
        assert list(says_its_policy(Page(SITE, "index.html", text.replace(old, new))))


def test_nginx_sends_the_same() -> None:
    sent = dict(re.findall(r'add_header (\S+) "(.*)" always;', NGINX))
    policies = dict(re.findall(r'^ +(\S+) "(.*-src .*)";', NGINX, re.MULTILINE))
    for path, said in (("/en/index.html", "default"), ("/", "default"), ("/python.html", "/python.html")):
        assert sent | {POLICY: policies[said]} == headers(path)
    assert (HTML / "_headers").read_bytes() == FILE.read_bytes()


def test_the_policy_is_strict() -> None:
    """All that is not a file of the site is the script of 404.html; whoever changes that changes its hash here."""
    (script,) = re.findall(r"(?s)<script>(.*?)</script>", SITE.page("404.html").text)
    named = b64encode(sha256(script.encode()).digest()).decode()
    directives = dict(each.split(" ", 1) for each in headers("/")[POLICY].split("; "))
    assert directives == {
        "default-src": "'self'", "script-src": f"'self' 'sha256-{named}'", "base-uri": "'self'",
        "form-action": "'self'", "frame-ancestors": "'none'", "object-src": "'none'",
    }
    assert not re.search("frame-ancestors|script-src", policy()) and "object-src 'none'" in policy()


def test_only_the_frame_of_python_may_run_webassembly_and_no_page_may_frame_another() -> None:
    files = ("/", "/index.html", "/404.html", "/en/index.html", "/en/loop/x.html", "/run/frame.js", "/python.html")
    assert [path for path in files if "wasm-unsafe-eval" in headers(path).get(POLICY, "")] == ["/python.html"]
    with_policy = {path: re.findall(r"frame-ancestors ('\w+')", headers(path).get(POLICY, "")) for path in files}
    assert with_policy["/python.html"] == ["'self'"] and with_policy["/en/loop/x.html"] == ["'none'"]
    assert not [rule for rule in rules(FILE.read_text("utf-8")) if rule[0].fullmatch("/python.html") and
                rule[1] == POLICY and "wasm" not in rule[2]], "a host adds up what all rules say"


def test_rules_are_for_their_paths() -> None:
    text = "# all\n/*\n  A: 1\n/:book/_static/*\n  B: c: d\n"
    assert headers("/en/loop/x.html", text) == {"A": "1"}
    assert headers("/en/_static/styles/x.css", text) == {"A": "1", "B": "c: d"}
    assert "Cache-Control" not in headers("/en/index.html")
    assert "Cache-Control" in headers("/en/_static/book.css")
