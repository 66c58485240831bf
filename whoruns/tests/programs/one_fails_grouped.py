"""A TaskGroup, and one of the tasks fails: the others are cancelled."""
import asyncio


async def cook(dish, seconds):
    try:
        await asyncio.sleep(seconds)
        if dish == "eggs":
            raise ValueError("no eggs")
        print(dish)
    finally:
        print(dish, "is off the stove")


async def main():
    try:
        async with asyncio.TaskGroup() as group:
            for seconds, dish in enumerate(("toast", "eggs", "tea"), 1):
                group.create_task(cook(dish, seconds))
    except ExceptionGroup as errors:
        print("too bad:", errors.exceptions)


asyncio.run(main())
