"""Exercise: an answer that is an exception."""


def drive(coro, answer):
    """Resume a coroutine with answers to what it hands out.

    If `answer(request)` raises an exception, raise it in the
    coroutine, at the `await` that waits for the answer.
    """
    raise NotImplementedError
