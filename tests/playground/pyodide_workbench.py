"""The workbench, with Python as it is in a page: its programs, links that carry one, a keyboard, and a telephone."""
from __future__ import annotations

from doctest import DocTestParser

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from press.catalogue import ROOT, Listing, every, find
from press.contents import chapters
from press.reader.workbench import examples
from tests.support.site.browser import Open
from tests.support.site.drawings import no_wider
from tests.support.site.in_page import Ask

EXAMPLES = [listing for listing in every(ROOT) if listing.name.startswith("workbench.")]
BENCH = "workbench.html"
DIVIDES = "print('one')\nfor line in iter(input, 'end'):\n    print(1 / int(line))\n"


def printed(listing: Listing) -> list[str]:
    """Return what a program prints, as its session shows it."""
    examples = DocTestParser().get_examples(listing.session.read_text("utf-8"))
    return [line for example in examples for line in example.want.splitlines()]


def differs(want: list[str], got: list[str]) -> bool:
    """Has a program printed something else? A warning may come between, and says what kind it is."""
    return sorted(want) != sorted(line.removeprefix("RuntimeWarning: ") for line in got)


def test_each_program_prints_what_its_session_shows_and_is_drawn(python: Ask) -> None:
    problems = []
    for listing in EXAMPLES:
        title = listing.module.name
        reply = python("program", source=listing.source(), typed=[], title=title)
        if listing.recording.is_file() and '"undrawn"' in listing.recording.read_text("utf-8"):
            if not reply.get("cannot"):
                problems.append(f"{title}: {reply}, although its recording says what cannot be followed")
        elif not listing.session.is_file():
            if reply["ending"] != "hangs" or not reply["figure"]:
                problems.append(f"{title}: it ends with {reply['ending']!r}, and is shown as it hangs")
        elif "trouble" in reply or reply["error"] or reply["cannot"] or not reply["figure"]:
            problems.append(f"{title}: {({**reply, 'figure': bool(reply.get('figure'))})}")
        elif differs(printed(listing), reply["output"]):
            problems.append(f"{title}: {reply['output']}, its session has {printed(listing)}")
    assert not problems, "\n".join(problems)
    assert len(EXAMPLES) > 30


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_when_the_form_comes(reader: Open, width: int) -> None:
    window = reader(width)
    page, held = window.page, list[Route]()
    page.route("**/workbench.js*", lambda route: held.append(route))
    page.goto(f"{window.address}en/{BENCH}", wait_until="commit")
    below = page.locator(".bench ~ p").first
    below.wait_for()
    page.wait_for_timeout(300)
    before = below.bounding_box()
    assert not page.locator(".bench").is_visible()
    held[0].continue_()
    page.locator(".bench").wait_for()
    assert below.bounding_box() == before


NEWER = '''\
import asyncio
from ghetto_asyncio.monday.crossed_locks_bug import Kitchen, rush

async def visit():
    print("visit")

async def main():
    task = asyncio.create_task(visit(), eager_start=True)
    print("door")
    for name in "Ann", "Bob":
        asyncio.get_running_loop().call_later(60, look, name)
    asyncio.current_task().set_name("main")
    await rush(Kitchen("grill", "fish"), Kitchen("oven", "pizza"))

def look(name):
    found = [each for each in asyncio.all_tasks() if each.get_name() == name]
    asyncio.print_call_graph(*found)
    (awaits,) = asyncio.capture_call_graph(*found).awaited_by
    print(name, "is awaited by", awaits.future.get_name())

asyncio.run(main())
'''


def test_python_3_14_has_eager_tasks_and_prints_the_await_that_hangs(python: Ask) -> None:
    said = python("program", source=NEWER, typed=[], title="newer.py")["output"]
    assert said[:2] == ["visit", "door"]
    lines = (ROOT / "ghetto_asyncio/monday/crossed_locks_bug.py").read_text("utf-8").splitlines()
    place = f"crossed_locks_bug.py', line {lines.index('        async with there.lock:') + 1}, in async move()"
    page = (ROOT / "docs/yours/nobody-goes-on.md").read_text("utf-8")
    assert f"`{place.partition(', ')[2]}`" in page
    assert len([line for line in said if line.endswith(place)]) == 2
    assert [line for line in said if "awaited by" in line] == ["Ann is awaited by main", "Bob is awaited by main"]


