"""Solution: each deadline is computed from the start."""


def every(loop, seconds, callback, times):
    """Call `callback()` after 1, 2, 3, … times `seconds`.

    Stop after `times` calls. The time that a call takes must not
    delay the calls that come after it.
    """
    start = loop.time()

    def plan(number):
        """Set the timer for call `number`."""
        loop.call_at(start + number * seconds, call, number)

    def call(number):
        """Set the next timer, and only then call `callback`."""
        if number < times:
            plan(number + 1)
        callback()

    if times:
        plan(1)
