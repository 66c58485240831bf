"""Tasks of the house: a request begins them, and the lifespan ends them."""
import logging
from asyncio import TaskGroup, get_running_loop, timeout
from contextlib import asynccontextmanager


async def alone(work):
    """Await some work; its error is logged, and ends nothing else."""
    try:
        await work
    except Exception:
        logging.exception("a task of the house has failed")


@asynccontextmanager
async def house(grace):
    """Lend a function to make tasks; at the end they have `grace` seconds."""
    try:
        async with timeout(None) as limit, TaskGroup() as tasks:
            yield lambda work: tasks.create_task(alone(work))
            limit.reschedule(get_running_loop().time() + grace)
    except TimeoutError:
        logging.error("the grace is over, and tasks are cancelled")