def test_a_program_that_prints_something_else_is_noticed() -> None:
    want = printed(find("workbench.forgotten", ROOT))
    assert not differs(want, ["Ann is served", "RuntimeWarning: coroutine 'order' was never awaited", "Eve is served"])
    assert differs(want, ["Ann is served", "Bob is served", "Eve is served"])


def test_each_chapter_has_an_example() -> None:
    own = examples(str(ROOT))
    assert list(own) == chapters(ROOT) and set(own.values()) <= {each.module.stem for each in EXAMPLES}


def write(page: Page, text: str) -> None:
    """Put a program into the editor."""
    page.locator(".bench-source").fill(text)


def test_a_program_is_run_by_keyboard_and_stepped_through(reader: Open) -> None:
    window = reader()
    page = window.open(f"en/{BENCH}#example=blocked")
    expect(page.locator(".bench-file")).to_have_text("blocked.py")
    assert page.locator("iframe").count() == 0
    page.locator(".bench-source").focus()
    expect(page.locator(".bench .editor")).to_be_visible()
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".bench .moment", timeout=60_000)
    expect(page.locator(".bench-output")).to_have_text("a report at 4\ntea at 4")
    expect(page.locator(".bench-status")).to_have_text("It has run. Lines printed: 2.")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.bench-input summary')")
    slider = page.locator(".bench .moment input")
    slider.focus()
    before = slider.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") != before


def test_an_error_leads_to_its_line_and_lines_are_typed(reader: Open) -> None:
    page = reader().open(f"en/{BENCH}")
    page.locator(".bench-example").select_option("")
    write(page, DIVIDES)
    page.locator(".bench-input summary").click()
    page.locator(".bench-typed").fill("4\n0\n")
    page.locator(".bench-run").click()
    expect(page.locator(".bench-error")).to_contain_text("ZeroDivisionError", timeout=60_000)
    expect(page.locator(".bench-output")).to_contain_text("0.25")
    page.locator(".bench-error button").click()
    assert page.evaluate("document.activeElement.selectionStart") == len("\n".join(DIVIDES.split("\n")[:2])) + 1
    page.reload()  # it is kept, and the lines with it
    expect(page.locator(".bench-source")).to_have_value(DIVIDES)
    expect(page.locator(".bench-typed")).to_have_value("4\n0\n")


def test_a_link_carries_a_program_into_another_language_and_nothing_runs(reader: Open) -> None:
    window = reader()
    page = window.open(f"en/{BENCH}")
    write(page, DIVIDES)
    page.locator(".bench-link").click()
    page.wait_for_function("location.hash.startsWith('#p=')")
    address = page.evaluate("location.hash")
    write(page, "own = 1\n")  # it is not what the link carries any more
    assert page.evaluate("location.hash") == ""
    own = "turns"  # a program is kept beside the others, the one of a link too
    page.locator(".bench-example").select_option(own)
    write(page, "own = 1\n")
    page.goto("about:blank")
    page = window.open(f"en/{BENCH}{address}")
    expect(page.locator(".bench-source")).to_have_value(DIVIDES)
    write(page, "other = 2\n")
    window.open(f"en/{BENCH}#example={own}")
    page.reload()
    expect(page.locator(".bench-source")).to_have_value("own = 1\n")
    page.locator(".bench-example").select_option("linked")
    expect(page.locator(".bench-source")).to_have_value("other = 2\n")
    other = reader(alone=True)
    shown = other.open(f"pl/{BENCH}{address}")
    expect(shown.locator(".bench-source")).to_have_value(DIVIDES)
    expect(shown.locator(".bench-note")).to_be_visible()
    assert shown.locator("iframe").count() == 0 and shown.locator(".bench-result").is_hidden()
    shown.goto("about:blank")
    shown = other.open(f"ru/{BENCH}#p=nonsense")
    expect(shown.locator(".bench-note")).to_be_visible()
    assert shown.locator(".bench-source").input_value().startswith('"""')


def test_a_program_without_end_is_stopped(reader: Open) -> None:
    page = reader().open(f"en/{BENCH}")
    write(page, "sum(iter(int, 1))\n")
    page.locator(".bench-run").click()
    stop = page.locator(".bench-stop")
    expect(stop).to_be_visible(timeout=60_000)
    page.wait_for_selector("iframe", state="attached")
    stop.click()
    expect(page.locator(".bench-status")).to_have_text("Stopped.", timeout=5_000)
    expect(stop).to_be_hidden()


