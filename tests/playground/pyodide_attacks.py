"""Programs from strangers' links: none gets out of its worker, and none keeps Python from the next one."""
from __future__ import annotations

import re
import select
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.support.site.browser import Reader, Windows
from tests.support.site.in_page import Ask, asking
from tests.support.site.pages import HTML

OUT = """
import js, sys
def out(do):
    try:
        return do()
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
"""
WAYS_OUT = {
    "a request": OUT + """
request = js.XMLHttpRequest.new()
request.open("GET", "http://HOST/", False)
print(out(request.send))
""",
    "fetch": OUT + "print(out(lambda: js.fetch('http://HOST/')))\n",
    "a socket of the web": OUT + "print(out(lambda: js.WebSocket.new('ws://HOST/').send('x')))\n",
    "a stream of events": OUT + "print(out(lambda: js.EventSource.new('http://HOST/').readyState))\n",
    "a script of another host": OUT + "print(out(lambda: js.importScripts('http://HOST/x.js')))\n",
    "a data base": OUT + "print(out(lambda: js.indexedDB.open('x')))\n",
    "a cache": OUT + "print(out(lambda: js.caches.open('x')))\n",
    "what the page keeps": OUT + "print(out(lambda: js.localStorage.getItem('theme')))\n",
    "code as text": OUT + "from pyodide.code import run_js\nprint(out(lambda: run_js('1 + 1')))\n",
    "code as text, by its class": OUT + "print(out(lambda: js.Object.constructor.constructor('return 1')()))\n",
    "another worker": OUT + "print(out(lambda: js.Worker.new('http://HOST/x.js')))\n",
    "a worker in a text": OUT + "print(out(lambda: js.Worker.new('data:text/javascript,while(true){}')))\n",
    "messages": OUT + "print(out(lambda: js.postMessage(None)))\n",
    "messages of the scope": OUT + "print(out(lambda: js.Object.getPrototypeOf(js.self).postMessage(None)))\n",
    "other messages": OUT + "print(out(lambda: js.MessageChannel.new().port1.postMessage(1)))\n",
    "all who listen": OUT + "print(out(lambda: js.BroadcastChannel.new('x').postMessage(1)))\n",
    "listening": OUT + "print(out(lambda: js.addEventListener('message', print)))\n",
    "the console": OUT + "print(out(lambda: js.console.log(1)))\n",
    "an end": OUT + "print(out(lambda: js.close()))\n",
    "a package": OUT + "import pyodide_js\nprint(out(lambda: pyodide_js.loadPackage('numpy')))\n",
    "a real socket": "import socket\nprint(socket.create_connection(('192.0.2.1', 80)))\n",
}
ENDLESS = {
    "a loop": "while True: pass",
    "a loop in C": "sum(iter(int, 1))",
    "output": "while True: print('x' * 100)",
    "a generator": "def f():\n    while True: yield\nfor _ in f(): pass",
    "tasks": """
import asyncio
async def f():
    while True:
        asyncio.ensure_future(f())
        await asyncio.sleep(0)
asyncio.run(f())
""",
    "a million tasks": """
import asyncio
async def f():
    await asyncio.sleep(1)
async def main():
    await asyncio.gather(*(f() for _ in range(10**6)))
asyncio.run(main())
""",
    "a clean-up that goes on": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "a number": "9 ** 9 ** 9",
    "an expression": "import re\nre.match('(a+)+$', 'a' * 60 + 'b')",
}
TOO_MUCH = {
    "a gigabyte": ("bytearray(1 << 30)", "MemoryError"),
    "a gigabyte, bit by bit": ("kept = []\nwhile True: kept.append(bytearray(1 << 20))", "MemoryError"),
    "calls": ("def f(): f()\nf()", "RecursionError"),
    "calls without a limit": (
        "import sys\nsys.setrecursionlimit(10**6)\ndef f(): return f() + 1\nf()",
        "time|crash|RecursionError|more happens",
    ),
    "an end": ("import os\nos._exit(3)", "It ends its process"),
    "an abort": ("import os\nos.abort()", "It ends its process"),
    "brackets": ("(" * 9000 + ")" * 9000, "SyntaxError|MemoryError|RecursionError|crash"),
    "a mistake": ("def f(:\n", "SyntaxError"),
    "a null": ("x = '\0'\n", "SyntaxError|ValueError"),
    "no letter": ("\ud800", "Error|crash"),
}
LEFT = {
    "names": (
        "asyncio.Future = len\ndel json.dumps\nbuiltins.left = 1\n",
        "print(asyncio.Future is len, hasattr(json, 'dumps'), hasattr(builtins, 'left'))",
    ),
    "a class": ("asyncio.Queue.full = asyncio.Queue.left = 1", "print(asyncio.Queue.full, len(vars(asyncio.Queue)))"),
    "what answers": ("json.JSONEncoder.encode = lambda *args: '{}'", "print(json.dumps(1))"),
    "code": ("asyncio.sleep.__code__ = main.__code__", "asyncio.run(asyncio.sleep(1))"),
    "what a function is given": ("asyncio.sleep.__defaults__ = (1,)", "print(asyncio.run(asyncio.sleep(1)))"),
    "modules": ("sys.modules['left'] = sys.modules['heapq'] = sys", "import heapq\nprint(len(sys.modules), heapq)"),
    "a new module": ("import statistics\nstatistics.mean = max", "import statistics\nprint(statistics.mean([1, 3]))"),
    "where modules are": ("sys.path.append('/left')\nsys.meta_path.pop()", "print(sys.path, len(sys.meta_path))"),
    "the environment": ("os.environ['PYTHONASYNCIODEBUG'] = '1'", "print(asyncio.coroutines._is_debug_mode())"),
    "the folder": ("os.chdir('/')", "print(os.getcwd())"),
    "depth": ("sys.setrecursionlimit(150)", "print(sys.getrecursionlimit())"),
    "signals": ("signal.signal(signal.SIGINT, print)", "print(signal.getsignal(signal.SIGINT))"),
    "the collector": ("gc.callbacks.append(print)\ngc.set_threshold(7)", "print(gc.callbacks, gc.get_threshold())"),
    "a profile": ("sys.setprofile(lambda *args: print('left'))", "main()"),
    "a watcher": (
        "tell = sys.monitoring\ntell.use_tool_id(3, 'it')\ntell.register_callback(3, 1, print)\ntell.set_events(3, 1)",
        "main()",
    ),
    "hooks": ("sys.set_asyncgen_hooks(print)", "async def each():\n    yield\neach().__anext__().close()"),
    "a context": ("decimal.getcontext().prec = 3", "print(decimal.Decimal(1) / 3)"),
    "warnings": ("warnings.simplefilter('ignore')", "warnings.warn('now')"),
    "a log": ("logging.basicConfig(level=50)", "logging.basicConfig(level=20)\nlogging.info('now')"),
    "a server": (
        "asyncio.kept = socket.create_server(('127.0.0.1', 8888))", "socket.create_server(('127.0.0.1', 8888)).close()",
    ),
    "a file that stands before the library": (
        "open('/book/statistics.py', 'w').write('left = 1')\nsys.path.insert(0, '/book')",
        "import statistics\nprint(hasattr(statistics, 'left'))",
    ),
    "a file of the book": (
        "open('/book/ghetto_asyncio/turns/round_robin.py', 'w').write('left = 1')",
        "from ghetto_asyncio.turns import round_robin\nprint(hasattr(round_robin, 'left'))",
    ),
    "a module of its own": (
        "open('own.py', 'w').write('left = 1')\nsys.path.insert(0, os.getcwd())", "import own",
    ),
    "a file by another name": ("os.symlink('/', 'left')", "print(os.path.exists('left'))"),
    "a hook": ("sys.addaudithook(lambda event, args: print('left') if event == 'left' else None)", "sys.audit('left')"),
    "tasks": (
        "asyncio.run(main())", "async def tell():\n    print(asyncio.current_task().get_name())\nasyncio.run(tell())",
    ),
    "what ends late": (
        "class Late:\n    def __del__(self): asyncio.Queue.full = 1\nsys.late = Late()\nasyncio.Queue.full = 2",
        "print(asyncio.Queue.full)",
    ),
}
"""What a program changes, and a program to which that makes a difference."""
HEAD = """import asyncio, builtins, decimal, gc, json, logging, os, signal, socket, sys, warnings
async def main(): pass
"""


