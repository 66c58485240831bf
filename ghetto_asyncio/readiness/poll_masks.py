"""What poll() reports about a socket."""
import select

NAMES = ("POLLIN", "POLLOUT", "POLLERR", "POLLHUP", "POLLNVAL")


def happened(poll):
    """Give the names of the events of all that is watched."""
    return [
        name
        for _number, events in poll.poll(0)
        for name in NAMES
        if events & getattr(select, name)
    ]
