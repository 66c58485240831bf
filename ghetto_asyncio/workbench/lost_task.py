"""Two tasks wait for news, and one hears it. Where is the other one?"""
import asyncio
import gc


async def listen(name, news):
    print(name, "hears", await news)


async def main():
    loop = asyncio.get_running_loop()
    bobs = loop.create_future()
    asyncio.create_task(listen("Eve", loop.create_future()), name="Eve")
    asyncio.create_task(listen("Bob", bobs), name="Bob")
    await asyncio.sleep(1)
    gc.collect()
    bobs.set_result("the news")
    await asyncio.sleep(1)
    print("still waiting:", len(asyncio.all_tasks()) - 1)


if __name__ == "__main__":
    asyncio.run(main())
