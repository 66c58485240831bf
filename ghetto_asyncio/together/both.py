"""Two worlds with all that lets tasks wait for each other."""
import asyncio

from ghetto_asyncio.together import (
    barrier,
    condition,
    event,
    queue,
    semaphore,
    worlds,
)


class Ours(worlds.Ours):
    """Our kernel, and all of our classes."""

    Semaphore, Condition = semaphore.Semaphore, condition.Condition
    BoundedSemaphore, Queue = semaphore.BoundedSemaphore, queue.Queue
    Barrier, Event = barrier.Barrier, event.Event


class Theirs(worlds.Theirs):
    """Tasks of asyncio, and all of its classes."""

    Semaphore, Condition = asyncio.Semaphore, asyncio.Condition
    BoundedSemaphore, Queue = asyncio.BoundedSemaphore, asyncio.Queue
    Barrier, Event = asyncio.Barrier, asyncio.Event


ours, theirs, do = Ours(), Theirs(), worlds.do
