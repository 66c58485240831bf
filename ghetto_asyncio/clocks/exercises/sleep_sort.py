"""Exercise: sorting by waiting."""


def sleep_sort(numbers):
    """Return the numbers in order; compare none of them yourself."""
    raise NotImplementedError
