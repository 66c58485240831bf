"""Workers at a queue, which name each mail that they haven't sent."""
import asyncio
import logging
from contextlib import asynccontextmanager


@asynccontextmanager
async def post(send, grace, room=100, workers=2):
    """Lend a queue; workers await `send(mail)` for each mail in it.

    At the end they have `grace` seconds; then "not sent: …" is logged as
    an error for each mail that is left, even for one under way.
    """
    queue = asyncio.Queue(room)

    async def work():
        """Send one mail after the other, and name those that fail."""
        while True:
            mail = await queue.get()
            try:
                await send(mail)
            except BaseException as error:
                logging.error("not sent: %s", mail)
                if not isinstance(error, Exception):
                    raise
            queue.task_done()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work()) for _ in range(workers)]
        yield queue
        try:
            async with asyncio.timeout(grace):
                await queue.join()
        except TimeoutError:
            while not queue.empty():
                logging.error("not sent: %s", queue.get_nowait())
        for task in tasks:
            task.cancel()
