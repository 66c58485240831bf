"""Programs of readers' own: their recordings are true, under each Python, however they end."""
from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import ExitStack
from itertools import groupby, pairwise
from textwrap import dedent
from typing import Any, cast
from xml.etree import ElementTree

import pytest

from whoruns.drawing.contents import MOST
from whoruns.events import AFTER, RecordingFile
from whoruns.page.drawn import drawn
from whoruns.program import program
from whoruns.recorder import limited
from whoruns.recorder.own import Own, record_own
from whoruns.recorder.refusing import refusing
from whoruns.source import Text
from whoruns.story.recording import read
from whoruns.tests.complaints import none
from whoruns.tests.facts import differences
from whoruns.tests.own import astray, printed_alone, read_of, recorded, without_taken_back
from whoruns.tests.places import PROGRAMS
from whoruns.tests.pythons import installed, pythons, said_by, start

ON_ASYNCIO = [name for name, path in PROGRAMS.items() if "import asyncio" in path.read_text("utf-8")]
WITNESSED = [name for name in ON_ASYNCIO if "asyncio.run(" in PROGRAMS[name].read_text("utf-8") and name != "server"]
"""In server, two tasks have the same name."""
SAID = ("Task ", "RuntimeWarning")
"""How lines begin that Python or asyncio writes, not the program."""


def own_of(source: str, *typed: str) -> Own:
    """Record a program that is written here."""
    return record_own(dedent(source).lstrip("\n"), "mine.py", typed)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less is recorded than of a reader's program, and as much is learned."""
    monkeypatch.setattr(limited, "MOST_EVENTS", 3000)
    monkeypatch.setattr(limited, "MOST_LINES", 5000)


def lanes(own: Own) -> list[str]:
    """Return the names of the lanes."""
    assert own.recording is not None, own
    return [lane["name"] for lane in own.recording["lanes"]]


def told(own: Own, kind: str) -> list[dict[str, Any]]:
    """Return the events of a kind."""
    assert own.recording is not None, own
    return [dict(event) for event in own.recording["events"] if event["ev"] == kind]


def test_all_pythons_record_the_same() -> None:
    with ExitStack() as stack:
        started = {
            version: stack.enter_context(start(python, "-m", "whoruns.tests.own"))
            for version, python in list(pythons().items())[1:]
        }
        here = json.loads(json.dumps({name: recorded(path).recording for name, path in PROGRAMS.items()}))
        for version, process in started.items():
            there = json.loads(said_by(process))
            differ = [name for name in here if without_taken_back(here[name]) != without_taken_back(there[name])]
            assert differ == [], f"under {version}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_recorded_program_does_what_it_does_alone(name: str) -> None:
    own = recorded(PROGRAMS[name])
    assert (own.error, own.ending, own.limits) == (None, "", [])
    assert [line for line in own.output if not line.startswith(SAID)] == printed_alone(PROGRAMS[name])
    assert len(drawn([read_of(PROGRAMS[name])])["steps"]["lanes"]) > 1


@pytest.mark.parametrize("name", WITNESSED)
def test_what_is_told_is_what_a_second_witness_sees(name: str) -> None:
    none(map(str, differences(PROGRAMS[name].read_text("utf-8"))))


@pytest.mark.parametrize("name", ON_ASYNCIO)
def test_after_each_row_a_task_is_in_one_place(name: str) -> None:
    none(astray(read_of(PROGRAMS[name])))


def test_who_is_called_when_a_timer_rings_wakes_nobody_whose_timer_rings_too() -> None:
    own = own_of("""
        import asyncio

        def ring():
            print("ring")

        async def main():
            asyncio.get_running_loop().call_later(1, ring)
            await asyncio.sleep(1)

        asyncio.run(main())
    """)
    assert own.recording is not None, own
    recording = read(own.recording, (Text("mine.py", ""),))
    assert told(own, "step") and recording.wakers == {}


def recorded_by_the_newest(source: str) -> RecordingFile:
    """Record a program with the newest Python that is installed: there are no eager tasks before 3.12."""
    command = "import json; from whoruns.recorder.own import record_own as record; "
    command += f"own = record({source!r}, 'x.py'); print(json.dumps(own.recording if own.error is None else own.error))"
    with start(list(installed().values())[-1], "-c", command) as process:
        return cast(RecordingFile, json.loads(said_by(process)))


