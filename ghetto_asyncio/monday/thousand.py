"""A thousand orders go to one kitchen, and one of them may fail."""
import asyncio


class Kitchen:
    """Counts orders and answers, and the tasks that exist meanwhile."""

    def __init__(self, bad):
        self.bad = bad
        self.asked = self.answered = self.most = 0

    async def cook(self, number):
        """Cook for a second; raise OSError for the bad order."""
        self.asked += 1
        self.most = max(self.most, len(asyncio.all_tasks()))
        await asyncio.sleep(1)
        if number == self.bad:
            raise OSError(f"order {number} fails")
        self.answered += 1
        return number


async def thousand(way, bad=None, limit=None):
    """Send the orders, ten at a time, and print what comes of it."""
    loop, kitchen = asyncio.get_running_loop(), Kitchen(bad)
    try:
        async with asyncio.timeout(limit):
            answers = await way(10, kitchen.cook, range(1000))
            end = f"{len(answers)} answers"
    except (ExceptionGroup, TimeoutError) as error:
        end = type(error).__name__
    print(f"{end} at {loop.time():g} s: {kitchen.asked} asked,",
          f"{kitchen.answered} answered, {kitchen.most} tasks")
