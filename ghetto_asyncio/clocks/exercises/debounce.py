"""Exercise: call when it has been quiet for a while."""


def debounce(loop, seconds, callback):
    """Return a function that puts off a call of `callback`.

    Each call of that function takes back the one before. After
    `seconds` without one, `callback` gets the last arguments.
    """
    raise NotImplementedError
