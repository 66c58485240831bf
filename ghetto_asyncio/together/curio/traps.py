"""The requests as curio writes them; the kernel below is ours."""
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.kernel.traps import clock as _clock
from ghetto_asyncio.kernel.traps import current_task as _get_current
from ghetto_asyncio.kernel.traps import park, schedule, trap
from ghetto_asyncio.kernel.traps import spawn as _spawn
from ghetto_asyncio.kernel.traps import wake as _scheduler_wake

__all__ = [
    "_clock", "_future_wait", "_get_current", "_get_kernel",
    "_io_release", "_io_waiting", "_read_wait", "_scheduler_wait",
    "_scheduler_wake", "_set_timeout", "_spawn", "_unset_timeout",
    "_write_wait",
]


async def _kernel_trap(name, *args):
    if not hasattr(await _get_kernel(), f"trap_{name}"):
        raise KeyError(name)
    return await trap(name, *args)


async def _get_kernel():
    return await trap("get_kernel")


async def _read_wait(fileobj):
    await trap("wait_for", fileobj, EVENT_READ)


async def _write_wait(fileobj):
    await trap("wait_for", fileobj, EVENT_WRITE)


async def _io_waiting(fileobj):
    return await trap("io_waiting", fileobj)


async def _io_release(fileobj):
    await trap("release", fileobj)


async def _scheduler_wait(place, state=None):
    await park(place)


async def _future_wait(future, event=None):
    await schedule()
    raise NotImplementedError("no future comes from a thread here")


async def _set_timeout(when):
    return await trap("set_timeout", when)


async def _unset_timeout(previous):
    return await trap("unset_timeout", previous)
