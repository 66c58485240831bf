"""Exercise: a child that fails is begun anew, but not for ever."""


async def keep_running(nursery, work, times, pause):
    """Have `await work()` run in a nursery; return the child's task.

    If the work fails with an Exception, begin it anew after `pause`
    seconds, up to `times` times. The failure after that is the
    nursery's. Being cancelled is no failure.
    """
    raise NotImplementedError
