"""The grace ends early if there is a second signal."""


async def close_up(handlers, grace, hurry):
    """Wait for handlers, as long as `grace` lasts and `hurry` isn't set.

    Then cancel those that are late, and wait for all of them.
    """
    raise NotImplementedError
