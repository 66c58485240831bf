"""What becomes of a task that is cancelled, in every state."""
import socket
from asyncio import CancelledError


async def work(way, log, wait):
    """Wait for something, go on, and tidy up for a second."""
    log("begins")
    try:
        await wait()
        log("goes on")
        await way.sleep(1)
    except CancelledError:
        log("caught")
        raise
    finally:
        await way.sleep(1)
        log("tidied")
    return "value"


async def nap(way, seconds):
    """Sleep, and return a value."""
    await way.sleep(seconds)
    return "value"


async def stopped(way, log, wait, seconds=1):
    """Let a task wait for something, and cancel it later."""
    task = await way.spawn(work(way, log, wait))
    if seconds:
        await way.sleep(seconds)
    await way.cancel(task)
    return task


async def end(way, task):
    """Wait for the end of a task; return its result, or "cancelled"."""
    try:
        return await way.join(task)
    except CancelledError:
        return "cancelled"


async def new(way, log):
    """Cancel a task before its first step."""
    return await stopped(way, log, lambda: way.sleep(9), seconds=0)


async def sleeping(way, log):
    """Cancel a task that sleeps."""
    return await stopped(way, log, lambda: way.sleep(9))


async def reading(way, log):
    """Cancel a task that waits for data, which comes later."""
    ours, anns = socket.socketpair()
    with ours, anns:
        ours.setblocking(False)
        task = await stopped(way, log, lambda: way.read(ours))
        await end(way, task)
        anns.send(b"hello")
        log(f"{len(await way.read(ours))} bytes left")
    return task


async def joining(way, log):
    """Cancel a task that waits for another one."""
    other = await way.spawn(nap(way, 9))
    task = await stopped(way, log, lambda: way.join(other))
    await end(way, task)
    log(f"other: {await end(way, other)}")
    return task


async def ready(way, log):
    """Cancel a task that is ready: what it waited for has happened."""
    other = await way.spawn(nap(way, 1))
    task = await way.spawn(work(way, log, lambda: way.join(other)))
    await way.join(other)
    await way.cancel(task)
    return task


async def running(way, log):
    """Cancel the running task, which goes on."""
    task = await way.spawn(work(way, log, lambda: way.cancel(task)))
    return task


async def ending(way, log):
    """Cancel the running task, which ends."""
    async def cancel_itself():
        """Cancel the task that runs this, and return."""
        log("begins")
        await way.cancel(task)
        return "value"

    task = await way.spawn(cancel_itself())
    return task


async def finished(way, log):
    """Cancel a task that has ended."""
    task = await way.spawn(nap(way, 1))
    await way.join(task)
    log(f"cancel() gives {await way.cancel(task)}")
    return task


async def tidying(way, log):
    """Cancel a task that tidies up at its end."""
    return await stopped(way, log, lambda: way.sleep(1), seconds=2.5)


async def twice(way, log):
    """Cancel a task once more while it tidies up."""
    task = await sleeping(way, log)
    await way.sleep(0.5)
    await way.cancel(task)
    return task


async def deaf(way, log):
    """Cancel a task that does not want to be cancelled."""
    async def wait():
        """Sleep, and go on, whatever happens."""
        try:
            await way.sleep(9)
        except CancelledError:
            log("no")

    return await stopped(way, log, wait)


STATES = (
    new, sleeping, reading, joining, ready, running, ending, finished,
    tidying, twice, deaf,
)


async def see(way, state):
    """Say what a task did when it was cancelled in a state."""
    log = []
    task = await state(way, log.append)
    return f"{await end(way, task):10}{', '.join(log) or 'no step'}"


def table(ways):
    """Cancel in every state and in every way; print the outcomes."""
    for state in STATES:
        found = {}
        for way in ways:
            found.setdefault(way.run(see, state), []).append(way.name)
        for said, names in found.items():
            who = "all" if len(names) == len(ways) else ", ".join(names)
            print(f"{state.__name__:9}{who:14}{said}")
