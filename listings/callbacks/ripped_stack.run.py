from ghetto_asyncio.callbacks.ready_queue import Loop
from ghetto_asyncio.callbacks.ripped_stack import names, starting_point

files = ("callbacks.ripped_stack", "callbacks.ready_queue")
loop = "main"
queues = {"ready": "ready"}
steps = {"starting_point": "", "maybe_print": ""}
levels = True


def main():
    print(names(starting_point))
    loop = Loop()
    starting_point(loop)
    print(names(loop.run_until_idle))