def test_a_task_of_a_library_that_begins_within_another_one_is_not_awaited_by_it() -> None:
    """As aiohttp begins them."""
    library = """
async def sleeps():
    await asyncio.sleep(1)
    raise ValueError
"""
    source = f"import asyncio\nexec(compile({library!r}, 'library.py', 'exec'))\n" + dedent("""
        async def main():
            task = asyncio.Task(sleeps(), loop=asyncio.get_running_loop(), eager_start=True)
            await asyncio.wait([task])
            print(repr(task.exception()))

        asyncio.run(main())
    """)
    printed = [event["text"] for event in recorded_by_the_newest(source)["events"] if event["ev"] == "print"]
    assert printed == ["ValueError()"]


def test_a_task_that_begins_within_another_one_is_one_of_its_own() -> None:
    source = dedent("""
        import asyncio

        async def boil(dish, seconds):
            await asyncio.sleep(seconds)

        async def main():
            asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
            tea = asyncio.create_task(boil("tea", 2))
            await tea

        asyncio.run(main())
    """)
    recording = read(recorded_by_the_newest(source), (Text("x.py", source),))
    courses = [[state for state, _same in groupby(each.states[task] for each in recording.moments)] for task in (1, 2)]
    assert courses[0][-6:] == ["calls", "run", "read", "ready", "run", "done"]
    assert courses[1] == ["none", "run", "held", "sleep", "ready", "run", "done"]
    assert [event["request"] for event in recording.events if event["ev"] == "yield"] == [["sleep", "2"], ["tea"]]


@pytest.mark.parametrize("name", PROGRAMS)
def test_nobody_runs_who_has_ended(name: str) -> None:
    recording = read_of(PROGRAMS[name])
    for task in set(recording.tasks) - recording.calls:
        states = [moment.states[task] for moment in recording.moments]
        assert [pair for pair in pairwise(states) if len(set(pair)) > 1 and pair[1] not in AFTER[pair[0]]] == []


@pytest.mark.parametrize(("source", "ending", "error", "limits"), [
    ("def f(:", "nothing", ("SyntaxError: invalid syntax", 1), []),
    ("# nothing", "nothing", None, []),
    ("1 / 0", "", ("ZeroDivisionError: division by zero", 1), []),
    ("import sys\nsys.exit()", "", None, []),
    ("import sys\nsys.exit('so')", "", ("SystemExit: so", 2), []),
    ("x = 'a' * (1 << 60)", "", ("MemoryError", 1), []),
    ("raise KeyboardInterrupt", "", ("KeyboardInterrupt", 1), []),
    ("while True:\n    pass", "too long", None, []),
    ("while True:\n    print('a\\n' * 100_000)", "too long", None, []),
    ("tasks = [(each for each in ()) for _ in range(9)]", "", None, []),
    ("def g():\n    yield\n[next(g()) for _ in range(999)]", "", None, []),
    ("import threading\nthreading.Thread().start()", "", ("RuntimeError: can't start a thread here", 2), ["threads"]),
    ("import os\nos.system('true')", "", ("RuntimeError: can't start a process here", 2), ["processes"]),
    (
        "import socket\nsocket.create_connection(('a.example', 80))", "",
        ("socket.gaierror: there is no a.example here", 2), ["network"],
    ),
])
def test_however_it_ends(
    source: str, ending: str, error: tuple[str, int] | None, limits: list[str], few: None
) -> None:
    own = own_of(source)
    ended = own.error and (own.error["words"], own.error["line"])
    assert (own.ending, ended, [limit.kind for limit in own.limits]) == (ending, error, limits)
    assert in_a_thread(lambda: "what is refused") == "what is refused"  # is refused no more


def in_a_thread(function: Callable[[], str]) -> str:
    """Return the result of a function in a thread of its own."""
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_other_threads_may_do_what_is_refused_to_the_program() -> None:
    asked, answers = threading.Event(), []

    def run() -> str:
        asked.wait()
        return in_a_thread(lambda: "as ever")

    thread = threading.Thread(target=lambda: answers.append(run()))
    thread.start()
    with refusing() as limits:
        asked.set()
        threading.Thread.join(thread)
    assert (answers, limits) == (["as ever"], [])


ON_LOOP = """
    import asyncio, time

    async def main():
        {body}

    asyncio.run(main())
"""


@pytest.mark.parametrize(("body", "ending", "error"), [
    ("await asyncio.Event().wait()", "hangs", None),
    ("while True: await asyncio.sleep(1)", "too long", None),
    ("await asyncio.gather(*[asyncio.sleep(1) for _ in range(100)])", "", None),
    ("await asyncio.wait_for(asyncio.sleep(9), 1)", "", "TimeoutError"),
    ("await asyncio.to_thread(print)", "", "RuntimeError: can't start a thread here"),
    ("await asyncio.open_connection('a.example', 80)", "", "socket.gaierror: there is no a.example here"),
])
def test_however_it_ends_on_asyncio(body: str, ending: str, error: str | None, few: None) -> None:
    own = own_of(ON_LOOP.format(body=body))
    assert (own.ending, own.error and own.error["words"]) == (ending, error)
    assert told(own, "start")


