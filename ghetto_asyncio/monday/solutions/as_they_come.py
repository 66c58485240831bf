"""Solution: as_completed() waits, and a group holds the tasks."""
import asyncio


async def as_they_come(coros, use):
    """Run coroutines all at once; call `use(result)` as each result comes.

    If a coroutine or `use` fails, or if the caller is cancelled, the
    others are cancelled, and have ended when the error is raised. An
    error comes in an ExceptionGroup.
    """
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(coro) for coro in coros]
        for each in asyncio.as_completed(tasks):
            use(await each)
