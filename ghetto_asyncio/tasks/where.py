"""Where the tasks of a running asyncio program wait."""
import asyncio

from ghetto_asyncio.coroutines.chain import chain


def where(task):
    """Name the functions that wait in a task, outermost first."""
    waiting = chain(task.get_coro())
    return [each.__name__ for each in waiting if hasattr(each, "__name__")]


def dump():
    """Print all tasks of the running loop, and where they wait."""
    for task in sorted(asyncio.all_tasks(), key=lambda task: task.get_name()):
        print(task.get_name(), *where(task), sep=" > ")
