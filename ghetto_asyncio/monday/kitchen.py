"""A thread cooks, and has the loop serve."""
from time import sleep


def cook(loop, serve, dish):
    """Block a thread for a while; then leave a call for the loop."""
    sleep(0.05)
    loop.call_soon_threadsafe(serve, dish)
