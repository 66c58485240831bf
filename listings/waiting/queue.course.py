from asyncio import TaskGroup, sleep

from ghetto_asyncio.waiting.queue import Queue

files = ("waiting.queue",)
end = 180


async def eat(name, counter, tell):
    while True:
        dish = await counter.get()
        tell(dish, "", "")
        tell(dish, name, "has")
        await sleep(60)
        tell(dish, name, "")
        counter.task_done()


async def cook(counter, tell):
    for dish in range(5):
        tell(dish, "cook", "waits")
        await counter.put(dish)
        tell(dish, "cook", "")
        tell(dish, "", "lies")


async def main(tell):
    counter = Queue(maxsize=2)
    async with TaskGroup() as house:
        guests = [house.create_task(eat(name, counter, tell)) for name in ("Ann", "Bob")]
        await cook(counter, tell)
        await counter.join()
        for guest in guests:
            guest.cancel()
