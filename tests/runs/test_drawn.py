"""Runs are drawn without Sphinx as the pages have them, and it is found what differs in one that is changed."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from pygments import highlight
from pygments.lexers import PythonLexer

from press.catalogue import ROOT, Listing, every
from press.figures.kept import load
from press.figures.making import record_changed
from press.language import LANGUAGES as SPOKEN
from press.playground.redrawing import read_changed
from press.playground.replies import answer
from press.theme.markup import SparingFormatter
from tests.support.site.pages import LANGUAGES
from whoruns import wording
from whoruns.page.colours import coloured
from whoruns.page.drawn import drawn
from whoruns.story.beats import beats
from whoruns.story.compared import differing, rows
from whoruns.story.recording import Recording
from whoruns.story.sentences import decimal

ROBIN, SIDE_BY_SIDE = "turns.round_robin", "turns.quantum_1 turns.quantum_2 turns.quantum_100"
DRAW = """
import json, sys
sys.path.insert(0, {root!r})
from press.catalogue import ROOT
from whoruns.page.drawn import drawn
from press.figures.kept import load
from whoruns.wording import speaking
found = []
for language in {languages!r}:
    with speaking(language):
        found.append([drawn([load(name, ROOT) for name in names.split()]) for names in {names!r}])
assert not [name for name in sys.modules if name.split(".")[0] in ("sphinx", "docutils", "babel", "pygments", "jinja2")]
print(json.dumps(found))
"""


def alone(code: str) -> subprocess.CompletedProcess[str]:
    """Run a program with a Python that has nothing but its standard library."""
    return subprocess.run([sys.executable, "-I", "-S", "-X", "utf8", "-c", code], capture_output=True, text=True)


def test_without_sphinx_a_run_is_drawn_as_with_it() -> None:
    """That the pages show just this, test_pages.py says."""
    names = ["mainloop.simple", SIDE_BY_SIDE]
    done = alone(DRAW.format(root=str(ROOT), languages=LANGUAGES, names=names))
    assert done.returncode == 0, done.stderr
    for language, figures in zip(LANGUAGES, json.loads(done.stdout)):
        with wording.speaking(language):
            here = [drawn([load(name, ROOT) for name in each.split()]) for each in names]
        assert json.loads(json.dumps(here)) == figures, language


def test_that_nothing_but_python_is_there_is_so() -> None:
    assert "ModuleNotFoundError: No module named 'docutils'" in alone(
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import press.figures.figure"
    ).stderr


def test_code_has_the_colours_of_the_pages() -> None:
    for listing in every(ROOT)[::8]:
        source = listing.source()
        own = highlight(source, PythonLexer(), SparingFormatter(nowrap=True)).rstrip("\n").split("\n")
        differ = [pair for pair in zip(own, coloured(source), strict=True) if pair[0] != pair[1]]
        assert all('f"' in line or "f'" in line for line, _ours in differ), listing.name  # f-strings have holes there


def test_lines_behind_a_mistake_have_no_colours() -> None:
    lines = ['<span class="k">def</span> <span class="f">go</span>(:', '    """&lt;b&gt;']
    assert coloured('def go(:\n    """<b>\n') == lines
    assert coloured("") == []


def test_an_f_string_is_one_string_for_each_python() -> None:
    assert coloured("x = f'{a:{b}} {f\"{c}\"}' if d else e\n") == [
        """x = <span class="s">f'{a:{b}} {f"{c}"}'</span> <span class="k">if</span> d <span class="k">else</span> e"""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_those_of_the_catalogue(language: str) -> None:
    path = wording.LOCALE / f"{language}.po"
    if language != "en":
        with path.open("rb") as file:
            known = {str(each.id): str(each.string) for each in read_po(file) if each.id and each.string}
        assert wording.catalogue(language) == known
    before = wording._("output")
    with wording.speaking(language):
        assert (wording._("output") == "output") == (language == "en") and wording._("no such words") == "no such words"
        assert decimal(-0.5) == f"-0{SPOKEN[language].decimal}5"
    assert wording._("output") == before


def test_what_is_not_sure_of_a_catalogue_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "xx.po").write_text(
        '#, fuzzy, python-brace-format\nmsgid "a"\nmsgstr "b"\n\n#~ msgid "c"\n#~ msgstr "d"\n\n'
        'msgid "e"\nmsgstr ""\n\nmsgid ""\n"f\\n"\n"\\"g\\""\nmsgstr "h"', "utf-8",
    )
    assert wording.catalogue("xx", tmp_path) == {'f\n"g"': "h"}


# What a reader changes

def ask(**request: Any) -> dict[str, Any]:
    """Ask as a page does."""
    found: dict[str, Any] = json.loads(answer(json.dumps({"do": "record", "language": "en", "run": ROBIN} | request)))
    return found


def changed(old: str, new: str) -> dict[str, str]:
    """Return the listing with another text."""
    source = Listing(ROBIN, ROOT).source()
    assert old in source
    return {ROBIN: source.replace(old, new)}


