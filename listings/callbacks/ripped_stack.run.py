from ghetto_asyncio.callbacks.ready_queue import Loop
from ghetto_asyncio.callbacks.ripped_stack import bob, now, stack

files = ("callbacks.ripped_stack", "callbacks.breakfast", "callbacks.ready_queue")
loop = "main"
queues = {"ready": "ready"}
steps = {"bob": "", "toast": ""}
levels = True


def main():
    print(stack(bob, now))
    loop = Loop()
    bob(loop.call_soon)
    print(stack(loop.run_until_idle))
