from contextlib import suppress

from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.cancellation.retry import retry_for
from ghetto_asyncio.kernel.traps import sleep

files = ("cancellation.retry", "cancellation.timeout", "cancellation.kernel", "kernel.kernel")
loop = "kernel"
places = {"ready": "ready", "sleepers": "sleep", "timeouts": ""}
names = {
    "retry_for": ("Ann",), "__aenter__": "timeout_after({self.seconds}).__aenter__",
    "__aexit__": "timeout_after({self.seconds}).__aexit__",
}


def ask():
    return sleep(5)


def main():
    program = retry_for(10, ask, 3, [1, 2, 4])
    program.__name__ = "Ann"
    with suppress(TimeoutError):
        Kernel().run(program)
