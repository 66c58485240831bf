from contextlib import closing
from threading import Thread
from time import sleep

from ghetto_asyncio.monday.kitchen import cook
from ghetto_asyncio.service.threads import Loop

files = ("monday.kitchen", "service.threads", "callbacks.watching")
loop = "loop"
names = {"cook": "thread"}
inline = ("__init__", "watch", "forget", "add_reader", "remove_reader", "close")
threads = True


def _cook(*args):
    sleep(0.05)  # by then the loop sleeps
    cook(*args)


def main():
    with closing(Loop()) as loop:
        soup = loop.create_future()
        thread = Thread(target=_cook, args=(loop, soup.set_result, "soup"))
        thread.start()
        print(loop.run_until_complete(soup))
        thread.join()
