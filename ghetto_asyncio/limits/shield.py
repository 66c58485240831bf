"""A shield: the task that waits can be cancelled, the other one goes on."""
from asyncio import get_running_loop

from ghetto_asyncio.tasks.loop import settle


async def shield(task):
    """Wait for a task; if that wait is cancelled, the task goes on."""
    over = get_running_loop().create_future()
    task.add_done_callback(lambda task: settle(over))
    await over
    return task.result()
