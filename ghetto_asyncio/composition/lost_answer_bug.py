"""A `for` loop hands the pauses on and loses the answers."""


def relay(inner):
    """Behave as `inner` does, or so it seems."""
    for request in inner:
        yield request
