"""A helper that prints a message and then gives way."""


def say(message):
    """Print the message and let the others go first."""
    print(message)
    yield
