"""What goes wrong, and what stops a task, as curio calls it."""
import asyncio

__all__ = [
    "AsyncOnlyError", "CancelledError", "CurioError", "ReadResourceBusy",
    "ResourceBusy", "SyncIOError", "TaskCancelled", "TaskError",
    "TaskTimeout", "TimeoutCancellationError", "UncaughtTimeoutError",
    "WriteResourceBusy",
]


class CurioError(Exception):
    """An error of curio's, or of ours in its place."""


class CancelledError(asyncio.CancelledError):
    """Whatever stops a task because others, or the clock, want it."""


class TaskCancelled(CancelledError):
    """What `cancel` raises in a task."""


class TaskTimeout(CancelledError):
    """The time of this block is up."""


class TimeoutCancellationError(CancelledError):
    """The time of a block around this one is up."""


class UncaughtTimeoutError(CurioError):
    """A block within this one was out of time, and nobody cared."""


class TaskError(CurioError):
    """What `join` raises for a task that failed: see its cause."""


class ResourceBusy(CurioError):
    """Another task waits for the same."""


class ReadResourceBusy(ResourceBusy):
    """Another task waits to read there."""


class WriteResourceBusy(ResourceBusy):
    """Another task waits to write there."""


class SyncIOError(CurioError):
    """What is for tasks was used by others."""


class AsyncOnlyError(CurioError):
    """It has to be `async with`, or `async for`."""
