"""A quicker loop: handles are small, and a task is its own handle."""
from ghetto_asyncio.callbacks import call, reader
from ghetto_asyncio.stopping import task
from ghetto_asyncio.tasks import sockets


class Handle:
    """A call that is to be made, with no dictionary of its own."""

    __slots__ = "args", "callback"
    cancel = call.Handle.cancel
    cancelled = call.Handle.cancelled


class Task(task.Task):
    """A task that is in the queue itself, as its own handle."""

    callback = task.Task.step
    args = ()

    def wait_for(self, wanted):
        """Go into the queue again, or wait as other tasks do."""
        if wanted is None:
            self.loop.ready.append(self)
        else:
            super().wait_for(wanted)


class Loop(sockets.Loop, reader.Loop):
    """Does what the callback loop does, with less."""

    new_task = Task

    def handle(self, callback, args):
        """Return a handle that is quickly made."""
        handle = Handle()
        handle.callback = callback
        handle.args = args
        return handle

    def call_soon(self, callback, *args):
        """Call back in the next round, unless the handle is cancelled."""
        handle = Handle()
        handle.callback = callback
        handle.args = args
        self.ready.append(handle)
        return handle

    def create_task(self, coro):
        """Let a coroutine take its first step soon; return its task."""
        task = self.new_task(coro, self)
        self.tasks.add(task)
        return task

    def how_long(self):
        """Give the seconds until there is something to do."""
        if self.timers.heap:
            return super().how_long()
        return 0 if self.ready else None

    def wait(self):
        """Look at the clock, and at sockets, if there is a reason to."""
        if self.timers.heap:
            super().wait()
        elif not self.ready or self.selector.get_map():
            reader.Loop.wait(self)

    def run_once(self):
        """Wait for sockets, then make the calls that are in the queue."""
        self.wait()
        for _ in range(len(self.ready)):
            handle = self.ready.popleft()
            if callback := handle.callback:
                try:
                    callback(*handle.args)
                except (KeyboardInterrupt, SystemExit):
                    raise
                except BaseException as error:
                    name = getattr(callback, "__name__", callback)
                    print(f"{name} failed: {error!r}")
