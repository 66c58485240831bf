"""Listings, sessions, exercises and figures are run and changed in a page; Python's answers are made up but at the end.

What Python answers is tried elsewhere; this holds the page to what it does with an answer, a strange one too.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from press.catalogue import ROOT, Listing
from press.playground.redrawing import record
from tests.support.site.browser import Open, Reader
from tests.support.site.drawings import no_wider
from whoruns.program import program

PAGE = "loop/taking-turns"
ROBIN = "turns.round_robin"
FAKE = """window.bookPython = (() => {
  let stop;
  return { stop: () => stop(), async ask(request, { progress }) {
    progress(0.5);
    const stopped = new Promise((_, reject) => { stop = () => reject({ trouble: "stopped" }); });
    const reply = await Promise.race([pythonAnswers(request), stopped]);
    if (reply.trouble) throw reply;
    progress(1);
    return reply;
  } };
})();"""
RIGHT = {"line": 1, "source": "run()\n", "want": "1\n", "got": "1\n", "right": True}
DONE = {"examples": [RIGHT], "right": True, "said": []}
WRONG = {
    "examples": [RIGHT, {
        "line": 2, "source": "for n in ():\n    n\n", "want": "", "right": False,
        "got": 'Traceback:\n File "/book/ghetto_asyncio/turns/round_robin.py", line 9, in run\nKeyError: <img src=x>\n',
    }],
    "right": False, "said": ["<b>left open</b>"],
}

Answers = Callable[[dict[str, Any]], dict[str, Any]]


def reading(window: Reader, answers: Answers, path: str = f"en/{PAGE}.html") -> list[dict[str, Any]]:
    """Open a page, in which Python answers like this; return the list of what it is going to be asked."""
    asked: list[dict[str, Any]] = []

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        asked.append(request)
        return answers(request)

    window.page.expose_function("pythonAnswers", answer)
    window.page.route("**/run/python.js*", lambda route: route.fulfill(body=FAKE, content_type="text/javascript"))
    window.open(path)
    return asked


def done(request: dict[str, Any]) -> dict[str, Any]:
    """Answer that all is as on the page."""
    return record(request["run"], request["edits"], request["entry"]) if request["do"] == "record" else DONE


def module(page: Page, name: str = ROBIN) -> Locator:
    return page.locator(f".module:not(.piece)[data-listing='{name}']")


def session(page: Page, name: str = ROBIN) -> Locator:
    return page.locator(f".session[data-listing='{name}']").first


def figure(page: Page) -> Locator:
    return page.locator(f"figure:has(template.run[data-run='{ROBIN}'])")


def test_nothing_comes_before_a_click_and_a_run_says_how_it_went(reader: Open) -> None:
    window, came = reader(alone=True), list[str]()
    window.page.on("request", lambda request: came.append(request.url.rpartition("/run/")[2].partition("?")[0]))
    asked = reading(window, done)
    page = window.page
    assert [name for name in came if "/" not in name] == ["offer.js"]
    session(page).locator(".run").click()
    result = session(page).locator("+ .tried")
    expect(result.get_by_role("status")).to_have_text("✓ As on the page. Examples: 1.")
    assert asked == [{"do": "session", "language": "en", "listing": ROBIN, "edits": {}, "session": None}]
    assert not result.locator(".try-examples").is_visible()
    assert page.locator(".try-unreal").count() == 1
    expect(figure(page).get_by_role("link", name="An example in the workbench")).to_have_attribute(
        "href", "../workbench.html#example=who_is_late")


def test_what_differs_is_said_and_leads_to_its_line(reader: Open) -> None:
    window = reader(alone=True)
    reading(window, lambda request: WRONG)
    page = window.page
    session(page).locator(".run").click()
    result = session(page).locator("+ .tried")
    expect(result.get_by_role("status")).to_have_text("✗ Examples that print what is expected: 1 of 2.")
    wrong = result.locator(".wrong")
    assert wrong.locator("pre").all_inner_texts()[:2] == [">>> for n in ():\n...     n", "(nothing)"]
    assert wrong.locator("p").all_inner_texts() == ["expected:", "printed:"]
    assert "KeyError: <img src=x>" in wrong.inner_text() and "<b>left open</b>" in result.inner_text()
    result.get_by_role("button", name="round_robin.py, line 9").click()
    area = module(page).locator("textarea")
    expect(area).to_be_focused()
    line = "area => area.value.slice(0, area.selectionStart).split('\\n').length"
    assert area.evaluate(line) == 9 and module(page).locator(".editor-here").is_visible()


def test_a_change_is_kept_shared_and_reset(reader: Open) -> None:
    window = reader(alone=True, permissions=["clipboard-read", "clipboard-write"])
    asked = reading(window, done)
    page = window.page
    module(page).get_by_role("button", name="Edit").click()
    area = module(page).locator("textarea")
    original = area.input_value()
    assert original.startswith('"""Round robin') and original.endswith("\n")
    area.fill(changed := original.replace("popleft()", "pop()"))
    module(page).locator(".go").click()
    expect(page.locator(".try-with")).to_contain_text("ghetto_asyncio/turns/round_robin.py")
    expect(figure(page).locator(".try-note")).to_be_visible()
    expect(page.locator(".try-status")).to_have_text("✓ As on the page. Examples: 1.")
    assert asked[0]["edits"] == {ROBIN: changed}
    page.reload()
    button = module(page).locator(".edit")
    expect(button).to_have_text("Edit (changed)")
    button.click()
    expect(area).to_have_value(changed)
    module(page).get_by_role("button", name="Copy a link").click()
    expect(module(page).locator(".try-said")).to_contain_text("Copied")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    module(page).get_by_role("button", name="Reset").click()
    expect(area).to_have_value(original)
    page.keyboard.press("Control+z")
    expect(area).to_have_value(changed)
    module(page).get_by_role("button", name="Reset").click()
    module(page).get_by_role("button", name="Close").click()
    expect(button).to_have_text("Edit")
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('try/'))") == []
    asked.clear()
    page.goto(link.replace("/en/loop/", "/pl/loop/"))
    expect(area).to_have_value(changed)
    expect(module(page).locator(".try-said")).to_contain_text("dopiero po naciśnięciu")
    assert asked == [] and page.locator("iframe").count() == 0, "a link shows a program, and does not run it"
    for broken in ("turns.round_robin:AAAA", "turns.nobody:x", "x"):
        page.goto("about:blank")
        page.goto(f"{link.partition('#')[0]}#try={broken}")
        expect(page.get_by_role("alert")).to_contain_text("cannot be read")


