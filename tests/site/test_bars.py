"""The {bars} directive: the numbers of a table as bars."""
from __future__ import annotations

import re

from press.theme.bars import STEPS, STYLES, numbers
from tests.support.tiny.book import TinyBook

PAGE = """\
# A page

:::{bars} 2-3 4
| | One | Two | Three |
| --- | --- | --- | --- |
| poll | 0.5, 1.5 µs | 2 to 4 µs | – |
| epoll | 3.0 | impossible, 1 | 10 |
:::
"""


def test_each_number_has_a_bar_and_each_group_a_scale(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE)
    tiny_book.translate({"0.5, 1.5 µs": "0,5; 1,5 µs"})
    for language, (text, most) in {"en": ("0.5, 1.5 µs", "3"), "pl": ("0,5; 1,5 µs", "3")}.items():
        assert tiny_book.build(language).status == 0
        html = tiny_book.html(language)
        assert f'<td>{text}<span class="bar b8"></span><span class="bar b25"></span></td>' in html
        assert '<td>impossible, 1<span class="bar b0"></span><span class="bar b17"></span></td>' in html
        assert '<td>10<span class="bar b50"></span></td>' in html and "<td>–</td>" in html
        assert re.findall(r'class="scale" data-most="(.*?)"', html) == [most, most, "10"]
        assert "_static/bars.css" in html


def test_each_length_is_in_the_style_sheet() -> None:
    found = re.findall(r"\.b(\d+) \{ width: ([\d.]+)em", STYLES.read_text("utf-8"))
    assert [(int(number), float(width)) for number, width in found] == [
        (number, round(4 * number / STEPS, 2)) for number in range(1, STEPS + 1)
    ]


def test_numbers_of_a_cell() -> None:
    for text, found in {"2 µs, 200 µs, 2000 to 3000 µs": [2, 200, 2500], "not measured": [0], "0.65": [0.65]}.items():
        assert numbers(text) == found


def test_without_numbers_it_is_refused(tiny_book: TinyBook) -> None:
    tiny_book.page(PAGE.replace("2-3 4", "1"))
    tiny_book.refused("docs/index.md:3", "{bars} needs a table, and columns with numbers")
