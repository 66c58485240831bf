"""All of curio's names that are here, for `from ... import *`."""
from ghetto_asyncio.together.curio.errors import (
    AsyncOnlyError, CancelledError, CurioError, ReadResourceBusy,
    ResourceBusy, SyncIOError, TaskCancelled, TaskError, TaskTimeout,
    TimeoutCancellationError, UncaughtTimeoutError, WriteResourceBusy,
)
from ghetto_asyncio.together.curio.group import TaskGroup
from ghetto_asyncio.together.curio.kernel import Kernel, run
from ghetto_asyncio.together.curio.mask import (
    check_cancellation, disable_cancellation, set_cancellation,
)
from ghetto_asyncio.together.curio.network import (
    open_connection, tcp_server, tcp_server_socket,
)
from ghetto_asyncio.together.curio.queue import (
    LifoQueue, PriorityQueue, Queue,
)
from ghetto_asyncio.together.curio.sync import (
    Condition, Event, Lock, Result, RLock, Semaphore,
)
from ghetto_asyncio.together.curio.task import Task, current_task, spawn
from ghetto_asyncio.together.curio.time import (
    clock, ignore_after, schedule, sleep, timeout_after,
)

__all__ = [name for name in dir() if not name.startswith("_")]
