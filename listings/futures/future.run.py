from ghetto_asyncio.callbacks.ready_queue import Loop
from ghetto_asyncio.futures.future import Future

files = ("futures.future", "callbacks.ready_queue")
queues = {"ready": "ready", "callbacks": "read"}
items = dict.fromkeys(queues, lambda who, *_args: who)
names = {"__await__": ("Ann", "Bob")}
steps = {"set_result": ""}
loop = "loop"


class _Waiter:
    """Drives a generator that yields futures, as a listing would."""

    __module__ = Future.__module__

    def __init__(self, steps):
        self.steps = steps

    def go_on(self, _future=None):
        try:
            next(self.steps).add_done_callback(self.go_on)
        except StopIteration as stop:
            print(stop.value)


def main():
    loop = Loop()
    eggs = Future(loop)
    for _ in "Ann", "Bob":
        _Waiter(eggs.__await__()).go_on()
    loop.call_soon(eggs.set_result, "eggs")
    loop.run_until_idle()
