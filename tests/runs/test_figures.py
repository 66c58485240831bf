"""What is drawn from a recording agrees with it, is small, and has words for those who do not see it."""
from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest

from press.catalogue import ROOT
from press.recorder.kept import every_run
from press.run.recording import Recording, load
from press.run.timeline import Timeline
from tests.support.census import figure_id
from tests.support.pages import LANGUAGES, pages

RUNS = every_run()
BYTES = 15_000


@pytest.fixture(params=RUNS)
def recording(request: pytest.FixtureRequest) -> Recording:
    """Give each recording."""
    return load(request.param, ROOT)


def test_a_drawing_is_small_and_holds_no_colour(recording: Recording) -> None:
    svg = Timeline(recording, "x").draw()
    assert len(svg.encode()) <= BYTES
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb|style=|fill=|stroke=", svg)
    root = ET.fromstring(svg)
    assert [child.tag for child in root][:2] == ["title", "desc"]
    width, height = (int(number) for number in root.attrib["viewBox"].split()[2:])
    for text in root.iter("text"):
        assert float(text.get("x", "0")) <= width
        assert float(text.get("y", "0")) <= height


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_figure_on_a_page_is_small_and_says_in_words_what_it_shows(language: str) -> None:
    found = [(page, figure) for page in pages(language).values() for figure in page.css("figure:has(.drawing svg)")]
    assert len(found) >= 12
    for page, figure in found:
        for svg in figure.css(".drawing svg"):
            assert len(str(svg.html).encode()) <= BYTES, page
            assert svg.css("title")[0].text()
            assert set(str(svg.attributes["aria-labelledby"]).split()) <= set(page.ids)
        assert figure.css("figcaption p, figcaption .caption-text")
        assert len(figure.css("details table tbody tr")) >= 2


def test_the_stepper_speaks_the_language_of_its_page() -> None:
    said = {}
    for language in LANGUAGES:
        given = [json.loads(data.text()) for page in pages(language).values() for data in page.css("div.data")]
        assert len(given) == len(RUNS)
        texts = [*given[0]["words"].values(), *(word for _state, word in given[0]["states"])]
        said[language] = texts
    for language in LANGUAGES[1:]:
        same = {text for text, english in zip(said[language], said["en"]) if text == english and text.isalpha()}
        assert same <= {"None"}, f"still in English in the steppers of {language}: {same}"


def test_every_run_is_on_a_page_with_a_question() -> None:
    figures = [figure for page in pages("en").values() for figure in page.css("figure.run")]
    assert sorted(str(figure.id) for figure in figures) == sorted(map(figure_id, RUNS))
    for figure in figures:
        assert "?" in " ".join(paragraph.text() for paragraph in figure.css(".legend > p")), figure.id