def kept(page: Page) -> dict[str, str]:
    """Return what the browser keeps for all tabs, by name, without the lines typed."""
    found: dict[str, str] = page.evaluate(
        """() => Object.fromEntries(Object.entries(localStorage).filter(([name]) => name.startsWith("workbench/"))
           .map(([name, text]) => [name.slice(10), JSON.parse(text)[0]]))""")
    return found


def test_two_tabs_lose_nothing(reader: Open) -> None:
    window = reader(alone=True)
    address = f"en/{BENCH}#example=blocked"
    first = window.open(address)
    second = window.context.new_page()
    second.goto(window.address + address)
    write(first, "first = 1\n")
    expect(second.locator(".bench-note")).to_contain_text("Another tab has changed this program")
    write(second, "second = 2\n")
    expect(second.locator(".bench-note")).to_contain_text("Both are kept")
    expect(second.locator(".bench-example")).to_have_value("blocked~2")
    write(first, "first = 11\n")
    write(second, "second = 22\n")
    assert kept(first) == {"blocked": "first = 11\n", "blocked~2": "second = 22\n"}
    for page, text in ((first, "first = 11\n"), (second, "second = 22\n")):
        page.goto(f"{window.address}en/{BENCH}")
        page.reload()
        expect(page.locator(".bench-source")).to_have_value(text)
    first.locator(".bench-example").select_option("blocked~2")
    expect(first.locator(".bench-source")).to_have_value("second = 22\n")


def test_a_tab_that_resets_takes_nothing_from_the_other(reader: Open) -> None:
    window = reader(alone=True)
    first = window.open(f"en/{BENCH}#example=blocked")
    second = window.context.new_page()
    second.goto(f"{window.address}en/{BENCH}#example=blocked")
    original = second.locator(".bench-source").input_value()
    write(first, "first = 1\n")
    second.locator(".bench-reset").click()
    expect(second.locator(".bench-source")).to_have_value(original)
    assert kept(first) == {"blocked": "first = 1\n"}


def test_where_the_browser_has_no_room_it_is_said(reader: Open) -> None:
    window = reader(alone=True)
    page = window.open(f"en/{BENCH}")
    fill = """store => {
      for (let text = "x".repeat(2 ** 20); text;) {
        try { store[text.length] = (store[text.length] ?? "") + text; }
        catch { text = text.slice(text.length / 2 + 0.5); }
      }
    }"""
    page.evaluate(f"({fill})(localStorage)")
    write(page, f"own = 1  # {'x' * 9000}\n")
    expect(page.locator(".bench-note")).to_contain_text("kept only until this tab is closed")
    page.evaluate("delete localStorage[2 ** 20]")
    write(page, f"own = 2  # {'x' * 9000}\n")
    expect(page.locator(".bench-note")).to_be_hidden()
    page.evaluate(f"({fill})(localStorage); sessionStorage.clear(); ({fill})(sessionStorage)")
    write(page, third := f"own = 3  # {'x' * 90_000}\n")
    expect(page.locator(".bench-note")).to_contain_text("in this page and nowhere else")
    expect(page.locator(".bench-source")).to_have_value(third)
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    write(page, "own = 4\n")  # and nothing keeps the page from being left


