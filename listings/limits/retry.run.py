from contextlib import closing
from unittest.mock import patch

from ghetto_asyncio.clocks.jump import jumping
from ghetto_asyncio.limits import retry
from ghetto_asyncio.limits.task import Loop
from ghetto_asyncio.limits.timeout import timeout

files = ("limits.retry", "limits.timeout", "limits.task", "clocks.virtual")
vary = {"limit": (4, 6, 10), "attempt": (3, 4, 5, 6)}
loop = "loop"
clock = "selector.now"
inline = ("select", "close", "__init__")
names = {
    "retry_for": ("Ann",), "timeout.__aenter__": "timeout({self.seconds}).__aenter__",
    "timeout.__aexit__": "timeout({self.seconds}).__aexit__",
}


def main():
    limit = 10
    attempt = 3
    with closing(jumping(Loop)()) as loop, patch.object(retry, "timeout", timeout):
        program = retry.retry_for(limit, lambda: loop.sleep(5), attempt, [1, 2, 4])
        program.__name__ = "Ann"
        try:
            loop.run_until_complete(program)
            print("tea at", loop.time())
        except TimeoutError:
            print("no tea at", loop.time())
