"""What run files may say, and what is said of one that cannot be recorded."""
from __future__ import annotations

import re

import pytest

from press.figures.making import record_variants
from tests.support.tiny.run import TinyRun
from whoruns.recorder import sandbox
from whoruns.recorder.run_file import RunError


@pytest.mark.parametrize(
    ("listing", "run", "words"),
    [
        ("def go():\n while True:\n  pass", "def main(): go()", ["more than", "does it ever end?", "thing.py:"]),
        ("def go():\n while True: pass", "def main(): go()", ["does it ever end?"]),
        ("def go():\n 1 / 0", "def main(): go()", ["at ghetto_asyncio/part/thing.py:2: 1 / 0", "let main() catch it"]),
        ("def go(): pass", "def main(): pass", ["no line of part.thing was run"]),
        ("def go(): pass", "", ["needs a function main()"]),
        ("def go(): pass", "queue = {}\ndef main(): go()", ["unknown queue; do you mean queues? there are: main, f"]),
        ("def go(): pass", "names = 'A'\ndef main(): go()", ["names = 'A' has to be a dict"]),
        ("def go(): pass", "names = {'og': 'A'}\ndef main(): go()", ["'names' names 'og', which is not in part.thing"]),
        (
            "def ask(): pass", "names = {'akk': 'A'}\ndef main(): ask()",
            ["'names' names 'akk', which is not in part.thing; do you mean 'ask'?"],
        ),
        (
            "def ask(): yield", "names = {'ask': 'Ann'}\ndef main(): next(ask())",
            ["'names' calls 'ask' 'Ann', which nothing of it says: write ('Ann',)"],
        ),
        ("def ask(): yield", "def main(): next(ask())", ["part/thing.run.py: ", "write loop = 'main'"]),
        ("def go(): q = []", "queues = {'q': 'wait'}\ndef main(): go()", ["cannot be 'wait'", "ready, sleep, read"]),
        ("def go(): pass", "files = ('part.nothing',)\ndef main(): go()", ["no listing 'part.nothing'"]),
        ("def go(): pass", "import nowhere\ndef main(): go()", ["thing.run.py:3: ModuleNotFoundError"]),
        ("def go(): pass", "def main(:", ["thing.run.py:3: SyntaxError"]),
        (
            "import socket\ndef go():\n with socket.create_server(('127.0.0.1', 0)) as s:\n  s.accept()",
            "def main(): go()", ["Hang: accept would wait here for ever", "thing.py:4: s.accept()"],
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_recorded_is_explained(
    tiny_run: TinyRun, monkeypatch: pytest.MonkeyPatch, listing: str, run: str, words: list[str]
) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 0.3)
    tiny_run.write(listing, run)
    with pytest.raises(RunError) as caught:
        tiny_run.record()
    assert [word for word in words if word not in str(caught.value)] == []


@pytest.mark.parametrize(("main", "words"), [
    ("go()", "part/thing.run.py: main() needs one line 'n = …', and has 0"),
    ("n = 3; go()", "part/thing.run.py: main() needs one line 'n = …', and has 0"),
    ("n = 3\n go()", "the values in main() have to be among those of 'vary'"),
    ("n = 1\n go(n)", "part/thing.run.py: main() fails when it begins with\nn = 2"),
])
def test_what_cannot_vary_is_explained(tiny_run: TinyRun, main: str, words: str) -> None:
    tiny_run.write("def go(n=1): 1 / (n - 2)", f"vary = {{'n': (1, 2)}}\ndef main():\n {main}")
    with pytest.raises(RunError, match=re.escape(words)):
        record_variants("part.thing", tiny_run.root)


def test_what_is_part_of_a_line_is_in_the_listing(tiny_run: TinyRun) -> None:
    tiny_run.write("def go(): pass", 'inline = ("Future.is_over",)\ndef main(): go()')
    with pytest.raises(RunError, match=r"'inline' names 'Future\.is_over'"):
        tiny_run.record()


def test_generators_that_nobody_resumes_can_be_told(tiny_run: TinyRun) -> None:
    listing = """
        def say(text): yield
        class Person:
            def tell(self, text): yield

        def work():
            say("a")
            Person().tell("b")
            yield
    """
    run = """
        loop, makes = "main", ("say", "Person.tell")
        def main(): next(work())
    """
    made = ["made say", "dropped say", "made tell", "dropped tell"]
    assert tiny_run.events(listing, run) == ["start work", *made, "yield work"]
