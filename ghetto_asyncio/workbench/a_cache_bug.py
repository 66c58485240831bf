"""Three requests want one page, which a cache keeps."""
import asyncio

cache = {}


async def fetch(url):
    print(f"fetch {url}")
    await asyncio.sleep(2)
    return f"text of {url}"


async def page(url):
    if url not in cache:
        cache[url] = await fetch(url)
    return cache[url]


async def main():
    async with asyncio.TaskGroup() as group:
        for name in ("Ann", "Bob", "Eve"):
            group.create_task(page("/menu"), name=name)


if __name__ == "__main__":
    asyncio.run(main())
