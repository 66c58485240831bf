"""Workers send mails from a queue in the process, with room for some."""
import asyncio
import logging
from contextlib import asynccontextmanager


@asynccontextmanager
async def post(send, grace, room=100, workers=2):
    """Lend a queue of mails; at the end workers have `grace` seconds."""
    queue = asyncio.Queue(room)

    async def work():
        """Send one mail after the other; a failure costs one mail."""
        while True:
            mail = await queue.get()
            try:
                await send(mail)
            except Exception:
                logging.exception("not sent: %s", mail)
            queue.task_done()

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work()) for _ in range(workers)]
        yield queue
        try:
            async with asyncio.timeout(grace):
                await queue.join()
        except TimeoutError:
            logging.error("the grace is over, and mails are lost")
        for task in tasks:
            task.cancel()