def test_each_tab_keeps_its_own_and_says_what_another_does(reader: Open) -> None:
    window = reader(alone=True)
    address = f"en/{PAGE}.html"
    tabs = [window.open(address), window.context.new_page()]
    tabs[1].goto(window.address + address)
    for number, page in enumerate(tabs):
        module(page).locator(".edit").click()
        module(page).locator("textarea").fill(f"tab = {number}\n")
    expect(module(tabs[0]).locator(".try-said")).to_contain_text("Another tab has changed this program")
    for number, page in enumerate(tabs):
        page.reload()
        module(page).locator(".edit").click()
        expect(module(page).locator("textarea")).to_have_value(f"tab = {number}\n")


def test_what_is_too_long_for_a_link_or_for_the_browser_is_said(reader: Open) -> None:
    page = reader(alone=True).open(f"en/{PAGE}.html")
    module(page).locator(".edit").click()
    area = module(page).locator("textarea")
    area.fill(f"x = 1  # {'x' * 200_000}\n")
    module(page).get_by_role("button", name="Copy a link").click()
    expect(module(page).locator(".try-said")).to_have_text("This program is too long for a link.")
    area.fill(f"x = 1  # {'x' * 6_000_000}\n")
    expect(module(page).locator(".try-said")).to_contain_text("The browser has no room left")
    area.fill("x = 1\n")
    expect(module(page).locator(".try-said")).to_be_hidden()


def test_a_session_is_changed_too(reader: Open) -> None:
    window = reader(alone=True)
    asked = reading(window, done)
    box = session(window.page)
    expect(box.locator(".code-bar > button")).to_have_text(["Run", "Copy"])
    expect(module(window.page).locator(".code-bar > button")).to_have_text(["Edit", "Copy"])
    box.get_by_label("More").click()
    box.locator(".edit").click()
    box.locator("textarea").fill(">>> 1 + 1\n2\n")
    box.locator(".go").click()
    expect(window.page.locator(".tried").get_by_role("status")).to_have_text("✓ As expected. Examples: 1.")
    assert asked[0]["session"] == ">>> 1 + 1\n2\n"
    assert box.locator(".editor-colours .gp").count() == 1


def test_an_exercise_is_solved_and_that_is_remembered(reader: Open) -> None:
    window = reader(alone=True)
    replies = [WRONG, DONE]
    asked = reading(window, lambda request: replies.pop(0))
    page, name = window.page, "turns.exercises.weights"
    module(page, name).locator(".solve").click()
    for said in ("✗ Not yet. Examples that are right so far: 1.", "✓ Right! Examples: 1."):
        module(page, name).get_by_role("button", name="Try it").click()
        expect(page.locator(".try-status")).to_have_text(said)
    assert asked[0]["do"] == "exercise" and asked[0]["name"] == "turns.weights" and set(asked[0]["edits"]) == {name}
    page.reload()
    expect(module(page, name).locator(".solve")).to_have_text("Solved ✓")


