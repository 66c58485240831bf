"""Two coroutines fill one list; an `await` shows where they change places."""
from ghetto_asyncio.composition import round_robin
from ghetto_asyncio.coroutines.pause import Pause


async def work(name, log):
    """Append three numbered entries to the log; give way after each."""
    for i in range(3):
        log.append(f"{name} {i}")
        await Pause()


def run(names):
    """Let the scheduler resume one for each name; return the log."""
    log = []
    tasks = [work(name, log) for name in names]
    round_robin.run(tasks, answer=None)
    return log
