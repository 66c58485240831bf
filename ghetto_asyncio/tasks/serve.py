"""The main loop's server, unchanged, on tasks."""
from contextlib import closing

from ghetto_asyncio.mainloop.serve import serve
from ghetto_asyncio.mainloop.start import start
from ghetto_asyncio.tasks.sockets import Loop


def on_tasks(serve, listener):
    """Serve on the loop with tasks, until the talks have ended."""
    with closing(Loop()) as loop:
        loop.run_until_complete(serve(loop, listener))
        loop.run_until_idle()


if __name__ == "__main__":
    start(serve, on_tasks)
