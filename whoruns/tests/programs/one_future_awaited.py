"""Two tasks wait for one future, and somebody for them; a function is called by a loop and by a task."""
import asyncio


def say(*words):
    print(*words)


async def wait_for(name, future):
    say(name, await future)


async def main():
    future = asyncio.get_running_loop().create_future()
    guests = [asyncio.create_task(wait_for(name, future)) for name in ("Ann", "Bob")]
    await asyncio.sleep(1)
    asyncio.get_running_loop().call_later(2, say, "later")
    future.set_result("tea")
    say("now")
    await asyncio.wait(guests)
    await asyncio.sleep(3)


asyncio.run(main())