def test_an_error_in_a_group_is_where_it_was_raised() -> None:
    own = own_of("""
        import asyncio

        async def bad():
            1 / 0

        async def main():
            async with asyncio.TaskGroup() as group:
                group.create_task(bad())

        asyncio.run(main())
    """)
    words = "ExceptionGroup: ZeroDivisionError: division by zero"
    assert own.error == {"words": words, "file": "mine.py", "line": 4}


def test_lanes_are_called_as_the_program_calls_them() -> None:
    own = own_of("""
        import asyncio

        async def order(dish):
            await asyncio.sleep(1)

        async def main(number):
            named = asyncio.create_task(order(1), name="a task of mine, with a name")
            await asyncio.gather(named, order("tea"), order("tea"), order("no name, since it is long"), order(2))

        asyncio.run(main([]))
    """)
    assert lanes(own) == ["loop", "main", "a task o… name", "tea", "tea 2", "order(…e it is long)", "order(2)"]


def test_what_a_lock_is_held_by_and_a_queue_has_is_a_value() -> None:
    own = own_of("""
        import asyncio

        async def main():
            lock, queue = asyncio.Lock(), asyncio.Queue()
            async with lock:
                queue.put_nowait(1)
            queue.put_nowait("two")
            print("end")

        asyncio.run(main())
    """)
    values = {event["at"][0][1]: event["vars"] for event in told(own, "line") if "vars" in event}
    assert list(values.values())[2:] == [
        {"lock": "<Lock main>", "queue": "<Queue [1]>"},  # where the lock is given back
        {"lock": "<Lock main>", "queue": "<Queue []>"},
        {"lock": "<Lock>", "queue": "<Queue [1]>"},
        {"lock": "<Lock>", "queue": "<Queue [1, 'two']>"},
    ]


def test_persons_come_when_the_program_names_them_and_lines_are_typed() -> None:
    own = own_of("""
        import socket

        def ann(peer):
            peer.connect()
            yield 2
            peer.send(b"hello")

        peers = {"Ann": ann}

        def hear(sock):
            yield sock.recv(9)

        with socket.create_server(("127.0.0.1", 0)) as listener:
            sock, _ = listener.accept()
            with sock:
                print(next(hear(sock)), input("name? "))
    """, "Zoe")
    assert own.output == ["name? Zoe", "b'hello' Zoe"]
    assert lanes(own) == ["main", "Ann", "hear"]


def test_what_answers_as_it_likes_ends_nothing() -> None:
    own = own_of("""
        class Evil:
            def __getattr__(self, name): raise RuntimeError(name)
            def __repr__(self): raise ValueError
            def talk(self):
                number, text = 10 ** 6000, b"x" * 10 ** 6
                yield self

        next(Evil().talk())
    """)
    assert (own.error, lanes(own)) == (None, ["main", "talk"])


def test_a_figure_has_room_for_many_lanes_and_says_who_has_no_column() -> None:
    source = "def g(n):\n    yield n\nfor n in range(20):\n    next(g(n))\n"
    answer = program(source)
    assert answer["cannot"] == [f"There is room for {MOST} columns: the last one has all others."]
    assert "+9<" in answer["figure"]["svg"]
    assert program("print(1)")["cannot"] == ["No generator, coroutine or task has run: there is nothing to be drawn."]


@pytest.mark.parametrize(("prints", "output"), [
    ("print('\\x1b[31mred\\0\\x0c')", ["\x1b[31mred\0\x0c"]),
    ("import sys; print('\\ud800', file=sys.stderr)", ["\\ud800"]),
    ("raise ValueError('\\ud800')", []),
    ("print('\\ud800')", []),
])
def test_what_no_drawing_and_no_file_can_have_is_told_as_python_tells_it(prints: str, output: list[str]) -> None:
    answer = program(f"""
import asyncio

async def order():
    {prints}

async def main():
    await asyncio.create_task(order(), name="\\ud800\\x00\\u202ebye")

asyncio.run(main())
""")
    assert answer["output"] == output
    assert ("\\ud800" in str(answer["error"])) == (not output)
    ElementTree.fromstring(answer["figure"]["svg"])
    assert "\ufffd\ufffd\ufffdbye" in str(json.dumps(answer, ensure_ascii=False).encode(), "utf-8")
