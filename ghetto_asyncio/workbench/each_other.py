"""Ann waits for Bob, and Bob for Ann. What does the log say after an hour?"""
import asyncio


async def handler(answers, me, other):
    answers[me].set_result(await answers[other])


async def main():
    loop = asyncio.get_running_loop()
    answers = {name: loop.create_future() for name in ("Ann", "Bob")}
    ann = asyncio.create_task(handler(answers, "Ann", "Bob"), name="Ann")
    bob = asyncio.create_task(handler(answers, "Bob", "Ann"), name="Bob")
    done, waiting = await asyncio.wait([ann, bob], timeout=3600)
    print(f"{loop.time():g} s: {len(done)} done, {len(waiting)} waiting")


if __name__ == "__main__":
    asyncio.run(main())
