"""Two functions for a loop to call: one asks for the other."""


def narrator(loop, name):
    """Say something, and ask for a reader."""
    print("narrator", name)
    loop.call_soon(reader, name)


def reader(name):
    """Say something, and be done."""
    print("reader", name)
