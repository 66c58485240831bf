"""A recording as one HTML file, and another run in a figure of a page: by keyboard, without a trace when it goes."""
from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from press.figures.stepper import WORDS
from press.playground import redrawing
from tests.support.site import axe
from tests.support.site.browser import CHROMIUM, MISSING, Open
from tests.support.site.pages import HTML, LANGUAGES
from tests.support.site.steppers import PAGES, ROBIN, beside, figure, step_of
from whoruns import record
from whoruns.page.page import panel
from whoruns.wording import speaking

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

PROGRAM = """import asyncio


async def tea(seconds):
    await asyncio.sleep(seconds)
    print("</script><b>tea</b>", seconds)
    return 1 / (seconds - 2)


async def main():
    await asyncio.gather(tea(1), tea(2))

asyncio.run(main())
"""
FIGURE = Path("whoruns/page/static/figure.js").resolve()


def written(folder: Path, language: str) -> Path:
    """Record the program, and return the page."""
    path = folder / "my tea.html"
    path.write_text(record(PROGRAM, name="my tea.py").page(language), "utf-8")
    return path


@pytest.mark.parametrize(("language", "width", "scheme"), [("pl", 1280, "dark"), ("zh_CN", 320, "light")])
def test_a_recording_opens_from_the_disk(
    reader: Open, tmp_path: Path, language: str, width: int, scheme: str
) -> None:
    path = written(tmp_path, language)
    page = reader(width, alone=True, color_scheme=scheme).page
    page.goto(f"file://{path}")
    moment = page.locator(".moment")
    moment.focus()
    before = step_of(moment)
    page.keyboard.press("ArrowRight")
    assert step_of(moment) == before + 1
    page.keyboard.press("End")
    expect(moment.locator(".line.now")).to_have_count(1)
    expect(moment.locator(".place")).to_contain_text("my tea.py")
    expect(page.locator("mark")).to_have_text("    return 1 / (seconds - 2)")
    expect(page.locator(".printed")).to_have_text("</script><b>tea</b> 1\n</script><b>tea</b> 2")
    page.locator("summary").press("Enter")
    expect(page.locator("td").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("document.documentElement.lang") == language.replace("_", "-")
    axe.none(page)


def test_nothing_runs_in_it_but_its_script(reader: Open, tmp_path: Path) -> None:
    path = written(tmp_path, "en")
    more = "<img src=x onerror=alert()><script>window.x = 1</script></main>"
    path.write_text(path.read_text("utf-8").replace("</main>", more))
    window = reader(alone=True)
    window.page.goto(f"file://{path}")
    assert window.page.evaluate("window.x") is None
    assert sum("Content Security Policy" in problem for problem in window.problems) >= 2
    window.problems.clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_panel_is_that_of_the_book(language: str) -> None:
    script = (HTML / language / WORDS).read_text("utf-8")
    with speaking(language):
        assert json.loads(script.removeprefix("window.bookPanel = ").removesuffix(";\n")).rstrip("\n") == panel()


# Another run in a figure of a page

SHOW = """([run, data]) => {
  const figure = document.querySelector(`figure:has(template.run[data-run="${run}"])`);
  const svg = data && new DOMParser().parseFromString(data.svg, "text/html").querySelector("svg");
  bookFigure(figure, data && { ...data, svg });
}"""


def show(page: Page, run: str, data: object) -> None:
    """Let a script show something in the figure of a run."""
    page.evaluate(SHOW, [run, data])


def drawing(found: Locator) -> str:
    """Return the drawing of a figure, without what the panel puts there, and the table."""
    texts: str = found.evaluate("""figure => [".drawing", ".legend"].map((name) => {
      const copy = figure.querySelector(name).cloneNode(true);
      copy.querySelector(".cursor")?.remove();
      return copy.innerHTML;
    }).join("")""")
    return texts


COUNT = """() => {
  window.heard = 0;
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (name, listener, options) {
    if (this === window || this.matches?.(".drawing")) {
      window.heard++;
      options?.signal?.addEventListener("abort", () => window.heard--);
    }
    return add.call(this, name, listener, options);
  };
}"""


def test_another_run_comes_into_a_figure_and_goes(reader: Open) -> None:
    window = reader(alone=True)
    page = window.open(f"en/{PAGES[ROBIN]}.html")
    moment, found = beside(page, ROBIN), figure(page, ROBIN)
    page.evaluate(f"() => {{ {FIGURE.read_text('utf-8')} }}")
    runs = f"bookFigure.runs(document.querySelector('figure:has([data-run=\"{ROBIN}\"])'))"
    assert str(page.evaluate(f"{runs}.then(([run]) => run.entry)")).startswith("run([talk(")
    before, answers = drawing(found), found.locator(".answer").count()
    page.evaluate(COUNT)
    entries = [f'run([talk(Person("{name}")), talk(Person("Eve"))])' for name in ("Bob", "Ann")]
    figures = [redrawing.record(ROBIN, entry=entry)["figure"] for entry in entries]
    for data in figures * 2:
        show(page, ROBIN, data)
    expect(found.locator(".moment")).to_have_count(1)
    expect(found.locator(".answer")).to_have_count(0)
    assert page.evaluate("window.heard") == 4, "those of the one that is shown"
    marked = "rows => rows.flatMap((row, n) => row.matches('.differs') ? [n] : [])"
    assert found.locator(".row").evaluate_all(marked) == figures[1]["differs"]
    assert found.locator("tbody tr").count() == len(figures[1]["table"]["body"])
    moment.locator(".large").click()
    page.keyboard.press("ArrowRight")
    expect(moment.locator(".place")).to_contain_text("in_turns.py")
    show(page, ROBIN, None)  # while it is enlarged
    expect(page.locator("dialog[open]")).to_have_count(0)
    moment.focus()
    page.keyboard.press("ArrowRight")
    expect(moment).to_have_count(1)
    assert (drawing(found), found.locator(".answer").count()) == (before, answers)
