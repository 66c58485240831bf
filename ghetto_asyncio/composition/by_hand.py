"""What has to pass between two levels, written out."""


def relay(inner):
    """Behave as `inner` does, and return its result.

    For generators, `yield from inner` means this (PEP 380).
    """
    try:
        request = next(inner)
    except StopIteration as stop:
        return stop.value
    while True:
        try:
            answer = yield request
        except GeneratorExit:
            inner.close()
            raise
        except BaseException as error:
            try:
                request = inner.throw(error)
            except StopIteration as stop:
                return stop.value
        else:
            try:
                request = inner.send(answer)
            except StopIteration as stop:
                return stop.value
