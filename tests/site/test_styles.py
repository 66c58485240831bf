"""Furo's style sheet is published without what no page has, and only without that."""
from __future__ import annotations

import pytest
from sphinx.errors import ThemeError

from press.site.styles import DROPPED, forget_variables, prune
from tests.support.site.pages import LANGUAGES, SITE, pages


@pytest.mark.parametrize(
    ("css", "pruned"),
    [
        (".tip{a:b}p{c:d}", "p{c:d}"),
        ("p,.tip>p,li{a:b}", "p,li{a:b}"),
        ("@media print{.tip{a:b}}p{c:d}", "p{c:d}"),
        ("@media print{.tip{a:b}p{c:d}}", "@media print{p{c:d}}"),
        ("p:not(.tip),p.tip-top,:is(p,.tip){a:b}.tip{c:d}", "p:not(.tip),p.tip-top,:is(p,.tip){a:b}"),
    ],
)
def test_rules_for_what_is_not_there_are_left_out(css: str, pruned: str) -> None:
    assert prune(css, ["tip"]) == pruned


def test_a_class_without_a_rule_is_an_error() -> None:
    with pytest.raises(ThemeError, match=r"no rule for tip: take them out of press/site/styles.py"):
        prune("p{a:b}", ["tip"])


def test_variables_that_nobody_asks_for_are_left_out() -> None:
    css = "b{--a:1;--b:var(--a);--c:var(--d);--d:2;--e:3}"
    assert forget_variables(css, "p{color:var(--b)}") == "b{--a:1;--b:var(--a);}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_has_what_was_left_out(language: str) -> None:
    for page in [*pages(language).values(), SITE.page(f"{language}/search.html")]:
        there = {name for element in page.css("[class]") for name in str(element.attributes["class"]).split()}
        assert not there & set(DROPPED), f"{page}: take the class out of press/site/styles.py"
