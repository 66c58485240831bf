"""Tasks that wait for sockets and for each other: cancelled in between, beside one another, refused."""
from __future__ import annotations

# mypy: allow-untyped-calls
import errno
import socket
from asyncio import CancelledError
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ghetto_asyncio.tasks.solutions.as_completed import as_completed
from ghetto_asyncio.tasks.solutions.wait_for_first import wait_for_first
from ghetto_asyncio.tasks.together import gather
from press.catalogue import ROOT
from tests.support.loops.main_loops import Pair
from tests.support.loops.tasks import new_loop, rounds

jumping = pytest.fixture(new_loop, name="loop")


@pytest.mark.parametrize("later", range(3))
def test_two_receive_one_is_cancelled_and_the_other_has_the_data(loop: Any, pair: Pair, later: int) -> None:
    """In whichever round the cancelling comes: the data are in the socket, or somebody has them."""
    ours, theirs = pair
    tasks = [loop.create_task(loop.sock_recv(ours, 100)) for _ in range(2)]
    rounds(loop, 1)
    theirs.send(b"hello")
    rounds(loop, later)
    if tasks[0].cancel():
        assert loop.run_until_complete(tasks[1]) == b"hello"
    else:
        assert (tasks[0].result(), tasks[1].cancel()) == (b"hello", True)
    loop.run_until_idle()
    assert (loop.waiting, len(loop.selector.get_map())) == ({}, 0)


@pytest.mark.parametrize("number", [1, 2])
def test_all_who_wait_are_cancelled_in_the_round_in_which_a_copy_of_their_closed_socket_is_reported(
    loop: Any, pair: Pair, number: int, capsys: pytest.CaptureFixture[str],
) -> None:
    ours, theirs = pair
    tasks = [loop.create_task(loop.sock_recv(ours, 100)) for _ in range(number)]
    rounds(loop, 1)
    with ours.dup():
        ours.close()
        theirs.send(b"hello")
        for task in tasks:
            task.cancel()
        loop.run_until_idle()
    assert (capsys.readouterr().out, [task.done() for task in tasks]) == ("", [True] * number)


def test_a_reader_and_a_writer_of_one_socket(loop: Any, pair: Pair) -> None:
    ours, theirs = pair
    data = bytes(3_000_000)

    async def echo() -> bytes:
        reader = loop.create_task(loop.sock_recv(ours, 100))
        writer = loop.create_task(loop.sock_sendall(ours, data))
        got = 0
        while got < len(data):
            got += len(await loop.sock_recv(theirs, 1 << 20))
        await writer
        await loop.sock_sendall(theirs, b"all of it")
        return bytes(await reader)

    assert loop.run_until_complete(echo()) == b"all of it"
    assert (loop.waiting, len(loop.selector.get_map())) == ({}, 0)


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


@pytest.mark.parametrize("together", [gather, wait_for_first])
def test_all_are_cancelled_with_who_waits_for_them(loop: Any, together: Callable[..., Any]) -> None:
    parts = [loop.create_task(loop.sleep(seconds)) for seconds in (30, 60, 90)]

    async def waits() -> None:
        await together(loop, *parts)

    task = loop.create_task(waits())
    loop.call_later(10, task.cancel)
    loop.run_until_idle()
    assert ({part.state for part in [*parts, task]}, loop.time()) == ({"cancelled"}, 10)


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


def test_a_cancel_after_the_first_error_is_not_lost_and_meant_for_nobody_else(loop: Any) -> None:
    """The error is there, and whoever waits has not had the turn in which it would be raised."""
    bad, good = loop.create_future(), loop.create_task(loop.sleep(60))
    gathered = gather(loop, bad, good)

    async def waits() -> None:
        await gathered

    task = loop.create_task(waits())
    rounds(loop, 1)
    bad.set_exception(ValueError("one doesn't boil toast"))
    rounds(loop, 1)
    assert (gathered.done(), task.done(), gathered.cancel(), task.cancel()) == (True, False, False, True)
    loop.run_until_idle()
    assert (task.state, good.state, loop.time()) == ("cancelled", "finished", 60)


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


def test_beside_a_cancelled_place_only_the_last_result_finds_none(loop: Any) -> None:
    futures = [loop.create_future() for _ in range(3)]
    places = as_completed(loop, *futures)
    places[0].cancel()
    for number, future in enumerate(futures):
        future.set_result(number)
    loop.run_until_idle()
    assert [place.result() for place in places[1:]] == [0, 1]


@pytest.mark.parametrize("other", ["mainloop/ours", "mainloop/asyncio"])
def test_it_is_the_conversation_of_the_other_loops(other: str) -> None:
    ours, theirs = ((ROOT / f"listings/{name}.talk").read_text("utf-8") for name in ("tasks/serve", other))
    assert ours.splitlines()[1:] == theirs.splitlines()[1:]


class NoError(Exception):
    """Counts as nothing, and is an error."""

    def __len__(self) -> int:
        return 0


TOGETHER = {"gather": gather, "as_completed": lambda loop, work: as_completed(loop, work)[0]}


@pytest.mark.parametrize("together", TOGETHER.values(), ids=TOGETHER)
def test_an_error_that_is_false_is_an_error(loop: Any, together: Callable[[Any, Any], Any]) -> None:
    async def fails() -> None:
        raise NoError

    with pytest.raises(NoError):
        loop.run_until_complete(together(loop, fails()))
