"""What the page on sessions says beside its own: what SQLAlchemy, asyncpg and FastAPI do with one, and when."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import inspect
import logging
import re
import socket
import warnings
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any

import asyncpg
import httpx
import pytest
import sqlalchemy.exc
import sqlalchemy.orm.exc
import uvicorn
from fastapi import BackgroundTasks, Depends, FastAPI, HTTPException
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, NullPool

from ghetto_asyncio.clocks.jump import jump
from ghetto_asyncio.monday import full, session
from ghetto_asyncio.monday.database import Order, database
from ghetto_asyncio.workbench import two_orders
from press.catalogue import ROOT
from tests.support.endings import threads_end
from tests.support.peers.postgres import postgres

PAGE = (ROOT / "docs/yours/a-session-each.md").read_text("utf-8")
PROVISIONING = "This session is provisioning a new connection; concurrent operations are not permitted"
CLEANED_UP = "The garbage collector is trying to clean up non-checked-in connection"
IN_PROGRESS = "cannot perform operation: another operation is in progress"


def said(error: BaseException) -> str:
    """Return the words of an error, without its type, its query, and the address where SQLAlchemy explains it."""
    return re.sub(r"^(\(\S+\) )*|\n.*|\s*\(Background on this error.*", "", str(error), flags=re.DOTALL)


async def stored(engine: AsyncEngine) -> list[int]:
    """Return the numbers of the orders in the database."""
    async with AsyncSession(engine) as reading:
        return list(await reading.scalars(select(Order.number)))


# One session, two tasks


def test_a_rollback_takes_along_what_another_task_has_added() -> None:
    async def main() -> list[int]:
        refused = asyncio.Event()

        async def ann(shared: AsyncSession) -> None:
            shared.add(Order(number=1, dish="soup"))
            await refused.wait()
            await shared.commit()

        async def bob(shared: AsyncSession) -> None:
            shared.add(Order(number=2, dish="soup"))
            await shared.rollback()
            refused.set()

        async with database() as engine, AsyncSession(engine) as shared:
            await asyncio.gather(ann(shared), bob(shared))
            return await stored(engine)

    assert asyncio.run(main()) == []


def test_the_puzzle_with_a_session_each(capsys: pytest.CaptureFixture[str]) -> None:
    program, shared = inspect.getsource(two_orders), "order(session, name, seconds), "
    assert shared in program
    assert "`Session(database)` for each order" in PAGE
    names: dict[str, Any] = {"__name__": "a_session_each"}
    exec(program.replace(shared, "order(Session(database), name, seconds), "), names)
    jump(names["main"]())
    assert capsys.readouterr().out == "Ann will be served\nstored: ['soup for Ann']\n"


def test_a_session_says_so_only_while_it_has_no_connection_yet() -> None:
    async def main() -> list[str]:
        engine, answers = create_async_engine("sqlite+aiosqlite://"), []
        for _ in range(3):
            async with AsyncSession(engine) as shared:
                two = (shared.scalar(text(f"SELECT '{what}'")) for what in ("menu", "news"))
                answers += [str(each) for each in await asyncio.gather(*two, return_exceptions=True)]
        await engine.dispose()
        return [answer.partition(" (Background")[0] for answer in answers]

    assert asyncio.run(main()) == ["menu", PROVISIONING, "menu", "news", "menu", "news"]


def test_a_session_that_is_left_while_it_connects() -> None:
    async def main() -> None:
        engine = create_async_engine("sqlite+aiosqlite://")
        asking: list[asyncio.Task[Any]] = []
        try:
            async with AsyncSession(engine) as shared:
                asking = [asyncio.create_task(shared.scalar(text("SELECT 1"))) for _ in range(2)]
                await asyncio.gather(*asking)
        finally:
            await asyncio.wait(asking)
            await shared.close()
            await engine.dispose()

    with pytest.raises(sqlalchemy.exc.IllegalStateChangeError) as found:
        asyncio.run(main())
    assert "Method 'close()' can't be called here; method '_connection_for_bind()' is already in progress" in PAGE
    assert said(found.value).startswith(
        "Method 'close()' can't be called here; method '_connection_for_bind()' is already in progress and ")


def test_asyncpg_refuses_a_second_query_on_a_connection() -> None:
    async def main() -> list[Any]:
        async with postgres() as (_, address):
            conn = await asyncpg.connect("postgresql" + address, ssl=False)
            two = await asyncio.gather(conn.fetchval("menu"), conn.fetchval("news"), return_exceptions=True)
            await conn.close()
            return list(two)

    first, second = asyncio.run(main())
    assert (first, type(second), str(second)) == ("on", asyncpg.InterfaceError, IN_PROGRESS)


def test_sqlalchemy_lets_queries_to_asyncpg_queue() -> None:
    async def main() -> tuple[list[Any], list[str]]:
        async with postgres() as (peer, address):
            engine = create_async_engine("postgresql+asyncpg" + address, connect_args={"ssl": False})
            async with AsyncSession(engine) as shared:
                await shared.connection()
                two = await asyncio.gather(shared.scalar(text("menu")), shared.scalar(text("news")))
                heard = peer.heard[-4:]
            await engine.dispose()
            return list(two), heard

    assert asyncio.run(main()) == (["on", "on"], ["menu", "answered", "news", "answered"])


def test_a_session_that_ends_under_a_query_of_asyncpg() -> None:
    async def fails() -> None:
        raise LookupError("closed")

    async def main() -> None:
        async with postgres() as (_, address):
            engine = create_async_engine("postgresql+asyncpg" + address, connect_args={"ssl": False})
            shared = AsyncSession(engine)
            conn = await shared.connection()
            await conn.scalar(text("menu"))
            runs_on = asyncio.create_task(shared.scalar(text("news")))
            try:
                async with shared:
                    await asyncio.gather(runs_on, fails())
            finally:
                await asyncio.wait([runs_on])
                assert engine.pool.checkedout() == 1  # type: ignore[attr-defined]
                await conn.invalidate()
                await engine.dispose()

    with pytest.raises(sqlalchemy.exc.InterfaceError) as found:
        asyncio.run(main())
    assert said(found.value) == IN_PROGRESS


# A session for each request


class House:
    """An application that writes down in which order things happen to an order."""

    def __init__(self, scope: Any) -> None:
        self.log: list[str] = []
        self.may_commit = asyncio.Event()
        self.app = FastAPI()

        async def get_session() -> AsyncIterator[AsyncSession]:
            async with session.sessions.begin() as each:
                yield each
                await self.may_commit.wait()
            self.log.append("committed")

        @self.app.put("/{number}")
        async def order(number: int, later: BackgroundTasks, each: Any = Depends(get_session, scope=scope)) -> None:
            each.add(Order(number=number, dish="soup"))
            later.add_task(self.mail)

    async def mail(self) -> None:
        self.log.append("mailed")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def tell(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.log.append(f"answered {message['status']}")
            await send(message)

        await self.app(scope, receive, tell)


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client of a real server."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(app, log_config=None, lifespan="off", http="h11", access_log=False)
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listener]))
        while not server.started:
            await asyncio.sleep(0.001)
        host, port = listener.getsockname()
        async with httpx.AsyncClient(base_url=f"http://{host}:{port}", trust_env=False) as client:
            yield client
        server.should_exit = True
        await task


@pytest.mark.parametrize(("scope", "order"), [
    (None, ["answered 200", "mailed", "committed"]), ("request", ["answered 200", "mailed", "committed"]),
    ("function", ["committed", "answered 200", "mailed"]),
])
def test_when_a_yield_dependency_commits(scope: Any, order: list[str]) -> None:
    async def main() -> list[str]:
        house = House(scope)
        async with database() as engine, serving(house) as client:
            session.sessions.configure(bind=engine)
            if scope == "function":
                house.may_commit.set()
            assert (await client.put("/7")).status_code == 200
            seen = house.log.count("committed")
            house.may_commit.set()  # only when the client has all of its answer
        assert seen == (scope == "function")
        return house.log

    assert asyncio.run(main()) == order


@pytest.mark.parametrize(("path", "status"), [("/later/7", 200), ("/first/7", 500)])
def test_what_the_client_hears_of_a_commit_that_fails(
    path: str, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> list[int]:
        async with database() as engine, serving(session.app) as client:
            session.sessions.configure(bind=engine)
            return [(await client.put(each)).status_code for each in ("/first/7", path)] + await stored(engine)

    assert asyncio.run(main()) == [200, status, 7]
    (record,) = (each for each in caplog.records if each.levelno == logging.ERROR)
    assert record.getMessage().strip() == "Exception in ASGI application"
    assert record.exc_info
    assert record.exc_info[0] is sqlalchemy.exc.IntegrityError


def test_all_dependencies_of_a_request_get_the_same_session() -> None:
    app, seen = FastAPI(), []

    async def user(each: Any = Depends(session.get_session)) -> None:
        seen.append(each)

    @app.get("/", dependencies=[Depends(user)])
    async def root(each: Any = Depends(session.get_session)) -> None:
        seen.append(each)

    async def main() -> None:
        async with database() as engine:
            session.sessions.configure(bind=engine)
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
                await client.get("/")
                await client.get("/")

    asyncio.run(main())
    one, same, two, again = seen
    assert one is same
    assert two is again
    assert one is not two


@pytest.mark.parametrize("scope", ["function", None])
def test_each_scope_has_a_session_of_its_own(scope: Any) -> None:
    app, seen = FastAPI(), []

    async def user(each: Any = Depends(session.get_session, scope=scope)) -> None:
        seen.append(each)

    @app.get("/", dependencies=[Depends(user)])
    async def root(each: Any = Depends(session.get_session, scope="function")) -> None:
        seen.append(each)

    async def main() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
            await client.get("/")

    asyncio.run(main())
    assert len(set(map(id, seen))) == (1 if scope else 2)


def test_a_commit_at_the_end_of_the_endpoint_makes_a_kinder_answer() -> None:
    """And at its end: a query behind it is refused."""
    app = FastAPI()

    @app.put("/{number}")
    async def order(number: int, again: bool = False, each: Any = Depends(session.get_session)) -> None:
        each.add(Order(number=number, dish="soup"))
        try:
            await each.commit()
        except sqlalchemy.exc.IntegrityError:
            raise HTTPException(409) from None
        if again:
            await each.scalar(text("SELECT 1"))

    async def main() -> tuple[list[int], list[int]]:
        async with database() as engine:
            session.sessions.configure(bind=engine)
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
                answers = [(await client.put("/7")).status_code for _ in range(2)]
                with pytest.raises(sqlalchemy.exc.InvalidRequestError, match="on closed transaction inside context"):
                    await client.put("/8?again=yes")
            return answers, await stored(engine)

    assert asyncio.run(main()) == ([200, 409], [7, 8])


@pytest.mark.parametrize(("scope", "lent"), [("function", 1), ("request", 0)])
def test_a_background_task_uses_a_session_that_is_over(scope: Any, lent: int, caplog: pytest.LogCaptureFixture) -> None:
    app, answers = FastAPI(), []

    async def count(each: AsyncSession) -> None:
        answers.append(await each.scalar(text("SELECT 1")))

    @app.get("/")
    async def root(later: BackgroundTasks, each: Any = Depends(session.get_session, scope=scope)) -> None:
        later.add_task(count, each)

    async def main() -> int:
        async with database() as engine:
            session.sessions.configure(bind=engine)
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as client:
                await client.get("/")
            still: int = engine.pool.checkedout()
            gc.collect()
            assert engine.pool.checkedout() == 0
        await asyncio.to_thread(threads_end, "connection_worker")  # that of a collected one calls this loop
        return still

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sqlalchemy.exc.SAWarning)
        assert (asyncio.run(main()), answers) == (lent, [1])
    logged = [each.getMessage() for each in caplog.records if each.name.startswith("sqlalchemy")]
    assert len(logged) == lent
    assert all(each.startswith(CLEANED_UP) for each in logged)


# Workers, pools, connections


class Ahead(asyncio.SelectorEventLoop):
    """asyncio's loop, whose clock can be put forward."""

    ahead = 0

    def time(self) -> float:
        return super().time() + self.ahead


