from contextlib import closing
from selectors import DefaultSelector
from threading import Event, Thread
from time import sleep

from ghetto_asyncio.monday import kitchen
from ghetto_asyncio.service import threads

files = ("monday.kitchen", "service.threads", "runner.loop", "ending.bell", "callbacks.watching")
parts = ("call_soon", "call_soon_threadsafe")


def main(tell, part):
    asleep = Event()

    class Selector(DefaultSelector):
        def select(self, timeout=None):
            if timeout is None:
                tell("loop", "select()", "waits")
                asleep.set()
            ready = super().select(timeout)
            tell("loop", "select()", "")
            return ready

    class Loop(threads.Loop):
        def call_soon(self, callback, *args, context=None):
            if callback is serve:
                tell.moment("call_soon()")
                tell("ready", "serve()", "lies")
            return super().call_soon(callback, *args, context=context)

        def hear(self):
            tell.moment("hear()")
            super().hear()
            tell("bell", "0", "")

    class Button:
        def send(self, byte):
            tell.moment("send()")
            tell("bell", "0", "lies")
            button.send(byte)

    def serve(dish):
        tell.moment("serve()")
        tell("ready", "serve()", "")
        soup.set_result(dish)

    def work():
        kitchen.cook(loop, serve, "soup")
        if part == "call_soon":
            sleep(0.05)  # for ever would be too long
            tell.over()
            button.send(b"\0")

    kitchen.sleep = lambda seconds: asleep.wait()
    if part == "call_soon":
        Loop.call_soon_threadsafe = Loop.call_soon
    with closing(Loop()) as loop:
        loop.selector.close()
        loop.selector = Selector()
        loop.add_reader(loop.bell, loop.hear)
        button, loop.button = loop.button, Button()
        soup = loop.create_future()
        thread = Thread(target=work)
        thread.start()
        loop.run_until_complete(soup)
        thread.join()
        loop.button = button
