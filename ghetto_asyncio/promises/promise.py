"""A promise: say what is to come of a value before it is there."""


class Promise:
    """A value that will be there later, or the reason why it is not."""

    def __init__(self, loop):
        self.loop = loop
        self.decided = False
        self.outcome = None
        self.waiting = []

    def then(self, on_value=None, on_error=None):
        """Return a promise of what one of these functions will return.

        One gets the value, the other the error. Where there is no
        function, value or error is handed on.
        """
        after = type(self)(self.loop)

        def go_on(error, value):
            """Make one of the calls, and pass on what comes of it."""
            try:
                if error is None:
                    after.resolve(on_value(value) if on_value else value)
                elif on_error:
                    after.resolve(on_error(error))
                else:
                    after.reject(error)
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException as failure:
                after.reject(failure)

        self.when_settled(go_on)
        return after

    def when_settled(self, callback):
        """Have `callback(error, value)` called in a later round."""
        if self.outcome:
            self.loop.call_soon(callback, *self.outcome)
        else:
            self.waiting.append(callback)

    def resolve(self, value):
        """Decide on a value; of a promise, on whatever comes of it."""
        if value is self:
            self.reject(TypeError("a promise cannot wait for itself"))
        elif not self.decided:
            self.decided = True
            if isinstance(value, Promise):
                value.when_settled(self.settle)
            else:
                self.settle(None, value)

    def reject(self, error):
        """Decide that there will be no value, and why."""
        if not self.decided:
            self.decided = True
            self.settle(error, None)

    def settle(self, error, value):
        """Keep the outcome, and soon call all who wait for it."""
        self.outcome = error, value
        waiting, self.waiting = self.waiting, []
        for callback in waiting:
            self.loop.call_soon(callback, error, value)