async def timed_out(engine: AsyncEngine, seconds: int) -> sqlalchemy.exc.TimeoutError:
    """Wait for a connection in vain, for so many seconds, which pass at once."""
    loop: Any = asyncio.get_running_loop()
    waiting = asyncio.create_task(AsyncSession(engine).connection())
    await asyncio.sleep(0)
    loop.ahead += seconds
    with pytest.raises(sqlalchemy.exc.TimeoutError) as found:
        await waiting
    return found.value


def test_a_pool_lends_fifteen_and_the_sixteenth_waits_half_a_minute() -> None:
    async def main() -> tuple[int, str]:
        async with AsyncExitStack() as stack:
            engine = create_async_engine("sqlite+aiosqlite://", poolclass=AsyncAdaptedQueuePool)
            stack.push_async_callback(engine.dispose)
            for _ in range(15):
                await stack.enter_async_context(engine.connect())
            lent = engine.pool.checkedout()  # type: ignore[attr-defined]
            return lent, said(await timed_out(engine, 30))

    with asyncio.Runner(loop_factory=Ahead) as runner:
        lent, words = runner.run(main())
    assert (lent, words) == (
        15, "QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00")
    assert words in (ROOT / "docs/asyncio/as-many-as-there-are.md").read_text("utf-8")


