"""The page of a large drawing: one finds one's way in it by keys and clicks, and it is whole again afterwards."""
from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.site import axe
from tests.support.site.browser import CHROMIUM, MISSING, Open
from whoruns import record

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

PROGRAM = """\
import asyncio


async def work(n, lock):
    async with lock:
        await asyncio.sleep(1)
    if n in (3, 5):
        raise ValueError(n)


async def tick():
    for n in range(16):
        await asyncio.sleep(1)
        total = n * n
    return total


async def main():
    lock = asyncio.Lock()
    tasks = [asyncio.create_task(work(n, lock), name=f"work {n}") for n in range(12)]
    await asyncio.wait(tasks)
    print([task.exception() for task in tasks])
    print(await asyncio.create_task(tick(), name="tick"))


asyncio.run(main())
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record the program; return the page."""
    found = tmp_path_factory.mktemp("large") / "large.html"
    found.write_text(record(PROGRAM, name="large.py").page(), "utf-8")
    return found


def opened(reader: Open, path: Path, width: int = 1280, **options: object) -> tuple[Page, Locator]:
    """Open the page, and click beside the drawing; return it, and its panel, which takes the keys all the same."""
    page = reader(width, alone=True, **options).page
    page.goto(f"file://{path}")
    moment = page.locator(".moment")
    expect(moment).to_be_focused()
    page.locator("h1").click()
    return page, moment


def height(page: Page) -> float:
    """Return how high the drawing is."""
    return float(page.evaluate("document.querySelector('.drawing svg').viewBox.baseVal.height"))


def low(page: Page, name: str) -> float:
    """Return where an element ends in the page."""
    return float(page.evaluate("(name) => document.querySelector(name).getBoundingClientRect().bottom + scrollY", name))


PRESSED = """(moment, key) => { // from the first row to the last one
  const press = (key) => moment.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const [cursor, svg] = [".part > .cursor", ".drawing svg"].map((name) => document.querySelector(name));
  const now = () => [+moment.dataset.step, +cursor.getAttribute("height"), svg.viewBox.baseVal.height];
  press("End");
  const last = now()[0];
  press("Home");
  const found = [now()];
  while (found.at(-1)[0] < last) { press(key); found.push(now()); }
  return found;
}"""


def test_rows_that_repeat_open_by_a_click_and_for_a_step_and_close_again(reader: Open, path: Path) -> None:
    page, moment = opened(reader, path)
    fold, whole = page.locator(".fold").last, height(page)
    expect(fold).to_have_text("×15the same rows: 2, 12 s – 27 s")
    fold.click()
    assert height(page) > whole + 28 * 20
    expect(fold).to_have_attribute("aria-expanded", "true")
    fold.press("Enter")
    assert height(page) == whole
    steps, lit, heights = zip(*moment.evaluate(PRESSED, "ArrowRight"))
    assert list(steps) == list(range(steps[0], steps[-1] + 1))
    assert min(lit) > 10
    assert max(heights) > whole == heights[0] == heights[-1]
    rows, lit, heights = zip(*moment.evaluate(PRESSED, "ArrowDown"))
    assert len(rows) < 60, "what is folded is passed over"
    assert set(heights) == {whole}


def test_keys_lead_to_errors_and_a_search_to_lines_words_and_names(reader: Open, path: Path) -> None:
    page, moment = opened(reader, path)
    said, place, told = page.locator(".ways output"), moment.locator(".place"), moment.locator(".told .now")
    for keys, number, error in (("e", 1, 3), ("e", 2, 5), ("Shift+E", 1, 3)):
        page.keyboard.press(keys)
        expect(said).to_have_text(f"{number} of 2 · work {error}: ValueError({error})")
        expect(told).to_contain_text(f"ValueError({error})")
    expect(page.locator(".ways .deadline")).to_be_hidden()
    page.keyboard.press("End")
    ends = [low(page, name) for name in (".cursor", ".moment .bar", ".drawing")]
    assert page.evaluate("innerHeight") - 60 < max(ends) <= page.evaluate("innerHeight")
    page.keyboard.press("/")
    for text, all_, seen in (("14", 16, "line 14"), ("return total", 1, "line 15"), ("work 1", 3, "work(), line ")):
        page.keyboard.insert_text(text)
        page.keyboard.press("Enter")
        expect(said).to_contain_text(f"of {all_}")
        expect(place).to_contain_text(seen)
        page.keyboard.press("Control+A")
    expect(moment.locator(".name")).to_have_text("work 1")
    page.keyboard.insert_text("nowhere")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Not found")