@pytest.mark.parametrize("name", [ROBIN, "mainloop.simple", "kernel.one", "clocks.patience", "monday.level"])
def test_what_nobody_has_changed_is_recorded_as_it_is_kept(name: str) -> None:
    made, error = record_changed(name)
    kept = json.loads(Listing(name, ROOT).recording.read_text("utf-8"))
    assert error is None and made is not None
    left_out = {"files", "declared"}  # digests
    assert {key: value for key, value in json.loads(json.dumps(made)).items() if key not in left_out} == {
        key: value for key, value in kept.items() if key not in left_out}
    assert differing(seen(load(name, ROOT)), seen(read_changed(made, {}))) == ([], "")


def seen(recording: Recording) -> list[Any]:
    """Return what is seen of each row."""
    return rows(recording, beats(recording))


def test_another_order_is_another_figure() -> None:
    reply = ask(edits=changed("popleft()", "pop()"))
    assert reply["error"] is None and reply["output"][-3:] == ["Eve 3> ^D", "Bob 0> ^D", "Ann 0> ^D"]
    assert reply["figure"]["differs"] == [0, 1, 2, 3]
    assert reply["differs"] == {"row": 0, "words": (
        "Row 1 is the first that differs. Now: run: Eve leaves ready. In the recorded run: run: Ann leaves ready."
    )}
    assert any("pop()" in line for line in reply["figure"]["listings"][ROBIN])
    assert "popleft()" in Listing(ROBIN, ROOT).source()


def test_other_lines_of_main_are_run() -> None:
    reply = ask(entry='run([talk(Person("Bob"))])', language="pl")
    assert [lane for lane, _colour in reply["figure"]["steps"]["lanes"]] == ["Bob", "run"]
    assert "nagranym przebiegu" in reply["differs"]["words"]


def test_several_runs_are_drawn_side_by_side_as_the_page_has_it() -> None:
    reply = ask(run=SIDE_BY_SIDE, view={"queue": "ready"})
    assert reply["differs"] is None and len(reply["figure"]["more"]) == 2
    assert ask(run=SIDE_BY_SIDE, view={"show": ["gone"]})["figure"]["svg"]


def test_a_run_beside_it_has_the_same_value() -> None:
    main = "stop = 45\nwith closing(jumping(Loop)()) as loop: print(loop.run_until_complete(serve(timeout, 300, stop)))"
    reply = ask(run="limits.whose_bug limits.timeout", entry=main)
    assert reply["error"] is None and reply["output"] == ["('cancelled',)", "cancelled"]
    assert ["stop = 45" in part["steps"]["entry"] for part in (reply["figure"], *reply["figure"]["more"])] == [True] * 2


WRONG = "ready = deque(tasks)"
MODULE = "ghetto_asyncio/turns/round_robin.py"


@pytest.mark.parametrize(("request_", "words", "place", "drawn"), [
    ({"edits": changed("ready.append(", "ready.appendd(")}, "AttributeError: 'coll", [MODULE, 18], True),
    ({"edits": changed("while ready:", "while ready")}, "SyntaxError: expected ':'", [MODULE, 12], False),
    ({"edits": changed(WRONG, "raise SystemExit(3)")}, "SystemExit: 3", [MODULE, 11], False),
    ({"edits": changed(WRONG, "ready = 1 / 0")}, "ZeroDivisionError: division by zero", [MODULE, 11], True),
    ({"edits": changed(WRONG, "ready = 1\n    while ready:\n        ready += 1")}, "Only its beginning", [], True),
    ({"entry": "x = 1\ny z"}, "SyntaxError: invalid syntax", ["main()", 2], False),
    ({"entry": "x = 1\nx.y"}, "AttributeError: 'int' object has no attribute 'y'", ["main()", 2], False),
])
def test_a_mistake_is_told_with_its_line(request_: Any, words: str, place: list[Any], drawn: bool) -> None:
    reply = ask(**request_)
    assert reply["error"]["words"].startswith(words) and bool(reply["figure"]) == drawn
    assert not place or [reply["error"]["file"], reply["error"]["line"]] == place


def test_the_first_row_that_differs_is_named() -> None:
    before = seen(load("turns.quantum_2", ROOT))
    assert differing(before, before) == ([], "")
    assert differing(before, before[:-1]) == ([len(before) - 2], (
        f"Row {len(before)} is the first that differs. Now: the run is over. In the recorded run: "
        f"{before[-1].who}: {before[-1].happens[0]}."
    ))
    marked, words = differing(before[:-1], before)
    assert marked == [len(before) - 1] and words.endswith("In the recorded run: the run is over.")
    later = [row._replace(time=row.time + (number > 2)) for number, row in enumerate(before)]
    marked, words = differing(before, later)
    assert marked == [3] and re.match(r"Row 4 .* Now: \w+: .*\. In the", words), "the others are only later"


def test_a_row_that_is_only_later_is_not_another_one() -> None:
    entry = load("cancellation.retry", ROOT).entry.replace("10", "20")
    assert ask(run="cancellation.retry", entry=entry)["figure"]["differs"] == [1, *range(10, 16)], "a limit"
    entry = load("tasks.breakfast", ROOT).entry.replace("180", "240")
    assert ask(run="tasks.breakfast", entry=entry)["figure"]["differs"] == [6], "the wait"
