"""Loops of fixtures, tests, clients and TestClient, as the page says: pytest is run as a reader runs it."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import json
import os
import re
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI

from press.catalogue import ROOT
from tests.support.illustrations import illustration
from tests.support.peers.service import calling
from tests.support.shell import run

PAGE = ROOT / "docs/yours/tests-on-the-right-loop.md"
TEXT = PAGE.read_text("utf-8")
ANYIO = "anyio.pytest_plugin"
ASYNCIO = "pytest_asyncio.plugin"
BACKEND = '\n\n@pytest.fixture(scope="session")\ndef anyio_backend():\n    return "asyncio"\n'
MODES = "asyncio_default_fixture_loop_scope", "asyncio_default_test_loop_scope"


shown = partial(illustration, "yours/tests-on-the-right-loop")
HOME, DAY = shown("two-tests-at-home"), shown("a-day-of-eves")
MARKED = HOME.replace("@pytest.mark.asyncio\n", '@pytest.mark.asyncio(loop_scope="session")\n')
OF_ANYIO = HOME.replace("import pytest_asyncio\n", "").replace("pytest_asyncio.f", "pytest.f").replace(
    "mark.asyncio", "mark.anyio"
)
IMPORTS = "import asyncio\n\nimport pytest\n"
JUMPS = "from ghetto_asyncio.clocks.virtual import AsyncioLoop\n"


def table(name: str) -> dict[str, list[str]]:
    """Return the rows of the table whose first head begins so, by their first cell."""
    lines = TEXT[TEXT.index(f"| {name}") :].partition("\n\n")[0].splitlines()[2:]
    rows = [line.strip("| ").split(" | ") for line in lines]
    return {row[0]: row[1:] for row in rows}


def outcomes(folder: Path, *options: str, **files: str) -> dict[str, str]:
    """Run plain pytest on files; return what became of each test, with a few words of its error."""
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    plain = ["-q", "-rA", "--tb=no", "-p", "no:cacheprovider", "-W", "ignore", "-c", os.devnull, "--rootdir", "."]
    environment = {
        "PYTHONPATH": str(ROOT), "COLUMNS": "200", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"
    }
    done = run(sys.executable, "-W", "ignore", "-m", "pytest", *plain, *options, cwd=folder, environment=environment)
    found = re.findall(r"^(PASSED|FAILED|ERROR) (?:\w+/)?test_(\S+)\.py::(\S+)(.*)", done.said, re.MULTILINE)
    assert found, done.said
    return {f"{file} {test}": how + error for how, file, test, error in found}


def of(file: str, told: dict[str, str]) -> list[str]:
    """Return what became of the tests of one file."""
    return [how for test, how in told.items() if test.startswith(f"{file} ")]


LEFT = """
@pytest.mark.asyncio
async def test_one():
    asyncio.create_task(asyncio.sleep(3), name="left")


@pytest.mark.asyncio
async def test_two():
    assert "left" in {task.get_name() for task in asyncio.all_tasks()}
"""
ASKS = """
@pytest_asyncio.fixture
async def group():
    async with anyio.create_task_group() as group:
        yield group


@pytest.mark.asyncio
async def test_group(group):
    pass