def test_the_table_multiplies() -> None:
    row = r"^\| (\d+)(?:, and (\d+) new ones[^|]*)? \| (\d+) \+ (\d+) \| (\d+) \|"
    rows = re.findall(row, PAGE, flags=re.MULTILINE)
    assert len(rows) >= 3
    for workers, new, size, overflow, connections in rows:
        assert (int(workers) + int(new or 0)) * (int(size) + int(overflow)) == int(connections)


def test_who_asks_only_after_the_answer_hears_nothing_of_a_full_house(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> tuple[list[int], list[int]]:
        async with database(pool_size=1, max_overflow=0, pool_timeout=0.01) as engine:
            session.sessions.configure(bind=engine)
            async with AsyncSession(engine) as ann:
                await ann.connection()
                async with serving(full.app) as one, serving(session.app) as two:
                    statuses = [(await one.get("/orders")).status_code, (await two.put("/later/7")).status_code]
            return statuses, await stored(engine)

    assert asyncio.run(main()) == ([503, 200], [])
    assert [each.levelname for each in caplog.records if each.name == "uvicorn.error"].count("ERROR") == 1


# Meanwhile, in your code


def test_what_is_read_after_a_commit() -> None:
    async def main() -> list[BaseException]:
        soup, errors = Order(number=7, dish="soup"), []
        async with database(poolclass=NullPool) as engine, AsyncSession(engine) as one:
            one.add(soup)
            await one.commit()
            with pytest.raises(sqlalchemy.exc.MissingGreenlet) as found:
                soup.dish  # noqa: B018
            errors.append(found.value)
        with pytest.raises(sqlalchemy.orm.exc.DetachedInstanceError) as left:
            soup.dish  # noqa: B018
        return [*errors, left.value]

    greenlet, detached = map(said, asyncio.run(main()))
    assert greenlet.startswith("greenlet_spawn has not been called; can't call await_() here. ")
    assert detached.endswith("is not bound to a Session; attribute refresh operation cannot proceed")
    for words in (PROVISIONING, IN_PROGRESS, CLEANED_UP, greenlet.partition(" here")[0], detached.partition("> ")[2]):
        assert words in PAGE


@pytest.mark.parametrize("name", ["SQLAlchemy", "asyncpg", "FastAPI"])
def test_the_page_names_the_version(name: str) -> None:
    assert f"{name} {version(name)}" in PAGE
