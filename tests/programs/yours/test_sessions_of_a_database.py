"""What the page on sessions says beside its own: what SQLAlchemy, asyncpg and FastAPI do with one, and when."""
from __future__ import annotations

# mypy: allow-untyped-calls
import asyncio
import gc
import re
import warnings
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
import sqlalchemy.exc
import sqlalchemy.orm.exc
from fastapi import BackgroundTasks, Depends, FastAPI, HTTPException
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from ghetto_asyncio.monday import session
from ghetto_asyncio.monday.database import Order, database
from press.catalogue import ROOT
from tests.support.endings import threads_end
from tests.support.peers.postgres import postgres
from tests.support.peers.service import answers, calling

PAGE = (ROOT / "docs/yours/a-session-each.md").read_text("utf-8")
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


@pytest.mark.parametrize(("scope", "order"), [
    (None, ["answered 200", "mailed", "committed"]), ("request", ["answered 200", "mailed", "committed"]),
    ("function", ["committed", "answered 200", "mailed"]),
])
def test_when_a_yield_dependency_commits(scope: Any, order: list[str]) -> None:
    log, app = list[str](), FastAPI()

    async def get_session() -> AsyncIterator[AsyncSession]:
        async with session.sessions.begin() as each:
            yield each
        log.append("committed")

    @app.put("/{number}")
    async def put(number: int, later: BackgroundTasks, each: Any = Depends(get_session, scope=scope)) -> None:
        each.add(Order(number=number, dish="soup"))
        later.add_task(lambda: log.append("mailed"))

    async def told(scope: Any, receive: Any, send: Any) -> None:
        async def tell(message: Any) -> None:
            if message["type"] == "http.response.start":
                log.append(f"answered {message['status']}")
            await send(message)

        await app(scope, receive, tell)

    async def main() -> None:
        async with database() as engine, calling(told) as client:
            session.sessions.configure(bind=engine)
            await client.put("/7")

    asyncio.run(main())
    assert log == order


@pytest.mark.parametrize(("scopes", "sessions"), [((None, None), 1), (("function", "function"), 1),
                                                  ((None, "function"), 2)])
def test_all_dependencies_of_a_request_get_the_same_session_if_they_have_one_scope(scopes: Any, sessions: int) -> None:
    app, seen = FastAPI(), []

    async def user(each: Any = Depends(session.get_session, scope=scopes[0])) -> None:
        seen.append(each)

    @app.get("/", dependencies=[Depends(user)])
    async def root(each: Any = Depends(session.get_session, scope=scopes[1])) -> None:
        seen.append(each)

    answers(app, "/", "/")
    assert len(seen) == 4
    assert len(set(map(id, seen))) == 2 * sessions


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
            async with calling(app) as client:
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
            async with calling(app) as client:
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


def test_who_asks_only_after_the_answer_hears_nothing_of_a_full_house() -> None:
    async def main() -> list[int]:
        async with database(pool_size=1, max_overflow=0, pool_timeout=0.01) as engine:
            session.sessions.configure(bind=engine)
            async with AsyncSession(engine) as ann, calling(session.app, raise_app_exceptions=False) as client:
                await ann.connection()
                status = (await client.put("/later/7")).status_code
            return [status, *await stored(engine)]

    assert asyncio.run(main()) == [200]
