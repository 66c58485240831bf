"""Callbacks, without a coroutine: soon, later, at a time, and one that is taken back."""
import asyncio


def tea():
    print("tea")
    loop.call_later(2, toast)


def toast():
    print("toast")
    loop.stop()


loop = asyncio.new_event_loop()
loop.call_soon(tea)
loop.call_later(1, toast).cancel()
loop.run_forever()
loop.close()
