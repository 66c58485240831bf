from ghetto_asyncio.callbacks.breakfast import guest
from ghetto_asyncio.callbacks.ready_queue import Loop

files = ("callbacks.ready_queue", "callbacks.breakfast")
queues = {"ready": "ready"}
steps = {"guest": "", "tea": ""}


def main():
    loop = Loop()
    loop.call_soon(guest, loop, "Ann")
    loop.call_soon(guest, loop, "Bob")
    loop.run_until_idle()
