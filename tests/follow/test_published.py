"""Each chapter leads to loop.py as it is after it, and no other page does."""
from __future__ import annotations

import pytest

from press.catalogue import ROOT
from press.follow.chapters import states
from tests.support.site.pages import HTML, LANGUAGES, pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_chapter_leads_to_its_file(language: str) -> None:
    found = {}
    for name, page in pages(language).items():
        for link in page.css("a[download]"):
            if (address := str(link.attributes["href"])).endswith("loop.py"):
                found[name] = (HTML / language / name).parent.joinpath(address).read_text("utf-8")
    assert found == {page: state.text for page, state in states(ROOT).items()}