def test_a_program_that_is_too_long_for_a_link_is_copied(reader: Open) -> None:
    window = reader(alone=True, permissions=["clipboard-read", "clipboard-write"])
    page = window.open(f"en/{BENCH}")
    text = f"x = 1  # {'x' * 200_000}\n"
    write(page, text)
    page.locator(".bench-link").click()
    expect(page.locator(".bench-status")).to_have_text("This program is too long for a link.")
    assert page.evaluate("location.hash") == ""
    page.locator(".bench-copy").click()
    expect(page.locator(".bench-status")).to_have_text("The program is copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text
    write(page, "x = 1\n")
    expect(page.locator(".bench-copy")).to_be_hidden()
    page.locator(".bench-link").click()
    expect(page.locator(".bench-status")).to_contain_text("Copied")


def test_another_program_ends_the_one_that_runs(reader: Open) -> None:
    page = reader(alone=True).open(f"en/{BENCH}#example=blocked")
    write(page, page.locator(".bench-source").input_value() + "while True: sum(range(10**9))\n")
    page.locator(".bench-run").click()
    expect(page.locator(".bench-stop")).to_be_visible(timeout=60_000)
    page.wait_for_selector("iframe", state="attached")
    page.locator(".bench-example").select_option("turns")
    expect(page.locator(".bench-stop")).to_be_hidden(timeout=5_000)
    expect(page.locator(".bench-status")).to_be_hidden()
    assert page.locator(".bench-result").is_hidden()
    page.locator(".bench-run").click()
    expect(page.locator(".bench figcaption")).to_have_text("The run of turns.py", timeout=60_000)


def test_a_program_of_another_kind_is_not_called_like_the_example(reader: Open) -> None:
    page = reader(alone=True).open(f"en/{BENCH}#example=blocked")
    write(page, "# mine\n" + page.locator(".bench-source").input_value())
    expect(page.locator(".bench-file")).to_have_text("blocked.py")
    write(page, "import asyncio\n\n\nasync def main():\n    pass\n\n\nasyncio.run(main())\n")
    expect(page.locator(".bench-file")).to_have_text("mine.py")


def test_a_program_that_was_cut_is_not_called_ended(reader: Open) -> None:
    page = reader(alone=True).open(f"en/{BENCH}")
    write(page, "import asyncio\nprint('one')\nasyncio.run(asyncio.Event().wait())\n")
    page.locator(".bench-run").click()
    expect(page.locator(".bench-status")).to_have_text(
        "It has not come to its end. Lines printed: 1.", timeout=60_000)
    expect(page.locator(".bench-cannot")).to_contain_text("It would wait for ever here")


def test_a_finger_has_room(reader: Open) -> None:
    page = reader(390, alone=True, has_touch=True, is_mobile=True).open(f"en/{BENCH}")
    page.locator(".bench-source").focus()
    heights = page.locator(".bench-bar :is(button, select):visible").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().height)")
    assert len(heights) > 3 and min(heights) >= 44, heights


@pytest.mark.parametrize("slow", ["python.html", "run/worker.js*", "run/part-*"])
def test_who_stops_while_python_is_fetched_is_told_so_and_can_run_it_later(reader: Open, slow: str) -> None:
    window = reader(alone=True)
    held: list[Route] = []
    window.page.route(f"**/{slow}", lambda route: held.append(route))
    page = window.open(f"en/{BENCH}#example=blocked")
    page.locator(".bench-run").click()
    page.wait_for_selector("iframe", state="attached")
    while not held:
        page.wait_for_timeout(10)
    page.locator(".bench-stop").click()
    expect(page.locator(".bench-status")).to_have_text("Stopped.")
    for route in held:
        route.continue_()
    page.unroute_all()
    page.wait_for_timeout(1000)  # what still comes changes nothing
    expect(page.locator(".bench-status")).to_have_text("Stopped.")
    page.locator(".bench-run").click()
    expect(page.locator(".bench-output")).to_have_text("a report at 4\ntea at 4", timeout=60_000)


@pytest.mark.parametrize(
    ("language", "width", "scheme"), [("zh_CN", 390, "dark"), ("en", 1280, "light"), ("ru", 320, "light")]
)
def test_it_has_room_and_axe_finds_nothing(reader: Open, language: str, width: int, scheme: str) -> None:
    page = reader(width, color_scheme=scheme, bypass_csp=True).open(f"{language}/{BENCH}")
    page.locator(".bench-run").click()
    page.wait_for_selector(".bench .moment", timeout=60_000)
    assert no_wider(page, width)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true;")
    report = Axe().run(page)
    assert report.response["passes"]
    assert report.response["violations"] == [], report.generate_report()


def test_the_puzzle_of_a_chapter_is_tried_here(reader: Open) -> None:
    page = reader().open("en/kernel/the-kernel.html")
    puzzle = page.locator(".puzzle")
    expect(puzzle.locator(".module button")).to_have_text(["Copy"])
    puzzle.get_by_role("link", name="Try it in the workbench").click()
    expect(page.locator(".bench-file")).to_have_text("crossed.py")
    expect(page.locator(".bench-source")).to_have_value(find("workbench.crossed", ROOT).source())
    chosen = page.locator(".bench-example").evaluate("choice => choice.selectedOptions[0].textContent")
    assert chosen.endswith("The kernel")
