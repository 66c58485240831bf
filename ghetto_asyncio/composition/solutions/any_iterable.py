"""Solution: look first what the iterator can do."""


def relay(inner):
    """Do what `yield from inner` does, without using it.

    `inner` is anything that a `for` loop takes.
    """
    iterator = iter(inner)
    try:
        request = next(iterator)
    except StopIteration as stop:
        return stop.value
    while True:
        try:
            answer = yield request
        except GeneratorExit:
            if hasattr(iterator, "close"):
                iterator.close()
            raise
        except BaseException as error:
            if not hasattr(iterator, "throw"):
                raise
            try:
                request = iterator.throw(error)
            except StopIteration as stop:
                return stop.value
        else:
            try:
                if answer is None:
                    request = next(iterator)
                else:
                    request = iterator.send(answer)
            except StopIteration as stop:
                return stop.value
