"""Five ways to send a mail after the answer, under a real uvicorn: the order of things, who hears of an error, what is
lost at SIGTERM."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from fastapi import BackgroundTasks, FastAPI

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday import five_mails, outbox
from ghetto_asyncio.monday.house import house
from press.catalogue import ROOT
from tests.programs.yours.mails import Guest, five_orders, restaurant, serve
from tests.support.peers.service import at_sigterm

PAGE = (ROOT / "docs/yours/after-the-answer.md").read_text("utf-8")
TABLE = {
    cells[0]: cells[1:] for line in re.findall(r"^\| (.*) \|$", PAGE, re.MULTILINE) if (cells := line.split(" | "))
}
"""The first word of each row of the page's table, and its other cells."""
ROWS = {
    "BackgroundTasks": "`BackgroundTasks`", "create_task()": "`create_task()`", "house": "the house",
    "post": "workers at a queue", "outbox": "an outbox",
}
SETTINGS: list[tuple[int | None, int]] = [(None, 10), (3, 10), (3, 1)]
"""Seconds that requests have, and that the lifespan has."""
LOST = {
    (False, False, False): "nothing", (False, True, True): "what outlasts the requests’ limit",
    (False, False, True): "what outlasts `grace`", (True, True, True): "what outlasts the process",
}
"""What the page says of a way, whose mail is lost at these settings."""


@pytest.fixture
def outbox_database() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as database:
        outbox.create(database)
        yield database


def lost_by_uvicorn(limit: int | None, grace: int) -> list[str]:
    """Order by all five ways, let SIGTERM come, and return the ways whose mail was never sent."""
    sent: list[str] = []
    at_the_end: list[str] = []

    async def mail(way: str) -> None:
        await asyncio.sleep(10)
        sent.append(way)

    with closing(sqlite3.connect(":memory:")) as database, at_sigterm(lambda *_: at_the_end.extend(sent)):
        outbox.create(database)
        serve(restaurant(mail, database, grace), five_orders, limit)
        outbox.deliver(database, at_the_end.append)
    return [way for way in ROWS if way not in at_the_end]


def test_uvicorn_loses_what_the_model_loses_and_the_table_says() -> None:
    lost = [lost_by_uvicorn(*setting) for setting in SETTINGS]
    assert lost == [jump(five_mails.serve(*setting)) for setting in SETTINGS]
    assert {way: TABLE[row][2] for way, row in ROWS.items()} == {
        way: LOST[tuple(way in each for each in lost)] for way in ROWS  # type: ignore[index]
    }


