"""Delegation, as Python has it."""


def relay(inner):
    """Behave as `inner` does, and return its result."""
    result = yield from inner
    return result