def test_a_name_shows_whom_it_waits_for_and_who_waits_for_it(reader: Open, path: Path) -> None:
    page, _moment = opened(reader, path)
    aside = page.locator(".drawing .row.aside")
    head = page.locator(".drawing [role=button]", has_text="work 3").first
    head.click()
    expect(head).to_have_attribute("aria-pressed", "true")
    rows = "rows => rows.filter((row) => !row.matches('.aside') && row.matches('.turn')).length"
    assert 0 < page.locator(".drawing .row").evaluate_all(rows) < 50
    expect(page.locator(".drawing .row.turn:not(.aside).l14")).to_have_count(0)  # tick, much later
    expect(page.locator(".whom")).to_contain_text("work 3")
    longest, end = page.locator(".facts button").all()
    expect(longest).to_have_text("longest wait: 3 s, from 0 s: lock.acquire() (large.py:5), work 0")
    expect(end).to_have_text("4 s: fails: ValueError(3)")
    longest.click()
    waits = "waits for: lock.acquire() (large.py:5), work 0 · since 0 s"
    expect(page.locator(".whom")).to_have_text(f"work 3 · {waits} · waiting for it: main")
    end.click()
    expect(page.locator(".told .now")).to_contain_text("ValueError(3)")
    page.keyboard.press("Escape")
    expect(aside).to_have_count(0)
    head.press("Enter")
    expect(aside.first).to_be_attached()
    page.locator(".ways select").select_option("")
    expect(aside).to_have_count(0)


def test_sentences_that_are_long_are_folded_and_leave_the_window_to_the_drawing(reader: Open, tmp_path: Path) -> None:
    path = tmp_path / "fails.html"
    told = record(PROGRAM.replace("    return total", "    raise ValueError('a long story ' * 40)"), name="fails.py")
    path.write_text(told.page(), "utf-8")
    page, _moment = opened(reader, path, 900)
    said, button = page.locator(".said"), page.get_by_role("button", name="Show all")
    folded, above = said.evaluate("said => [said.clientHeight, said.scrollHeight]"), low(page, ".drawing")
    assert folded[0] < 90 < folded[1]
    button.click()
    assert said.evaluate("said => said.scrollHeight - said.clientHeight") < 5
    assert abs(low(page, ".drawing") - above) < 5, "what is told takes its room from the drawing"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_the_strip_moves_the_drawing_and_everybody_can_use_the_page(
    reader: Open, path: Path, width: int, scheme: str
) -> None:
    page, moment = opened(reader, path, width, color_scheme=scheme)
    rail, sight = page.locator(".rail"), page.locator(".sight")
    expect(rail).to_have_attribute("aria-valuetext", re.compile(r"\d s"))
    rail.press("End")
    bottom = "document.querySelector('.drawing svg').getBoundingClientRect().bottom"
    assert page.evaluate(bottom) <= page.evaluate("innerHeight")
    now = int(str(rail.get_attribute("aria-valuenow")))
    assert now > 50
    box = rail.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 3, box["y"] + 3)
    expect(rail).not_to_have_attribute("aria-valuenow", str(now))
    assert sight.evaluate("sight => parseFloat(sight.style.top)") < 5
    assert page.evaluate("document.documentElement.scrollWidth") == width
    if width < 500:
        moment.locator(".find").click()
    expect(moment.locator("input[type=search]")).to_be_visible()
    axe.none(page)
