"""Exercise: a child that fails is started anew, but not for ever."""


def keep_running(group, work, times, pause):
    """Have `await work()` run in a group; return the child's task.

    If the work fails with an Exception, begin it anew after `pause`
    seconds, up to `times` times. The failure after that reaches
    the group. Being cancelled is no failure.
    """
    raise NotImplementedError
