"""The conversation's server has hardly any descriptors to give."""
import os
from contextlib import contextmanager
from resource import RLIMIT_NOFILE, getrlimit, setrlimit

from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.readiness.serve import serve
from ghetto_asyncio.readiness.small import Loop


@contextmanager
def only(count):
    """Let this process open at most `count` more descriptors."""
    free = [os.dup(0) for _ in range(count)]
    for number in free:
        os.close(number)
    before, most = getrlimit(RLIMIT_NOFILE)
    setrlimit(RLIMIT_NOFILE, (max(free) + 1, most))
    try:
        yield
    finally:
        setrlimit(RLIMIT_NOFILE, (before, most))


if __name__ == "__main__":
    loop = Loop()
    with listening(__doc__) as listener, only(2):
        loop.create_task(serve(loop, listener))
        loop.run()
