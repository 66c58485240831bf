"""Somebody to call: guests who ask for breakfast, and who makes it."""


def guest(loop, name):
    """Sit down, and ask for tea."""
    print(name, "sits down")
    loop.call_soon(tea, name)


def tea(name):
    """Bring somebody tea."""
    print("tea for", name)


def eggs(name):
    """Bring somebody eggs."""
    print("eggs for", name)


def toast(name, minutes=3):
    """Bring somebody toast; raise ValueError if it is burnt."""
    if minutes > 5:
        raise ValueError("burnt toast")
    print("toast for", name)