"""


def test_the_loops_of_a_fixture_and_its_tests(tmp_path: Path) -> None:
    seeds = (
        "from ghetto_asyncio.monday.lots import Lots\n\n\ndef pytest_asyncio_loop_factories(config, item):\n"
        "    return {'lots': lambda: Lots(19)}\n"
    )
    told = outcomes(
        tmp_path, "-p", ASYNCIO, test_home=HOME, test_marked=MARKED, test_left=IMPORTS + LEFT,
        test_group=f"{IMPORTS}import pytest_asyncio\nimport anyio\n{ASKS}",
        day__conftest=shown("loops-of-the-tests"), day__test_day=IMPORTS + DAY,
        lots__conftest=seeds, lots__test_lots=IMPORTS + DAY,
    )
    rows = table("What you write")
    assert [how[:6] for how in of("home", told)] == ["FAILED"] * 2
    assert rows["nothing more"] == ["on different loops"]
    assert of("marked", told) == ["PASSED"] * 2
    assert rows['`loop_scope="session"` in the mark of each test'] == ["on one loop"]
    assert [how[:6] for how in of("left", told)] == ["PASSED", "FAILED"]
    (why,) = re.findall(r"around a fixture’s `yield` fails: `(.+)`", TEXT)
    assert of("group", told) == [f"ERROR - RuntimeError: {why}"]
    assert of("day", told) == ["PASSED"]
    (refused,) = of("lots", told)
    assert refused.startswith("ERROR - TypeError: loop must be an instance of AbstractEventLoop")


def test_one_loop_for_all_and_both_plug_ins(tmp_path: Path) -> None:
    one_loop = [word for mode in MODES for word in ("-o", f"{mode}=session")]
    scope = (
        "import asyncio\n\nimport pytest\n\nloops = []\n\n\n@pytest.fixture(scope='module')\n"
        "async def home(anyio_backend):\n    loops.append(asyncio.current_task())\n\n\n"
        "@pytest.mark.anyio\n@pytest.mark.parametrize('guest', ['Ann', 'Bob'])\n"
        "async def test_task(home, guest):\n    assert {*loops} == {asyncio.current_task()}\n"
    )
    told = outcomes(
        tmp_path, "-p", ASYNCIO, "-p", ANYIO, *one_loop, test_home=HOME, test_left=IMPORTS + LEFT,
        test_of_anyio=OF_ANYIO, test_with_backend=OF_ANYIO + BACKEND, test_task=scope,
    )
    rows = table("What you write")
    assert of("home", told) == of("left", told) == of("with_backend", told) == of("task", told) == ["PASSED"] * 2
    assert rows[" and ".join(f"`{mode} = session`" for mode in MODES)] == ["on one loop"]
    assert "ERROR - Failed: ScopeMismatch: You tried to access the module scoped" in of("of_anyio", told)[0]
    assert rows["AnyIO’s mark, and pytest’s own `fixture`"] == ["`ScopeMismatch`"]
    assert rows['the same, and a fixture `anyio_backend` with `scope="session"`'] == ["on one loop"]


def test_auto_takes_the_tests_of_anyio(tmp_path: Path) -> None:
    jumps = (
        f"{IMPORTS}{JUMPS}\n\n@pytest.fixture\ndef anyio_backend():\n"
        "    return 'asyncio', {'loop_factory': AsyncioLoop}\n\n\n@pytest.mark.anyio\nasync def test_jumps():\n"
        "    assert type(asyncio.get_running_loop()) is AsyncioLoop\n"
    )
    told = outcomes(
        tmp_path, "-p", ASYNCIO, "-p", ANYIO, "--asyncio-mode=auto", "-o", f"{MODES[0]}=function",
        test_home=HOME, test_jumps=jumps,
    )
    assert [how[:6] for how in of("jumps", told)] == ["FAILED"]
    assert "ERROR - Failed: ScopeMismatch: You tried to access the function scoped" in of("home", told)[0]
    (second,) = table("What you write")[f"`{MODES[0]} = function`, the coming default"]
    assert second.startswith("`ScopeMismatch`: ")


def test_what_clients_say_on_a_second_loop() -> None:
    program = "tests.programs.yours.clients_on_two_loops"
    done = run(sys.executable, "-W", "ignore", "-m", program, cwd=ROOT, environment={"PYTHONPATH": str(ROOT)})
    told = json.loads(done.said)
    nothing = [[""] * 4, [""] * 2]
    assert told["SQLAlchemy"] == told["NullPool"] == nothing
    for first, (closed, rests) in table("The client").items():
        name = first.split()[0]
        ends, other = [re.findall(r"`(?:… )?(.+)`", cell) for cell in (closed, rests)]
        said, (once, then) = told["one place" if name == "SQLAlchemy" else name]
        assert said[0] == once == ""
        assert said[1].endswith(*ends)
        assert then.endswith(*(other or ends))
        assert name not in {"httpx", "redis"} or said[2:] == ["", said[1]]


def with_lifespan(seen: list[object]) -> FastAPI:
    """Return an app whose lifespan and handler note their loop."""

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        seen.append(asyncio.get_running_loop())
        yield
        seen.append("closed")

    app = FastAPI(lifespan=lifespan)

    @app.get("/")
    async def menu() -> bool:
        seen.append(asyncio.get_running_loop())
        return threading.current_thread() is threading.main_thread()

    return app


def test_the_loop_of_a_test_client_is_that_of_the_lifespan_and_never_that_of_the_test() -> None:
    from fastapi.testclient import TestClient

    seen: list[object] = []

    async def main() -> None:
        with TestClient(with_lifespan(seen)) as client:
            assert client.get("/").json() is False
        assert asyncio.get_running_loop() not in seen

    asyncio.run(main())
    assert seen[0] is seen[1]
    assert seen[2:] == ["closed"]
    seen.clear()
    assert TestClient(with_lifespan(seen)).get("/").json() is False
    assert len(seen) == 1


def test_what_a_fixture_has_made_is_on_the_wrong_loop_in_a_handler_of_test_client() -> None:
    from fastapi.testclient import TestClient

    async def main() -> None:
        app, pool = FastAPI(), asyncio.Queue[str]()

        @app.get("/")
        async def order() -> str:
            return await pool.get()

        waits = asyncio.create_task(pool.get())
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="is bound to a different event loop"):
            TestClient(app).get("/")
        pool.put_nowait("connection")
        await waits

    asyncio.run(main())


def test_the_lifespan_around_requests_of_a_transport() -> None:
    seen: list[object] = []
    app = with_lifespan(seen)

    async def ask() -> None:
        async with calling(app) as client:
            assert (await client.get("/")).json() is True

    async def main() -> None:
        await ask()
        assert seen == [asyncio.get_running_loop()]
        (around,) = re.findall(r"an `async with (\S+):` around", TEXT)
        async with eval(around, {"app": app}):
            await ask()
        assert seen[1:] == [asyncio.get_running_loop()] * 2 + ["closed"]

    asyncio.run(main())
