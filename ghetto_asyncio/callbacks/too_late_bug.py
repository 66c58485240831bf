"""A `with` and a `try` that are over before the call is made."""
from ghetto_asyncio.callbacks.breakfast import toast


class Stove:
    """A stove that is hot inside its `with`, and cold outside."""

    hot = False

    def __enter__(self):
        self.hot = True

    def __exit__(self, *error):
        self.hot = False


def fry(stove):
    """Fry eggs for Ann."""
    print("fried eggs" if stove.hot else "raw eggs", "for Ann")


def thrifty(loop, stove):
    """Ask for eggs, and turn the stove off afterwards."""
    with stove:
        loop.call_soon(fry, stove)


def careful(loop):
    """Ask for toast, and open a window if it is burnt."""
    try:
        loop.call_soon(toast, "Bob", 30)
    except ValueError:
        print("Bob opens a window")
