"""What curio's tasks ask for, and our kernel does differently."""
from selectors import EVENT_READ, EVENT_WRITE

from ghetto_asyncio.together.curio import errors, timer
from ghetto_asyncio.together.curio.task import Task

BUSY = {EVENT_READ: errors.ReadResourceBusy,
        EVENT_WRITE: errors.WriteResourceBusy}


class Kernel(timer.Kernel):
    """Says who waits for what, and tells others who has ended."""

    new_task = Task
    activations = ()

    def end(self, task, result, error):
        """Keep how a task ended; wake who waits for its group, or for it."""
        if task.taskgroup:
            waiting = task.taskgroup.note(task)
            self.trap_wake(waiting, len(waiting))
        super().end(task, result, error)

    def trap_get_kernel(self):
        """Give the kernel."""
        return self

    def trap_wait_for(self, sock, event):
        """Let one task wait for an event; say curio's word to others."""
        if self.running.cancel_pending and self.running.allow_cancel:
            self.trap_schedule()  # there it is raised
        elif self.sockets.is_stale(sock) or (
                event not in self.sockets.at(sock)):
            super().trap_wait_for(sock, event)
        else:
            raise BUSY[event](f"somebody waits for {sock} already")

    def trap_io_waiting(self, sock):
        """Give who waits to read from a socket, and who to write."""
        tasks = self.sockets.at(sock)
        return tasks.get(EVENT_READ), tasks.get(EVENT_WRITE)

    def trap_spawn(self, coro, name=None):
        """Make a task, and tell the tools of it."""
        task = super().trap_spawn(coro, name)
        self.tell("created", task)
        return task

    def step(self, task):
        """Resume a task, and let the tools look on."""
        self.tell("running", task)
        super().step(task)
        if task.ended:
            self.tell("terminated", task)
        else:
            self.tell("suspended", task, task.place)

    def tell(self, what, *args):
        """Tell the tools what happens to a task."""
        for tool in self.activations:
            getattr(tool, what)(*args)