def test_a_figure_is_drawn_anew_and_goes_back(reader: Open) -> None:
    window = reader(alone=True)
    asked = reading(window, done)
    page = window.page
    figure(page).locator(".change").click()
    area = figure(page).locator("textarea")
    area.fill(area.input_value().replace('"Ann"', '"Zoe"'))
    area.press("Control+Enter")
    note = figure(page).locator(".try-note")
    expect(note).to_contain_text("Drawn from your program. Row 1")
    expect(figure(page).locator(".try-status")).to_have_text("Drawn from your program.")
    assert asked[-1]["run"] == ROBIN and "Zoe" in asked[-1]["entry"]
    expect(figure(page).locator(".drawing")).to_contain_text("Zoe")
    expect(figure(page).locator(".moment .count")).to_contain_text("of")
    assert figure(page).locator(".differs").count() > 1
    note.get_by_role("button").click()
    expect(figure(page).locator(".drawing")).not_to_contain_text("Zoe")
    expect(figure(page).locator(".moment")).to_have_count(1)
    expect(note).to_have_count(0)


def test_a_value_that_is_not_recorded_is_typed_and_run(reader: Open) -> None:
    window = reader(alone=True)
    asked = reading(window, done)
    this = window.page.locator("figure:has(template.run[data-run='turns.quantum_2'])")
    this.evaluate("figure => figure.scrollIntoView()")
    field, came, note = map(this.locator, (".vary [type=number]", ".vary [role=status]", ".try-note"))
    field.fill("5")
    field.press("Enter")
    expect(note).to_contain_text("is the first that differs")
    assert [request["entry"].partition("\n")[0] for request in asked] == ["quantum = 5"]
    expect(came).to_be_empty()
    field.fill("1")
    field.press("Enter")
    expect(came).to_contain_text("Ann Bob Ann Bob Ann Bob")
    expect(note).to_have_count(0)
    assert len(asked) == 1, "that one is recorded"


def test_what_cannot_be_drawn_is_said(reader: Open) -> None:
    window = reader(alone=True)
    error = {"words": "ValueError: <b>no</b>", "file": "ghetto_asyncio/turns/round_robin.py", "line": 11}
    nothing: dict[str, Any] = {"figure": None, "output": [], "error": error, "differs": None}
    reading(window, lambda request: WRONG if request["do"] == "session" else nothing)
    page = window.page
    module(page).locator(".edit").click()
    module(page).locator("textarea").fill("x")
    module(page).locator(".go").click()
    expect(figure(page).locator(".try-note")).to_have_text(
        "Your program could not be drawn. ValueError: <b>no</b> round_robin.py, line 11 ")


def test_it_can_be_stopped_and_says_what_went_wrong(reader: Open) -> None:
    window = reader(alone=True)
    replies = [{"trouble": kind} for kind in ("time", "memory", "crash", "load")]
    window.page.add_init_script("window.pythonAnswers = () => new Promise(() => {})")
    window.page.route("**/run/python.js*", lambda route: route.fulfill(body=FAKE, content_type="text/javascript"))
    page = window.open(f"en/{PAGE}.html")
    session(page).locator(".run").click()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.5")
    expect(page.locator(".try-status")).to_have_text("Python is being fetched…")
    waiting = page.locator(".session[data-try] .run:visible").first
    for _ in range(2):
        waiting.click()
    expect(page.locator(".try-waits")).to_have_text("It runs as soon as the other run has ended.")
    for _ in range(2):
        page.get_by_role("button", name="Stop").click()
    expect(page.locator(".try-status")).to_have_text(["Stopped."] * 2)
    page.locator(".tried").first.evaluate("box => box.remove()")
    for reply, said in zip(replies, ("15 seconds", "more memory", "gave up", "be fetched")):
        page.evaluate("reply => { pythonAnswers = async () => reply; }", reply)
        session(page).locator(".run").click()
        expect(page.locator(".try-status")).to_contain_text(said)


