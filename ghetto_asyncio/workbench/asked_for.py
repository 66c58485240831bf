"""Ann sleeps for a minute. Which of these methods does her loop hear of?"""
import asyncio
import functools


def heard(name, method, *args, **options):
    print(name)
    return method(*args, **options)


async def ann():
    loop = asyncio.get_running_loop()
    methods = "call_later", "call_soon", "create_future", "create_task"
    for name in methods:
        listening = functools.partial(heard, name, getattr(loop, name))
        setattr(loop, name, listening)
    await asyncio.sleep(60)
    for name in methods:
        delattr(loop, name)


if __name__ == "__main__":
    asyncio.run(ann())
