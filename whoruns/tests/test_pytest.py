"""The plug-in of pytest: which tests are recorded, what is said of them, and that no outcome is another one."""
from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from xml.etree import ElementTree

import pytest

from whoruns.tests.places import PROGRAMS
from whoruns.wording import catalogue

ROOT = next(iter(PROGRAMS.values())).parents[3]
FILES = {
    "pytest.ini": """
        [pytest]
        asyncio_default_fixture_loop_scope = function
    """,
    "client.py": """
        import asyncio

        class Client:
            def __init__(self):
                self.lock = asyncio.Lock()
                self.queue = asyncio.Queue()

            async def fetch(self):
                async with self.lock:
                    return await self.queue.get()
    """,
    "test_client.py": """
        import asyncio
        import unittest
        from pathlib import Path
        from client import Client
        import anyio
        import pytest
        import pytest_asyncio

        cache = []

        def runs(name):
            with Path(f"{name}.runs").open("a") as file:
                file.write(".")
                return file.tell()

        @pytest_asyncio.fixture
        async def client():
            yield Client()
            await asyncio.sleep(0.01)

        @pytest.mark.asyncio
        async def test_hangs(client):
            async with asyncio.TaskGroup() as group:
                group.create_task(client.fetch(), name="first")
                group.create_task(client.fetch(), name="second")

        @pytest.mark.asyncio
        async def test_fails_once():
            assert runs("once") > 1

        @pytest.mark.asyncio
        @pytest.mark.parametrize("n", [1, 2])
        async def test_fails_otherwise(n):
            await asyncio.sleep(0)
            number = runs(n)
            raise ValueError(f"run {number}" if n == 1 or number == 1 else "no more")

        @pytest.mark.asyncio
        async def test_fills_a_cache():
            if not cache:
                cache.append(await asyncio.sleep(0.01, 1))
                await asyncio.Event().wait()

        @pytest.mark.asyncio
        async def test_leaves(client):
            task = asyncio.create_task(client.queue.get(), name="library's")
            left = asyncio.create_task(client.fetch())
            await asyncio.sleep(0.01)

        @pytest.mark.asyncio
        async def test_waits_too_long(client):
            async with asyncio.timeout(0.01):
                await client.fetch()

        def test_plain():
            async def main():
                async with asyncio.timeout(0.01):
                    await asyncio.Event().wait()

            asyncio.run(main())

        @pytest.mark.anyio
        async def test_anyio(anyio_backend):
            with anyio.fail_after(0.01):
                await anyio.Event().wait()

        @pytest.mark.asyncio
        async def test_thread():
            assert await asyncio.to_thread(str, 1) == 1

        @pytest.mark.asyncio(loop_scope="module")
        async def test_older_loop():
            await asyncio.sleep(0.01)
            assert False

        class TestUnit(unittest.IsolatedAsyncioTestCase):
            async def test_fails(self):
                self.assertEqual(await asyncio.sleep(0, 1), 2)

        @pytest.mark.asyncio
        @pytest.mark.whoruns("off")
        async def test_off():
            assert False

        @pytest.mark.whoruns("always")
        def test_always(capsys):
            async def main():
                print("hello")
                ends = asyncio.create_task(Client().fetch())
                await asyncio.sleep(0.01)
                ends.cancel()

            asyncio.run(main())
            assert capsys.readouterr().out == "hello\\n"

        @pytest.mark.asyncio
        async def test_passes():
            await asyncio.sleep(0)

        @pytest.mark.asyncio
        @pytest.mark.xfail
        async def test_expected():
            assert False

        def test_no_loop():
            assert False
    """,
}
TOLD = """
    test_client.py::test_hangs
        .whoruns/test_client/test_hangs.html
        It would wait for ever here: nothing can happen any more.
        test_hangs waits for second, first (test_client.py:23); second waits for first (lock.acquire(), client.py:9);\
 first waits for queue.get() (client.py:10), and nobody is left to call put()
    test_client.py::test_fails_once
        .whoruns/test_client/test_fails_once.html
        It has not failed when it was run again to be recorded.
    test_client.py::test_fails_otherwise[1]
        .whoruns/test_client/test_fails_otherwise-1.html
    test_client.py::test_fails_otherwise[2]
        .whoruns/test_client/test_fails_otherwise-2.html
        It has failed otherwise when it was run again: ValueError: no more
    test_client.py::test_fills_a_cache
        .whoruns/test_client/test_fills_a_cache.html
        It would wait for ever here: nothing can happen any more.
        test_fil…cache waits for event.wait() (test_client.py:42), and nobody is left to end that
    test_client.py::test_leaves
        .whoruns/test_client/test_leaves.html
        Tasks that it leaves behind: fetch (client.py:10)
        fetch waits for queue.get() (client.py:10)
        library's waits for queue.get()
    test_client.py::test_waits_too_long
        .whoruns/test_client/test_waits_too_long.html
        test_wai…_long waits for queue.get() (client.py:10)
    test_client.py::test_plain
        .whoruns/test_client/test_plain.html
        main waits for event.wait() (test_client.py:58)
    test_client.py::test_anyio[asyncio]
        .whoruns/test_client/test_anyio-asyncio.html
        test_anyio waits for event.wait() (test_client.py:65)
    test_client.py::test_thread
        .whoruns/test_client/test_thread.html
    test_client.py::test_older_loop
        .whoruns/test_client/test_older_loop.html
    test_client.py::TestUnit::test_fails
        .whoruns/test_client/TestUnit.test_fails.html
    test_client.py::test_always
        .whoruns/test_client/test_always.html
"""


