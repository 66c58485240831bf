"""A kernel: tasks ask it for what they need, by yielding."""
from collections import deque
from heapq import heappop, heappush
from itertools import count
from time import monotonic, sleep
from types import coroutine


@coroutine
def trap(*request):
    """Ask the kernel for something."""
    return (yield request)


class Place(deque):
    """Where tasks wait."""

    def __init__(self, name):
        super().__init__()
        self.name = name


class Deadlines:
    """Where tasks sleep."""

    name = "the clock"

    def __init__(self):
        self.heap, self.order = [], count()

    def append(self, task, when):
        """Keep a task until a time."""
        task.deadline = when, next(self.order), task
        heappush(self.heap, task.deadline)

    def remove(self, task):
        """Forget a task; its entry goes when its time has come."""
        task.deadline = None


class Task:
    """A coroutine, where it is, and what it gets."""

    def __init__(self, coro, name):
        self.coro, self.name = coro, name
        self.place = self.answer = self.thrown = self.deadline = None
        self.joiners = Place(f"the end of {name}")

    def resume(self):
        """Let the coroutine go on; return what it asks for next."""
        thrown, self.thrown = self.thrown, None
        if thrown is not None:
            return self.coro.throw(thrown)
        return self.coro.send(self.answer)


class Kernel:
    """Resumes tasks, and does what they ask for."""

    def __init__(self):
        self.tasks, self.ready, self.sleepers = {}, Place("its turn"), Deadlines()

    def run(self, coro):
        """Run until nobody is left."""
        self.spawn(coro, "main")
        while self.tasks:
            while self.ready:
                self.step(self.ready.popleft())
            if self.tasks:
                self.wait()

    def wait(self):
        """Wake who has slept long enough."""
        when, _order, task = entry = heappop(self.sleepers.heap)
        if task.deadline is entry:
            sleep(max(0, when - monotonic()))
            self.wake(task)

    def step(self, task):
        """Let a task go on, until it waits or ends."""
        self.running, task.place = task, None
        while self.running:
            try:
                name, *args = task.resume()
            except (StopIteration, TimeoutError):
                self.running = None
                del self.tasks[task]
                for joiner in list(task.joiners):
                    self.wake(joiner)
            else:
                task.answer = getattr(self, name)(*args)

    def wake(self, task, thrown=None):
        """Let a task go on when it is its turn."""
        task.place.remove(task)
        task.place, task.thrown = self.ready, thrown
        self.ready.append(task)

    def park(self, place, *where):
        """Let the task that runs wait in a place."""
        place.append(self.running, *where)
        self.running.place, self.running = place, None

    def spawn(self, coro, name):
        """Make a task; return it."""
        task = Task(coro, name)
        self.tasks[task], task.place = None, self.ready
        self.ready.append(task)
        return task

    def sleep(self, seconds):
        """Let the task that runs sleep."""
        self.park(self.sleepers, monotonic() + seconds)

    def join(self, task):
        """Let the task that runs wait for the end of another one."""
        if task in self.tasks:
            self.park(task.joiners)

    def cancel(self, task):
        """Throw an error into a task that waits; say whether it does."""
        if task.place is None:
            return False
        self.wake(task, TimeoutError())
        return True


async def boil(seconds):
    """Sleep, and say what there is."""
    try:
        await trap("sleep", seconds)
        print("ready")
    finally:
        print("off")


async def breakfast():
    """Wait for tea, and for no egg."""
    tea = await trap("spawn", boil(3), "tea")
    egg = await trap("spawn", boil(9), "egg")
    await trap("join", tea)
    print(await trap("cancel", egg))
