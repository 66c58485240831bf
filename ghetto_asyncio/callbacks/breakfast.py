"""Functions to call: a guest asks for breakfast, others bring it."""


def guest(loop, name):
    """Sit down, and ask for tea."""
    print(name, "sits down")
    loop.call_soon(tea, name)


def tea(name):
    """Bring a guest tea."""
    print("tea for", name)


def eggs(name):
    """Bring a guest eggs."""
    print("eggs for", name)


def toast(name, minutes=3):
    """Bring a guest toast; raise ValueError if it is burnt."""
    if minutes > 5:
        raise ValueError("burnt toast")
    print("toast for", name)