@pytest.fixture(scope="module")
def window(windows: Windows) -> Iterator[Reader]:
    """A page of the book whose Python all attack."""
    window = windows.take(alone=True)
    window.open("en/index.html")
    yield window
    windows.take_back()  # the browser's console has told of all that it refused


@pytest.fixture(scope="module")
def python(window: Reader) -> Ask:
    return asking(window)


def test_a_program_can_count(python: Ask) -> None:
    assert python("program", source="import asyncio\nprint(1 + 1)\n")["output"] == ["2"]


def gets_out(source: str, python: Ask) -> tuple[bool, str]:
    """Does a program reach a server? Return that, and what it prints, or else is said of it."""
    with socket.create_server(("127.0.0.1", 0)) as outside:
        found = python("program", source=source.replace("HOST", f"127.0.0.1:{outside.getsockname()[1]}"), seconds=5)
        python("version")  # what it has begun has had its time
        reached = bool(select.select([outside], [], [], 0)[0])
    return reached, " ".join([*found.get("output", ()), str(found.get("error")), *found.get("cannot", ())])


@pytest.mark.parametrize("source", WAYS_OUT.values(), ids=WAYS_OUT)
def test_there_is_no_way_out(source: str, python: Ask) -> None:
    reached, told = gets_out(source, python)
    assert not reached, told
    assert "No module named 'js'" in told or "another machine" in told, told