def pytest_says(folder: Path, *options: str) -> str:
    """Run pytest with the plug-in in a process of its own, and return what it prints."""
    without = [word for name in ("randomly", "hypothesispytest", "cacheprovider") for word in ("-p", f"no:{name}")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "whoruns.doors.for_pytest", *without, "-rA", "--color=no", *options],
        cwd=folder, text=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "500"},
    )
    assert done.stderr == ""
    return done.stdout


def outcomes(text: str) -> list[str]:
    """Return the outcomes of all tests, with the words of their errors."""
    return sorted(re.findall(r"(?m)^(?:PASSED|FAILED|ERROR|XFAIL|XPASS) test_.*", text))


def told_in(text: str) -> list[tuple[str, str]]:
    """Return what is told at the end of a run: of each test, its id, and lines."""
    return re.findall(r"(?m)^(test_\S+::\S+)\n((?:    .*\n)+)", text)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with tests of every kind."""
    pytest.importorskip("pytest_asyncio")
    pytest.importorskip("anyio")
    for name, text in FILES.items():
        (tmp_path / name).write_text(dedent(text).lstrip("\n"), "utf-8")
    return tmp_path


def test_tests_are_recorded_and_no_outcome_changes(suite: Path) -> None:
    without = pytest_says(suite, "--whoruns=off", "--whoruns-limit=0.3", "--tb=no")
    assert "= whoruns =" not in without and not (suite / ".whoruns").exists()
    for path in suite.glob("*.runs"):
        path.unlink()
    found = pytest_says(suite, "--whoruns-limit=0.3", "--tb=short", "--junitxml=all.xml")
    assert outcomes(found) == outcomes(without) and len(outcomes(found)) == 17
    reports, _line, end = found.partition("= whoruns =")
    told = {name: dedent(text) for name, text in told_in(dedent(TOLD))}
    passed = {name: text for name, text in told.items() if name.endswith(("test_leaves", "test_always"))}
    assert told_in(end) == [(name, indent(text, "    ")) for name, text in passed.items()]
    assert re.findall(r"(?m)^-+ whoruns -+\n((?:(?![-_=]{5}).*\n)*)", reports) == [
        text for name, text in told.items() if name not in passed
    ]
    pages = {path.stem: path.read_text("utf-8") for path in (suite / ".whoruns").rglob("*.html")}
    assert len(pages) == len(told)
    assert "hello" in pages["test_always"] and "client.py" in pages["test_hangs"]
    cases = ElementTree.parse(suite / "all.xml").iter("testcase")
    outputs = {f"{case.get('classname')}.{case.get('name')}": case.findtext("system-out") for case in cases}
    assert {name: text for name, text in outputs.items() if text} == {
        name.replace(".py", "").replace("::", "."): text.strip() for name, text in told.items()
    }


def test_a_worker_hands_on_what_it_tells(suite: Path) -> None:
    pytest.importorskip("xdist")
    options = "-n1", "--whoruns-limit=0.3", "--whoruns-folder=pages", "-owhoruns_lang=pl"
    found = pytest_says(suite, "-k", "cache or leaves", *options)
    assert "test_client.py::test_leaves\n    pages/test_client/test_leaves.html\n    " in found
    waits = catalogue("pl")["It would wait for ever here: nothing can happen any more."]
    assert f"    pages/test_client/test_fills_a_cache.html\n    {waits}\n" in found
