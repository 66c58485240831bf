"""Solution: three ways in and three ways out, written out."""


def relay(inner):
    """Behave as the generator `inner` does; return its result."""
    resume, given = inner.send, None
    while True:
        try:
            request = resume(given)  # 5. Out: an exception.
        except StopIteration as end:
            return end.value  # 6. Out: the end, with its result.
        try:
            answer = yield request  # 4. Out: a value.
        except GeneratorExit:
            inner.close()  # 3. In: the end.
            raise
        except BaseException as error:
            resume, given = inner.throw, error  # 2. In: an exception.
        else:
            resume, given = inner.send, answer  # 1. In: an answer.