def lacking(walls: Iterable[str], window: Reader) -> Ask:
    """Return what asks a Python that lacks some of its walls, lines of worker.js."""
    worker = (HTML / "run/worker.js").read_text("utf-8")
    for wall in walls:
        assert wall in worker
        worker = worker.replace(wall, "")
    window.page.route("**/run/worker.js*", lambda route: route.fulfill(body=worker, content_type="text/javascript"))
    window.open("en/index.html")
    return asking(window)


@contextmanager
def apart(windows: Windows) -> Iterator[Reader]:
    """Have a window that is not the one of the module."""
    context = windows.browser.new_context()
    yield Reader(context, windows.address)
    context.close()


@pytest.fixture(scope="module")
def bridged(windows: Windows) -> Iterator[Ask]:
    """Python in a page where it still has its way to JavaScript."""
    with apart(windows) as window:
        yield lacking(["walls.close();"], window)


@pytest.mark.parametrize("source", WAYS_OUT.values(), ids=WAYS_OUT)
def test_there_is_none_in_javascript_either(source: str, bridged: Ask) -> None:
    reached, told = gets_out(source, bridged)
    assert not reached, told
    assert "No module" not in told
    assert re.search(r"Error|denied|undefined|<Promise|None|\b[02]\b|another machine", told), told


FLOODS = {
    "one message": "import js\njs.postMessage(None)\nwhile True: pass",
    "forged": "import js\njs.postMessage(js.JSON.parse('{\"failed\": \"load\"}'))\nwhile True: pass",
    "a flood": "import js\nfrom collections import deque\nfrom itertools import repeat\n"
               "deque(map(js.postMessage, repeat('x' * 1000)))",
}


@pytest.mark.parametrize("source", FLOODS.values(), ids=FLOODS)
def test_a_message_that_nobody_asked_for_ends_it(source: str, windows: Windows) -> None:
    with apart(windows) as window:
        ask = lacking(["walls.close();", "lose();"], window)
        ask("version")
        found = ask("program", source=source, seconds=10)
        assert found["trouble"] == "crash", found
        assert window.page.evaluate("1 + 1") == 2, "the page goes on"
        assert ask("version")["version"], "the next one is answered"


@pytest.mark.parametrize("source", ENDLESS.values(), ids=ENDLESS)
def test_what_has_no_end_ends(source: str, python: Ask) -> None:
    python("version")
    begun = time.monotonic()
    found = python("program", source=source, seconds=3)
    assert time.monotonic() - begun < 20, "a slow machine has its time, and no program more than that"
    assert found.get("trouble") in ("time", "crash", "memory") or found["cannot"] or found["error"], found
    assert python("version")["version"], "the next one is answered"


def test_whoever_presses_stop_waits_no_second(python: Ask, window: Reader) -> None:
    python("version")
    waited = window.page.evaluate("""async () => {
      const request = { do: "program", language: "en", source: "while True: pass" };
      const asked = bookPython.ask(request).catch((error) => error.trouble);
      await new Promise((then) => setTimeout(then, 500));
      const begun = performance.now();
      bookPython.stop();
      return [await asked, performance.now() - begun];
    }""")
    assert waited[0] == "stopped" and waited[1] < 1000


@pytest.mark.parametrize(("source", "word"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_too_much_is_told(source: str, word: str, python: Ask) -> None:
    found = python("program", source=source, seconds=10)
    assert re.search(word, f"{found.get('trouble')} {found.get('error')} {found.get('cannot')}"), found
    assert python("version")["version"], "the next one is answered"


def test_what_is_printed_has_an_end(python: Ask) -> None:
    found = python("program", source="import asyncio\nfor n in range(10**5): print(n)\n", seconds=20)
    assert found.get("trouble") or 100 < len(found["output"]) < 50_000


def without_addresses(found: dict[str, Any]) -> tuple[str, Any]:
    """Return what a program has printed, and its error."""
    return re.sub(r" at 0x\w+", "", str(found.get("output"))), found.get("error")


@pytest.mark.parametrize(("spoils", "tells"), LEFT.values(), ids=LEFT)
def test_what_a_program_changes_is_as_it_was_for_the_next_one(spoils: str, tells: str, python: Ask) -> None:
    first, spoilt, again = (
        without_addresses(python("program", source=f"{HEAD}{source}\n"))
        for source in (tells, f"{spoils}\n{tells}", tells)
    )
    assert first != spoilt, "that makes no difference"
    assert first == again
