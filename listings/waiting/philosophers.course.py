from asyncio import Lock, current_task

from ghetto_asyncio.waiting import philosophers

files = ("waiting.philosophers",)
parts = ("left_first", "lowest_first")
end = 6


async def main(tell, part):
    class Fork(Lock):
        made = 0

        def __init__(self):
            super().__init__()
            Fork.made += 1
            self.number = Fork.made

        async def acquire(self):
            name = current_task().get_name()
            tell(self.number, name, "waits")
            await super().acquire()
            tell(self.number, name, "has")

        def release(self):
            super().release()
            tell(self.number, current_task().get_name(), "")

    philosophers.Lock = Fork
    await philosophers.dinner(getattr(philosophers, part))
