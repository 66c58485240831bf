"""Exercise: call every few seconds, without drifting."""


def every(loop, seconds, callback, times):
    """Call `callback()` after 1, 2, 3, … times `seconds`.

    Stop after `times` calls. The time that a call takes must not
    delay the calls that come after it.
    """
    raise NotImplementedError