def test_by_keyboard_alone(reader: Open) -> None:
    window = reader(alone=True)
    reading(window, done)
    page = window.page
    focused = "() => document.activeElement.className || document.activeElement.localName"
    module(page).locator(".edit").focus()
    page.keyboard.press("Enter")
    expect(module(page).locator("textarea")).to_be_focused()
    page.keyboard.press("Tab")
    assert "go" in page.evaluate(focused), "who has written nothing goes on"
    page.keyboard.press("Shift+Tab")
    area = module(page).locator("textarea")
    page.keyboard.press("Control+End")
    page.keyboard.type("def f():\nif 1:\n1")
    assert area.input_value().endswith("\ndef f():\n    if 1:\n        1")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert area.input_value().endswith("\n    1   ")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert "go" in page.evaluate(focused), "Escape lets Tab go"
    page.keyboard.press("Enter")
    expect(page.locator(".tried .try-status")).to_contain_text("As on the page")


@pytest.mark.parametrize(("language", "width", "scheme"), [
    ("pl", 390, "dark"), ("zh_CN", 1280, "light"), ("ru", 320, "light"),
])
def test_everybody_can_use_it(reader: Open, language: str, width: int, scheme: str) -> None:
    window = reader(width, alone=True, color_scheme=scheme, bypass_csp=True)
    reading(window, lambda request: WRONG if request["do"] == "session" else done(request), f"{language}/{PAGE}.html")
    page = window.page
    session(page).locator(".more > summary").click()
    for kind in (module(page), session(page)):
        kind.locator(".edit").click()
    module(page).locator("textarea").fill("#\n" + module(page).locator("textarea").input_value())
    figure(page).locator(".change").click()
    module(page).locator(".go").click()
    expect(figure(page).locator(".try-note")).to_be_visible()
    expect(figure(page).locator(".moment")).to_contain_text(re.compile(r"talk\(\)(, |，)"))
    expect(figure(page).locator(".moment")).not_to_contain_text("Give back")  # listings speak as the page does
    page.evaluate("for (const each of document.querySelectorAll('.tried details')) each.open = true")
    assert no_wider(page, width)
    page.evaluate("scrollTo(0, 0)")  # what sticks to the window covers nothing there
    report = Axe().run(page, options={"rules": {"target-size": {"enabled": True}}})
    assert report.response["violations"] == [], report.generate_report()
    said = page.locator(":is(.try-editor, .tried, .try-note) :is(button, summary, p):visible").all_inner_texts()
    assert len(said) > 12 and not [text for text in said if any(word in text for word in (" the ", "Run", "Close"))]


EVIL = """<svg class="weave" viewBox="0 0 9 9" onload="bad()" style="position:fixed"><title id="panel">t</title>
<script>bad()</script><a href="javascript:bad()"><text x="1" y="1">out</text></a><image href="x" onerror="bad()"/>
<foreignObject><img src="x" onerror="bad()"/></foreignObject><use href="#panel"/><style>* { display: none }</style>
<g class="part" data-run="a.b" id="run-a-title"><rect class="hit" x="1" y="1" width="url(//x)" fill="url(//x)"/>
<text x="1" y="2">&lt;img src=x onerror=bad()><animate attributeName="href"/></text><set/></g></svg>"""
LINES = {
    '<span class="k" id="run-x" onclick="bad()" style="x">def</span> f<img src="x" onerror="bad()"/><i></i>':
        '<span class="k">def</span> f',
    '<a href="//x">f</a><script>bad()</script>1 &lt;b&gt; 2': "1 &lt;b&gt; 2",
    "<img src=x onerror=bad()>": "&lt;img src=x onerror=bad()&gt;",
    '<span xmlns="http://www.w3.org/1999/xhtml"/>': '&lt;span xmlns="http://www.w3.org/1999/xhtml"/&gt;',
}


def test_nothing_comes_in_that_is_not_known(reader: Open) -> None:
    window = reader(alone=True)
    reading(window, done)
    page = window.page
    module(page).locator(".edit").click()
    module(page).locator("textarea").wait_for()
    page.evaluate("void (window.bad = () => { console.error('bad') })")
    put = "svg => document.body.appendChild(bookClean.svg(svg)).outerHTML"
    assert page.evaluate(put, EVIL).replace("\n", "") == (
        '<svg class="weave" viewBox="0 0 9 9"><title>t</title>'
        '<g class="part" data-run="a.b" id="run-a-title"><rect class="hit" x="1" y="1"></rect>'
        '<text x="1" y="2">&lt;img src=x onerror=bad()&gt;</text></g></svg>'
    )
    assert {line: page.evaluate("line => bookClean.line(line)", line) for line in LINES} == LINES
    named = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    for text in ("", "text", "<p></p>", "<math/>", "<svg", named, "<!DOCTYPE x><svg/>"):
        assert page.evaluate("text => bookClean.svg(text)", text) is None
    real = record(ROBIN)["figure"]["svg"]
    before, after = page.evaluate(
        """(svg) => [svg, bookClean.svg(svg).outerHTML].map((text) => {
          const holder = document.createElement("template");
          holder.innerHTML = text;
          return holder.innerHTML;
        })""", real)
    assert before == after, "what press/figures draws is all let in"
    assert all("inline style" in problem for problem in window.problems), "Chromium's own, where it says what is no XML"
    window.problems.clear()


