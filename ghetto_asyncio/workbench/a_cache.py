"""Three requests want one page, and a cache keeps who fetches it."""
import asyncio

cache = {}


async def fetch(url):
    print(f"fetch {url}")
    await asyncio.sleep(2)
    return f"text of {url}"


async def page(url):
    if url not in cache:
        cache[url] = asyncio.create_task(fetch(url), name="fetch")
    return await cache[url]


async def main():
    async with asyncio.TaskGroup() as group:
        for name in ("Ann", "Bob", "Eve"):
            group.create_task(page("/menu"), name=name)


if __name__ == "__main__":
    asyncio.run(main())
