"""Our kernel that cancels: a deadline, and what is left when it is over."""
from ghetto_asyncio.cancellation.kernel import Kernel
from ghetto_asyncio.cancellation.timeout import timeout_after
from ghetto_asyncio.kernel.traps import sleep


async def wait_for_tea():
    try:
        async with timeout_after(2):
            await sleep(5)
    except TimeoutError:
        print("no tea")
    await sleep(1)


Kernel().run(wait_for_tea())
