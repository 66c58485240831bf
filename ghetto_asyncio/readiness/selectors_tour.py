"""The portable layer: selectors picks the best call there is."""
from selectors import EVENT_READ, EVENT_WRITE

NAMES = {EVENT_READ: "read", EVENT_WRITE: "write"}


def happened(selector):
    """Give the data of each socket, and its events by name."""
    return [
        (key.data, [NAMES[event] for event in NAMES if mask & event])
        for key, mask in selector.select(0)
    ]