def test_a_puzzle_is_run_in_its_box_and_drawn_there(reader: Open) -> None:
    window, source = reader(alone=True), Listing("workbench.crossed", ROOT).source()
    answers = [program(source, title="crossed.py"), {"trouble": "time"}, program("1 / 0\n", title="crossed.py")]
    answers[0]["figure"]["table"]["head"] = ["<img>"] * 4
    asked = reading(window, lambda request: answers.pop(0), "en/kernel/the-kernel.html")
    page = window.page
    puzzle = page.locator(".puzzle")
    expect(puzzle.locator(".module button")).to_have_text(["Copy"])
    button, result = puzzle.locator("p > .run"), puzzle.locator("> .tried")
    expect(button).to_have_text("Run")
    button.click()
    expect(result.get_by_role("status")).to_have_text("It has run. Lines printed: 1.")
    assert asked == [{"do": "program", "language": "en", "source": source, "title": "crossed.py"}]
    expect(result.locator("> pre")).to_have_text("0 done, 2 waiting")
    assert result.locator(".drawing > svg").get_by_text("bread").count()
    result.get_by_text("The same as a table").click()
    assert result.locator("th").all_inner_texts() == ["<img>"] * 4 and result.locator("tbody tr").count() > 4
    assert puzzle.locator("details[open] > .session").count() == 0, "what was recorded stays folded"
    button.click()
    expect(result.get_by_role("status")).to_contain_text("It was stopped after 15 seconds")
    button.click()
    expect(result.get_by_role("status")).to_have_text("ZeroDivisionError: division by zero")
    assert result.locator("svg").count() == 0 and puzzle.locator(".tried").count() == 1


def test_a_stranger_answer_is_no_way_in(reader: Open) -> None:
    """An answer as a program could make it, which has taken over the worker."""
    window = reader(alone=True)
    given = json.loads(json.dumps(record(ROBIN)))
    evil = '<img src="x" onerror="bad()"/>'
    given["figure"]["listings"] = {name: [evil] * 99 for name in given["figure"]["listings"]}
    given["figure"]["steps"]["listings"] = dict.fromkeys(given["figure"]["steps"]["files"], f"<pre>{evil}</pre>")
    given["figure"]["table"] = {"head": [evil], "body": [[[[evil, True]]]]}
    given["figure"]["svg"] = given["figure"]["svg"].replace("</svg>", f"{evil}</svg>")
    given["differs"] = {"row": 0, "words": evil}
    reading(window, lambda request: given if request["do"] == "record" else WRONG)
    page = window.page
    figure(page).locator(".change").click()
    figure(page).locator("textarea").fill("1")
    figure(page).locator(".go").click()
    expect(figure(page).locator(".try-note")).to_contain_text(evil)
    figure(page).locator(".legend summary").click()
    assert figure(page).locator("img").count() == 0


def test_with_python_itself(reader: Open) -> None:
    page = reader(alone=True).open("pl/kernel/the-kernel.html")
    page.locator(".puzzle p > .run").click()
    expect(page.locator(".puzzle > .tried > pre")).to_have_text("0 done, 2 waiting", timeout=60_000)
    page = reader(alone=True).open(f"pl/{PAGE}.html")
    session(page).locator(".run").click()
    result = session(page).locator("+ .tried")
    expect(result.locator(".try-status")).to_contain_text("Tak jak na stronie", timeout=60_000)
    module(page).locator(".edit").click()
    area = module(page).locator("textarea")
    area.fill(area.input_value().replace("popleft()", "pop()"))
    module(page).locator(".go").click()
    expect(figure(page).locator(".try-note")).to_contain_text(
        "według twojego programu. Różnice zaczynają się od", timeout=60_000)
    expect(result.locator(".try-status")).to_contain_text("✗", timeout=60_000)
    solution = Listing("turns.solutions.weights", ROOT).source()
    exercise = module(page, "turns.exercises.weights")
    exercise.locator(".solve").click()
    exercise.locator("textarea").fill(solution)
    exercise.locator(".go").click()
    expect(page.locator(".try-status").last).to_contain_text("Dobrze!", timeout=60_000)
