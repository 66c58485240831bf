"""A function says how long a loop may wait for its sockets."""


def how_long(ready, when, now):
    """Return the seconds to wait, a day at most, or None for no limit.

    `ready`: is there a call to be made? `when`: when the next timer is
    due, or None. `now` comes from the same clock.
    """
    if ready:
        return 0
    if when is None:
        return None
    return max(0, min(when - now, 86400))
