"""Tasks that wait for sockets that cannot be watched, and for many others at once."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import socket
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.stopping import loop as stopping
from ghetto_asyncio.tasks.together import gather


@pytest.fixture
def loop() -> Iterator[Any]:
    """A loop on the clock that jumps."""
    with closing(jumping(stopping.Loop)()) as made:
        yield made


@pytest.mark.parametrize("closes", [True, False])
def test_what_cannot_be_watched_fails_and_is_forgotten(loop: Any, tmp_path: Path, closes: bool) -> None:
    with (tmp_path / "file").open("wb+") as file:
        if closes:
            file.close()
        with pytest.raises((ValueError, PermissionError)):
            loop.run_until_complete(loop.sock_ready(file, 1))
    assert loop.waiting == {}


def test_connecting_to_a_full_unix_socket_is_an_error(loop: Any, tmp_path: Path) -> None:
    """It is never connected, and epoll would say that it can be written."""
    listener, ann, bob = (socket.socket(socket.AF_UNIX) for _ in range(3))
    with listener, ann, bob:
        listener.bind(str(tmp_path / "door"))
        listener.listen(0)
        for person in (ann, bob):
            person.setblocking(False)
        loop.run_until_complete(loop.sock_connect(ann, listener.getsockname()))
        with pytest.raises(BlockingIOError) as found:
            loop.run_until_complete(loop.sock_connect(bob, listener.getsockname()))
        assert found.value.errno == errno.EAGAIN


def test_who_gathers_is_cancelled_although_a_part_goes_on(loop: Any) -> None:
    """As with asyncio: whoever was to be cancelled doesn't go on with results because a part didn't listen."""
    async def deaf() -> str:
        with suppress(CancelledError):
            await loop.sleep(30)
        await loop.sleep(30)
        return "what?"

    parts = [loop.create_task(deaf()) for _ in range(2)]
    gathered = gather(loop, *parts)

    async def waits() -> None:
        await gathered

    task = loop.create_task(waits())
    loop.call_later(10, task.cancel)
    loop.run_until_idle()
    assert [part.result() for part in parts] == ["what?", "what?"]
    assert (gathered.state, task.state, loop.time()) == ("cancelled", "cancelled", 40)


def test_gathering_nothing_the_same_twice_and_what_is_done(loop: Any) -> None:
    async def main() -> list[Any]:
        done = loop.create_task(loop.sleep(1))
        await done
        same = loop.create_future()
        loop.call_later(1, same.set_result, "same")
        return [await gather(loop), await gather(loop, done), await gather(loop, same, same)]

    assert loop.run_until_complete(main()) == [[], [None], ["same", "same"]]


def test_gathering_one_coroutine_twice_makes_one_task_as_asyncio_does(loop: Any) -> None:
    async def boil() -> str:
        await loop.sleep(1)
        return "tea"

    async def main() -> tuple[Any, Any]:
        tea, green = boil(), boil()
        return await gather(loop, tea, tea), await gather(loop, green, loop.create_task(loop.sleep(2)), green)

    assert loop.run_until_complete(main()) == (["tea", "tea"], ["tea", None, "tea"])
