"""Three timers, and one is cancelled. When does each one ring?"""
import asyncio


async def main():
    loop = asyncio.get_running_loop()
    loop.call_later(3, print, "eggs")
    tea = loop.call_later(2, print, "tea")
    loop.call_later(1, print, "toast")
    loop.call_later(1, tea.cancel)
    await asyncio.sleep(4)
    print(loop.time())


if __name__ == "__main__":
    asyncio.run(main())