def test_a_bare_task_is_not_even_cancelled_by_sigterm(tmp_path: Path) -> None:
    """In a process of its own: the lines of its `finally` are missing, and the row of the outbox is on the disk."""
    path = tmp_path / "orders"
    command = [sys.executable, "-m", "tests.programs.yours.mails", str(path)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == -signal.SIGTERM
    assert ended.stdout.splitlines() == [
        "BackgroundTasks begins", "house begins", "post begins", "create_task() begins", "BackgroundTasks ends",
        "house is sent", "house ends", "post is sent", "post ends",
    ]
    sent: list[str] = []
    with closing(sqlite3.connect(path)) as database:
        outbox.deliver(database, sent.append)
        outbox.deliver(database, sent.append)
    assert sent == ["outbox"]


def test_a_bare_task_is_cancelled_if_the_process_survives(outbox_database: sqlite3.Connection) -> None:
    """As process 1 of a container does, which the kernel spares its own SIGTERM."""
    ended: list[str] = []

    async def mail(way: str) -> None:
        try:
            await asyncio.sleep(10)
        finally:
            ended.append(way)

    async def order(guest: Guest) -> None:
        await guest.order("/create_task()")
        signal.raise_signal(signal.SIGTERM)

    with at_sigterm(signal.SIG_IGN):
        serve(restaurant(mail, outbox_database), order)
    assert ended == ["create_task()"]


def test_process_1_survives_its_own_sigterm() -> None:
    program = "import os, signal; signal.raise_signal(signal.SIGTERM); print(os.getpid())"
    alone = ["unshare", "--user", "--map-root-user", "--pid", "--fork", sys.executable, "-S", "-c"]
    try:
        subprocess.run([*alone, ""], check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this system makes no first process for us")
    assert subprocess.check_output([*alone, program], text=True, timeout=60) == "1\n"


def test_the_house_has_its_grace_after_that_of_the_workers(outbox_database: sqlite3.Connection) -> None:
    """The worker’s mail never ends; that of the house takes longer than one of the two graces."""
    ended = dict[str, int]()

    async def mail(way: str) -> None:
        try:
            await asyncio.sleep(15 if way == "house" else 100)
        finally:
            ended[way] = round(asyncio.get_running_loop().time())

    async def order(guest: Guest) -> None:
        for way in "house", "post":
            await guest.order(f"/{way}")

    serve(restaurant(mail, outbox_database), order)
    assert ended == {"post": 10, "house": 15}
    assert "then the workers and the house ten each" in PAGE


def begins(way: str, database: sqlite3.Connection, pause: float = 1) -> list[str]:
    """Return what happens to an order whose handler waits, or never: the mail begins, the answer is there."""
    told: list[str] = []

    async def mail(_way: str) -> None:
        told.append(f"{asyncio.get_running_loop().time():.0f} s: mail")

    async def scene(guest: Guest) -> None:
        await guest.order(f"/{way}?pause={pause}")
        await asyncio.sleep(1)

    async def heard(scope: Any, receive: Any, send: Any) -> None:
        async def tell(message: Any) -> None:
            await send(message)
            if message["type"] == "http.response.body":
                told.append(f"{asyncio.get_running_loop().time():.0f} s: answer")

        await app(scope, receive, tell)

    app = restaurant(mail, database)
    serve(heard, scene)
    outbox.deliver(database, lambda _: told.append("mail"))
    return told


@pytest.mark.parametrize(
    ("way", "cell", "expected"),
    [
        ("BackgroundTasks", "after the answer", ["1 s: answer", "1 s: mail"]),
        ("create_task()", "when the handler waits or ends", ["0 s: mail", "1 s: answer"]),
        ("house", "when the handler waits or ends", ["0 s: mail", "1 s: answer"]),
        ("post", "when a worker is free", ["0 s: mail", "1 s: answer"]),
        ("outbox", "when the other program looks", ["1 s: answer", "mail"]),
    ],
)
def test_the_table_says_when_a_mail_begins(
    way: str, cell: str, expected: list[str], outbox_database: sqlite3.Connection,
) -> None:
    assert TABLE[ROWS[way]][0] == cell
    assert begins(way, outbox_database) == expected


def test_a_task_of_a_handler_that_does_not_wait_begins_behind_the_answer(outbox_database: sqlite3.Connection) -> None:
    assert begins("create_task()", outbox_database, pause=-1) == ["0 s: answer", "0 s: mail"]


@pytest.mark.parametrize(
    ("way", "cell", "logger", "message"),
    [
        (
            "BackgroundTasks", "is logged, and drops the mails after it", "uvicorn.error",
            "Exception in ASGI application",
        ),
        ("create_task()", "is logged when the task is collected", "asyncio", "Task exception was never retrieved"),
        ("house", "is logged", "root", "a task of the house has failed"),
        ("post", "is logged", "root", "not sent: post"),
    ],
)
def test_the_table_says_who_hears_of_an_error(
    way: str, cell: str, logger: str, message: str,
    outbox_database: sqlite3.Connection, caplog: pytest.LogCaptureFixture,
) -> None:
    assert TABLE[ROWS[way]][1] == cell
    said: list[tuple[str, str]] = []

    async def mail(_way: str) -> None:
        raise LookupError("no address")

    app = restaurant(mail, outbox_database)

    def heard() -> list[tuple[str, str]]:
        return said + [(each.name, each.getMessage().splitlines()[0]) for each in caplog.records]

    async def scene(guest: Guest) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: said.append(("asyncio", told["message"])))
        assert await guest.order(f"/{way}") == 200
        await asyncio.sleep(1)
        assert heard() == ([] if way == "create_task()" else [(logger, message)])
        app.state.held.clear()
        gc.collect()
        assert heard() == [(logger, message)]

    serve(app, scene)


def test_an_outbox_that_cannot_be_sent_keeps_its_row_and_sqlite_gives_its_number_again(
    outbox_database: sqlite3.Connection,
) -> None:
    def fails(_guest: str) -> None:
        raise LookupError("no address")

    sent: list[str] = []
    for name in "Eve", "Ann":
        outbox.order(outbox_database, name)
        assert outbox_database.execute("SELECT rowid, guest FROM outbox").fetchall() == [(1, name)]
        with pytest.raises(LookupError):
            outbox.deliver(outbox_database, fails)
        outbox.deliver(outbox_database, sent.append)
    assert sent == ["Eve", "Ann"]
    assert TABLE[ROWS["outbox"]][1] == "leaves its row, and the rows behind it"


def test_the_next_request_has_the_connection_until_a_mail_fails() -> None:
    """The first of them is served while the mail is sent; the second is in its handler when the mail fails."""
    app = FastAPI()

    async def mail() -> None:
        await asyncio.sleep(2)
        raise LookupError("no address")

    @app.get("/order")
    async def order(tasks: BackgroundTasks) -> None:
        tasks.add_task(mail)

    @app.get("/menu")
    async def menu(seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def scene(guest: Guest) -> None:
        _, streams = await guest.ask("/order")
        assert (await guest.ask("/menu?seconds=1", streams))[0] == 200
        assert asyncio.get_running_loop().time() < 2
        with pytest.raises(asyncio.IncompleteReadError):
            await guest.ask("/menu?seconds=3", streams)
        streams[1].close()

    serve(app, scene)


@asynccontextmanager
async def plain_group(_grace: float) -> AsyncIterator[Any]:
    async with asyncio.TaskGroup() as group:
        yield group.create_task


EVENINGS: dict[Any, list[str]] = {
    plain_group: ["Ann has 200", "Eve has 200", "no mail to Ann", "Bob has 500"],
    house: ["Ann has 200", "Eve has 200", "Bob has 200", "mail to Ann", "mail to Bob"],
}
"""What is told where the lifespan makes the tasks in one of these, and Eve's fails after a second."""


@pytest.mark.filterwarnings("ignore:coroutine .* was never awaited")
@pytest.mark.parametrize("group", EVENINGS)
def test_a_plain_group_in_the_lifespan_ends_at_the_first_error(group: Any, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with group(10) as app.state.start:
            yield

    async def mail(to: str) -> None:
        try:
            await asyncio.sleep(1 if to == "Eve" else 5)
            if to == "Eve":
                raise LookupError("no address")
            told.append(f"mail to {to}")
        except asyncio.CancelledError:
            told.append(f"no mail to {to}")
            raise

    async def order(to: str) -> None:
        app.state.start(mail(to))

    async def guests(guest: Guest) -> None:
        for name in "Ann", "Eve", "Bob":
            told.append(f"{name} has {await guest.order(f'/{name}')}")
            await asyncio.sleep(2)

    app = FastAPI(lifespan=lifespan)
    app.get("/{to}")(order)
    serve(app, guests)
    gc.collect()
    assert told == EVENINGS[group]
    assert ("is finished" in caplog.text) == (group is plain_group)


def test_the_lifespan_is_given_no_limit(caplog: pytest.LogCaptureFixture) -> None:
    """`--timeout-graceful-shutdown` is for requests: a lifespan that takes an hour has it."""
    times: list[float] = []

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        await asyncio.sleep(3600)
        times.append(round(asyncio.get_running_loop().time()))

    async def nobody(_guest: Guest) -> None:
        pass

    serve(FastAPI(lifespan=lifespan), nobody, limit=1)
    assert times == [3600]
