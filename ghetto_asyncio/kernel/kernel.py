"""The kernel, and its five promises:

1. It calls no function of yours: a task asks, and is answered or waits.
2. It keeps no task in two places: a task runs, or is ready, or waits.
3. It does not fail because a request fails; the task that asked does.
4. It knows nothing of locks and queues: these are built on `park` and `wake`.
5. It does not wait for what can never happen; it says who waits.
"""
from contextlib import closing
from time import monotonic

from ghetto_asyncio.kernel import deadlines, places, sockets, task


class Kernel:
    """Runs tasks, and does what they ask for."""

    new_task = task.Task

    def __init__(self):
        self.tasks, self.ready, self.main = {}, places.Place("its turn"), None
        self.sleepers, self.sockets = deadlines.Deadlines(), sockets.Sockets()

    def run(self, coro):
        """Run a coroutine until it ends; return its result.

        The tasks that are left are closed. Raise RuntimeError if no task
        can ever go on.
        """
        with closing(self), closing(self):  # Ctrl-C may interrupt one
            self.main = self.trap_spawn(coro)
            self.run_until(self.main)
        return self.main.outcome()

    def run_until(self, task):
        """Go round until a task has ended."""
        while not task.ended:
            self.wait()
            for _ in range(len(self.ready)):
                self.step(self.ready.popleft())

    def step(self, task):
        """Resume a task, and answer, until it waits or ends."""
        self.running, task.place = task, None
        while self.running:
            try:
                request = task.resume()
            except StopIteration as stop:
                self.end(task, stop.value, None)
            except BaseException as error:
                self.end(task, None, error)
            else:
                self.do(task, request)

    def do(self, task, request):
        """Do what a task asks for; if that fails, it is the task's error."""
        try:
            name, *args = request
            task.answer = getattr(self, f"trap_{name}")(*args)
        except Exception as error:
            task.thrown = error

    def end(self, task, result, error):
        """Keep how a task ended, and wake the tasks that join it."""
        self.running = None
        task.end(result, error, task is self.main)
        del self.tasks[task]
        self.trap_wake(task.joiners, len(task.joiners))
        if isinstance(error, (KeyboardInterrupt, SystemExit)):
            raise error

    def wake(self, task, thrown=None):
        """Take a task out of its place; it goes on soon."""
        task.place.remove(task)
        task.thrown, task.place = thrown, self.ready
        self.ready.append(task)

    def wait(self):
        """Wait until a task can go on, and wake all that can."""
        seconds = 0 if self.ready else self.how_long()
        if seconds is None and not self.sockets.selector.get_map():
            raise RuntimeError(f"nobody can go on: {self.who_waits()}")
        woken = self.sockets.select(seconds)
        for waiter in woken + self.sleepers.due(self.trap_clock()):
            self.wake(waiter)

    def how_long(self):
        """Give the seconds until the next sleeper is due, or None."""
        return self.sleepers.how_long(self.trap_clock())

    def who_waits(self):
        """Say of each task what it waits for."""
        places = [f"{t.name} waits for {t.place.name}" for t in self.tasks]
        return ", ".join(places)

    def close(self):
        """Close every coroutine that is left, and the selector."""
        while self.tasks:
            task = next(iter(self.tasks))
            task.close()
            del self.tasks[task]
        self.sockets.selector.close()

    def trap_current_task(self):
        """Return the task that asks."""
        return self.running

    def trap_spawn(self, coro, name=None):
        """Make a task; it has its first step in the next round."""
        task = self.new_task(coro, name or coro.__name__)
        self.tasks[task], task.place = None, self.ready
        self.ready.append(task)
        return task

    def trap_schedule(self):
        """Put the task that asks at the end of the ready queue."""
        self.trap_park(self.ready)

    def trap_park(self, place, *where):
        """Park the asking task in a place."""
        place.append(self.running, *where)
        self.running.place, self.running = place, None

    def trap_wake(self, place, number):
        """Wake the first tasks that wait in a place."""
        for _ in range(min(number, len(place))):
            self.wake(place[0])

    def trap_clock(self):
        """Give the time, in seconds."""
        return monotonic()

    def trap_sleep(self, seconds):
        """Park the asking task for a time."""
        self.trap_park(self.sleepers, self.trap_clock() + seconds)

    def trap_wait_for(self, sock, event):
        """Park the asking task until an event of a socket."""
        if self.sockets.is_stale(sock):
            self.trap_release(sock)
        self.trap_park(self.sockets, sock, event)

    def trap_release(self, sock):
        """Wake the tasks that wait for a socket: it will be closed."""
        for waiter in self.sockets.take(sock):
            self.wake(waiter, OSError("the socket was closed"))
