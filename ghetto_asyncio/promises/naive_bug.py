"""A promise of two methods, which keeps less than it promises."""


class Promise:
    """A value that will be there later."""

    def then(self, callback):
        """Keep the function that is to get the value."""
        self.callback = callback

    def resolve(self, value):
        """The value is there: hand it over."""
        self.callback(value)
