"""Tasks in the background of a handler: held, and asked how they ended."""
import asyncio

running = set()


def start(coro, name):
    """Make a task of a coroutine, and hold it until it is done."""
    task = asyncio.create_task(coro, name=name)
    running.add(task)
    task.add_done_callback(ended)
    return task


def ended(task):
    """Let go of a task that has ended; if it has failed, print why."""
    running.discard(task)
    if not task.cancelled() and task.exception() is not None:
        print(task.get_name(), "failed:", task.exception())
