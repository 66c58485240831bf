"""Three timers, and one is cancelled. How long does the loop sleep?"""
import asyncio


async def main():
    loop = asyncio.get_running_loop()
    loop.call_later(3, print, "eggs")
    tea = loop.call_later(2, print, "tea")
    loop.call_later(1, print, "toast")
    loop.call_later(1, tea.cancel)
    await asyncio.sleep(4)
    print("main goes on")


if __name__ == "__main__":
    asyncio.run(main())
