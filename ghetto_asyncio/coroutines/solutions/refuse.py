"""Solution: what answer() raises is thrown into the coroutine."""


def drive(coro, answer):
    """Resume a coroutine with answers to what it hands out.

    If `answer(request)` raises an exception, raise it in the
    coroutine, at the `await` that waits for the answer.
    """
    resume, value = coro.send, None
    while True:
        try:
            request = resume(value)
        except StopIteration as stop:
            return stop.value
        try:
            resume, value = coro.send, answer(request)
        except Exception as error:
            resume, value = coro.throw, error
